//! The jobs that solvers do.

use clap::ValueEnum;

/// A job that a solver does with every puzzle of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Job {
    /// Decide whether there is no solution, one, or more, and return the first
    Unique,
    /// Return the first solution, without looking for another
    First,
    /// Count all solutions
    Count,
    /// Write every solution into 81 bytes, one after another
    Enumerate,
    /// Like unique, from 729 characters of pencil marks
    Pencilmarks,
}

/// The text form of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 81 characters row by row: a digit, or `.` for an open cell.
    Clues,
    /// 729 characters, nine for each cell: a candidate's digit, or `.` for an eliminated candidate.
    Pencilmarks,
}

impl Job {
    /// All jobs.
    pub const ALL: [Job; 5] = [Job::Unique, Job::First, Job::Count, Job::Enumerate, Job::Pencilmarks];

    /// Returns the job's name on the command line and in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Job::Unique => "unique",
            Job::First => "first",
            Job::Count => "count",
            Job::Enumerate => "enumerate",
            Job::Pencilmarks => "pencilmarks",
        }
    }

    /// Returns the default job for puzzles of a form.
    pub const fn default_for(form: Form) -> Job {
        match form {
            Form::Clues => Job::Unique,
            Form::Pencilmarks => Job::Pencilmarks,
        }
    }

    /// Returns the form of the job's puzzles.
    pub const fn form(self) -> Form {
        match self {
            Job::Unique | Job::First | Job::Count | Job::Enumerate => Form::Clues,
            Job::Pencilmarks => Form::Pencilmarks,
        }
    }

    /// Returns the number of solutions after which a solver stops.
    pub const fn limit(self) -> usize {
        match self {
            Job::Unique | Job::Pencilmarks => 2,
            Job::First => 1,
            Job::Count | Job::Enumerate => usize::MAX,
        }
    }

    /// Returns whether the unit of work is a solution rather than a puzzle.
    pub const fn counts_solutions(self) -> bool {
        matches!(self, Job::Count | Job::Enumerate)
    }

    /// Returns the unit of speed: `puzzle` or `solution`.
    pub const fn unit(self) -> &'static str {
        if self.counts_solutions() { "solution" } else { "puzzle" }
    }

    /// Returns whether a solver returns a solution, not only the number of solutions.
    pub const fn returns_solution(self) -> bool {
        !matches!(self, Job::Count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_has_one_name() {
        for job in Job::ALL {
            assert_eq!(Job::from_str(job.name(), false), Ok(job));
        }
    }
}
