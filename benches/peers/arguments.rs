//! The command line.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::RangedU64ValueParser;

use crate::job::Job;
use crate::participant::{CLibrary, Lanedoku, LibraryArgument, Participant, SharedLibrary, SudokuCrate};
use crate::puzzle_set::PuzzleSet;

/// Puzzles of each kind to generate if no file is given.
const GENERATED: usize = 1000;

/// The most solutions of a generated puzzle, in a timed run and in a test.
const MOST_SOLUTIONS: u64 = 1_000_000;
const MOST_SOLUTIONS_IN_A_TEST: u64 = 100_000;

/// Compares the answers of solvers on the same puzzles, then times them in interleaved rounds
///
/// Without a file, the puzzles are generated.
#[derive(Debug, Parser)]
#[command(name = "peers", bin_name = "cargo bench -p peers --")]
pub struct Arguments {
    /// Files with one puzzle a line: 81 characters, '.' or '0' for an open cell, optionally followed by the number
    /// of solutions; or 729 characters of pencil marks, '.' for an eliminated candidate
    #[arg(value_name = "PUZZLES")]
    pub files: Vec<PathBuf>,

    /// The job to time; may be repeated [default: unique, or pencilmarks for a file of pencil marks; with
    /// --test and no file, all]
    #[arg(long = "job", value_name = "JOB", value_enum)]
    pub jobs: Vec<Job>,

    /// A solver in a shared library with tdoku's C functions; may be repeated
    #[arg(long = "library", value_name = "[NAME=]PATH:SOLVE[,ENUMERATE][:CONFIGURATION]")]
    pub libraries: Vec<LibraryArgument>,

    /// Lanedoku's C library (target/release/liblanedoku.so), as an additional participant
    #[arg(long, value_name = "PATH")]
    pub c_library: Option<PathBuf>,

    /// The solver that ratios are relative to [default: the first one that supports the job]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Run only solvers whose name contains this text; may be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,

    /// Exclude solvers whose name contains this text; may be repeated
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,

    /// The number of rounds; each round runs every solver once
    #[arg(long, value_name = "N", default_value = "31", value_parser = at_least_one())]
    pub rounds: usize,

    /// Use at most N puzzles of each file, evenly spaced, or generate N of each kind (at most 10 with many
    /// solutions or with pencil marks)
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub sample: Option<usize>,

    /// Write the figures as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write the ratios as a bar chart
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Only write the generated sets of the published runs into a folder
    #[arg(long, value_name = "FOLDER")]
    pub write_sets: Option<PathBuf>,

    /// Compare the answers without timing the solvers
    #[arg(long, conflicts_with_all = ["csv", "svg"])]
    pub test: bool,

    /// Accepted because Cargo passes it.
    #[arg(long, hide = true)]
    pub bench: bool,
}

fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

impl Arguments {
    /// Returns the puzzle sets, read or generated, each with its jobs.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read (see [`PuzzleSet::read`]), if no requested job applies to a file,
    /// or if no file has puzzles for a requested job.
    pub fn sets(&self) -> Result<Vec<(Vec<Job>, PuzzleSet)>, String> {
        if self.files.is_empty() {
            return Ok(self.generated());
        }
        let sets = self.files.iter().map(|file| {
            let mut set = PuzzleSet::read(file)?;
            set.sample(self.sample.unwrap_or(usize::MAX));
            let form = set.puzzles.form();
            let asked = Job::ALL.into_iter().filter(|job| self.jobs.contains(job) && job.form() == form);
            let jobs = if self.jobs.is_empty() { vec![Job::default_for(form)] } else { asked.collect() };
            if jobs.is_empty() {
                return Err(format!("{}: no job applies to its puzzles", file.display()));
            }
            Ok((jobs, set))
        });
        let sets = sets.collect::<Result<Vec<_>, _>>()?;
        match self.jobs.iter().find(|job| sets.iter().all(|(jobs, _)| !jobs.contains(job))) {
            Some(job) => Err(format!("--job {}: no file has puzzles for this job", job.name())),
            None => Ok(sets),
        }
    }

    /// Generates the sets for the jobs of this run.
    fn generated(&self) -> Vec<(Vec<Job>, PuzzleSet)> {
        let wanted = |job: Job| match self.jobs.as_slice() {
            [] => self.test || job == Job::Unique,
            jobs => jobs.contains(&job),
        };
        let among = |jobs: &[Job]| jobs.iter().copied().filter(|&job| wanted(job)).collect::<Vec<_>>();
        let count = self.sample.unwrap_or(GENERATED);
        let mut sets = Vec::new();
        let jobs = among(&[Job::Unique, Job::First]);
        if !jobs.is_empty() {
            sets.extend(PuzzleSet::generate(count).into_iter().map(|set| (jobs.clone(), set)));
        }
        let jobs = among(&[Job::Count, Job::Enumerate]);
        if !jobs.is_empty() {
            let most = if self.test { MOST_SOLUTIONS_IN_A_TEST } else { MOST_SOLUTIONS };
            sets.push((jobs, PuzzleSet::generate_many_solutions(count, most)));
        }
        let jobs = among(&[Job::Pencilmarks]);
        if !jobs.is_empty() {
            sets.push((jobs, PuzzleSet::generate_pencilmarks(count)));
        }
        sets
    }

    /// Returns whether the solver with this name takes part.
    pub fn wants(&self, name: &str) -> bool {
        let is_in = |names: &[String]| names.iter().any(|part| name.contains(part));
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.without)
    }

    /// Returns the participants: shared libraries, the crate `sudoku`, Lanedoku's C library, then Lanedoku's engines.
    ///
    /// # Errors
    ///
    /// Returns an error if a library cannot be loaded, two solvers have the same name, or no solver is left.
    pub fn participants(&self) -> Result<Vec<Box<dyn Participant>>, String> {
        let mut all: Vec<Box<dyn Participant>> = Vec::new();
        for library in &self.libraries {
            let lacks_enumerate = library.enumerate.is_none() && self.wants(&library.name);
            if lacks_enumerate && self.jobs.contains(&Job::Enumerate) {
                let name = &library.name;
                return Err(format!("--job enumerate: --library {name} has no ,ENUMERATE function"));
            }
            // SAFETY: the user names the library, and so asserts that it has functions of these types.
            all.push(Box::new(unsafe { SharedLibrary::load(library) }?));
        }
        all.push(Box::new(SudokuCrate::default()));
        if let Some(path) = &self.c_library {
            // SAFETY: the user names the library, and so asserts that it has functions of these types.
            let both = unsafe { CLibrary::both(path) }?;
            all.extend(both.map(|one| Box::new(one) as Box<dyn Participant>));
        }
        all.extend(Lanedoku::all().into_iter().map(|own| Box::new(own) as Box<dyn Participant>));
        all.retain(|participant| self.wants(participant.name()));
        for (index, participant) in all.iter().enumerate() {
            if all[..index].iter().any(|other| other.name() == participant.name()) {
                return Err(format!("two solvers have the name {}", participant.name()));
            }
        }
        if all.is_empty() { Err("no solver matches --only and --without".to_owned()) } else { Ok(all) }
    }

    /// Checks that the baseline is one of the participants.
    ///
    /// # Errors
    ///
    /// Returns an error if no participant has the requested name.
    pub fn check_baseline(&self, participants: &[Box<dyn Participant>]) -> Result<(), String> {
        match &self.baseline {
            Some(name) if participants.iter().all(|participant| participant.name() != name) => {
                Err(format!("--baseline {name}: no such solver"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the index of the baseline among the participants in a job.
    ///
    /// # Errors
    ///
    /// Returns an error if the requested baseline does not take part in the job.
    pub fn baseline_among(&self, job: Job, participants: &[&mut dyn Participant]) -> Result<usize, String> {
        match &self.baseline {
            None => Ok(0),
            Some(name) => participants
                .iter()
                .position(|participant| participant.name() == name)
                .ok_or_else(|| format!("--baseline {name}: does not support the job {}", job.name())),
        }
    }

    /// Returns whether a job without a solver is an error: the user named the job, or gave a file for it.
    pub fn requires_solver_for(&self, job: Job) -> bool {
        self.jobs.contains(&job) || !self.files.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn parse(arguments: &[&str]) -> Result<Arguments, clap::Error> {
        Arguments::try_parse_from([&["peers"], arguments].concat())
    }

    #[test]
    fn the_defaults_need_no_argument() {
        // Cargo adds --bench at any position.
        let arguments = parse(&["--bench"]).unwrap();
        assert_eq!((arguments.rounds, arguments.sample, arguments.test), (31, None, false));
        assert!(arguments.files.is_empty() && arguments.libraries.is_empty() && arguments.jobs.is_empty());
        assert!(arguments.wants("anything"));
    }

    #[test]
    fn every_option_is_read() {
        let arguments = parse(&[
            "hard.txt",
            "--library",
            "a.so:f",
            "--library=other=b.so:g:7",
            "--job",
            "count",
            "--job=pencilmarks",
            "--baseline",
            "other",
            "--only",
            "a",
            "--only",
            "other",
            "--without",
            "anna",
            "--rounds",
            "3",
            "--sample",
            "50",
            "--csv",
            "figures.csv",
            "--svg",
            "figures.svg",
            "easy.txt",
            "--bench",
        ])
        .unwrap();
        assert_eq!(arguments.files, [Path::new("hard.txt"), Path::new("easy.txt")]);
        assert_eq!(arguments.jobs, [Job::Count, Job::Pencilmarks]);
        let names: Vec<&str> = arguments.libraries.iter().map(|library| library.name.as_str()).collect();
        assert_eq!(names, ["a", "other"]);
        assert_eq!(arguments.baseline.as_deref(), Some("other"));
        assert_eq!((arguments.rounds, arguments.sample), (3, Some(50)));
        assert_eq!(arguments.csv.as_deref(), Some(Path::new("figures.csv")));
        assert_eq!(arguments.svg.as_deref(), Some(Path::new("figures.svg")));
        assert!(arguments.wants("anton") && arguments.wants("another"));
        assert!(!arguments.wants("anna") && !arguments.wants("unwished"));
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        for arguments in [
            &["--rounds", "0"][..],
            &["--rounds", "many"],
            &["--rounds"],
            &["--sample", "0"],
            &["--faster"],
            &["--job", "everything"],
            &["--library", "path-alone"],
            &["--library", "path:symbol:minus-one"],
            &["--library", "path:symbol:1:2"],
            &["--test", "--csv", "nothing-to-write"],
        ] {
            assert!(parse(arguments).is_err(), "{arguments:?}");
        }
    }

    #[test]
    fn a_run_does_the_requested_jobs_and_a_test_does_all() {
        let jobs = |arguments: &[&str]| {
            let sets = parse(&[arguments, &["--sample", "1"]].concat()).unwrap().sets().unwrap();
            let mut jobs: Vec<Job> = sets.into_iter().flat_map(|(jobs, _)| jobs).collect();
            jobs.sort_by_key(|job| job.name());
            jobs.dedup();
            jobs
        };
        assert_eq!(jobs(&[]), [Job::Unique]);
        assert_eq!(jobs(&["--job", "first"]), [Job::First]);
        assert_eq!(jobs(&["--test", "--job", "count"]), [Job::Count]);
        let mut all = Job::ALL.to_vec();
        all.sort_by_key(|job| job.name());
        assert_eq!(jobs(&["--test"]), all);
    }

    #[test]
    fn a_library_is_named_by_its_file_or_by_the_argument() {
        let parse = |text: &str| text.parse::<LibraryArgument>().unwrap();
        assert_eq!(
            parse("old=../lib/libsolver.so:solve:3"),
            LibraryArgument {
                name: "old".to_owned(),
                path: "../lib/libsolver.so".into(),
                solve: "solve".to_owned(),
                enumerate: None,
                configuration: 3,
            }
        );
        let with_two = parse("../lib/libsolver.so:solve,show_all");
        assert_eq!((with_two.solve.as_str(), with_two.enumerate.as_deref()), ("solve", Some("show_all")));
        let unnamed = parse("../lib/libsolver.so:solve");
        assert_eq!((unnamed.name.as_str(), unnamed.configuration), ("solver", 0));
    }
}
