//! What solvers are asked to do.

use clap::ValueEnum;

/// What a solver does with every puzzle of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Job {
    /// Decide whether there is no solution, one, or more, and give the first
    Unique,
    /// Give the first solution, and look for no other
    First,
    /// Count all solutions
    Count,
    /// Write every solution into 81 bytes, one after the other
    Enumerate,
    /// As unique, from 729 characters of candidates
    Pencilmarks,
}

/// What a puzzle is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 81 characters row by row: a digit, or `.` for an open cell.
    Clues,
    /// 729 characters, nine for each cell: a digit that is a candidate, or `.` in its place.
    Pencilmarks,
}

impl Job {
    /// All jobs.
    pub const ALL: [Job; 5] = [Job::Unique, Job::First, Job::Count, Job::Enumerate, Job::Pencilmarks];

    /// The job's name on the command line and in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Job::Unique => "unique",
            Job::First => "first",
            Job::Count => "count",
            Job::Enumerate => "enumerate",
            Job::Pencilmarks => "pencilmarks",
        }
    }

    /// The job that puzzles of a form are for, unless another is asked for.
    pub const fn usual_for(form: Form) -> Job {
        match form {
            Form::Clues => Job::Unique,
            Form::Pencilmarks => Job::Pencilmarks,
        }
    }

    /// The form of its puzzles.
    pub const fn form(self) -> Form {
        match self {
            Job::Unique | Job::First | Job::Count | Job::Enumerate => Form::Clues,
            Job::Pencilmarks => Form::Pencilmarks,
        }
    }

    /// The number of solutions after which a solver looks for no more.
    pub const fn limit(self) -> usize {
        match self {
            Job::Unique | Job::Pencilmarks => 2,
            Job::First => 1,
            Job::Count | Job::Enumerate => usize::MAX,
        }
    }

    /// Whether the work goes by the solutions, not by the puzzles.
    pub const fn goes_by_solutions(self) -> bool {
        matches!(self, Job::Count | Job::Enumerate)
    }

    /// What speed counts: `puzzle` or `solution`.
    pub const fn unit(self) -> &'static str {
        if self.goes_by_solutions() { "solution" } else { "puzzle" }
    }

    /// Whether a solver shows a solution, not only how many there are.
    pub const fn shows_a_solution(self) -> bool {
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
