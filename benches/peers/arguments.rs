//! What may be asked for on the command line.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Parser;
use clap::builder::RangedU64ValueParser;

use crate::contestant::Contestant;
use crate::puzzle_set::PuzzleSet;

/// Puzzles of each kind that are made where no file is given.
const GENERATED: usize = 1000;

/// Times solvers against each other on the same puzzles, after their answers have been compared
///
/// Without a file the puzzles come from the project's generator. A solver decides whether a puzzle has
/// no solution, one, or more, and gives the first.
#[derive(Debug, Parser)]
#[command(name = "peers", bin_name = "cargo bench -p peers --")]
pub struct Arguments {
    /// Files with one puzzle a line: 81 characters, '.' or '0' for an open cell
    #[arg(value_name = "PUZZLES")]
    pub files: Vec<PathBuf>,

    /// A solver in a shared library with tdoku's C function; may be repeated
    #[arg(long = "library", value_name = "[NAME=]PATH:SYMBOL[:CONFIGURATION]")]
    pub libraries: Vec<LibraryArgument>,

    /// The solver that ratios are relative to [default: the first]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,

    /// Run only solvers whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,

    /// Leave out solvers whose name contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,

    /// How often every solver takes its turn
    #[arg(long, value_name = "N", default_value = "31", value_parser = at_least_one())]
    pub rounds: usize,

    /// At most N puzzles of each file, evenly spaced, or N generated ones of each kind
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub sample: Option<usize>,

    /// Write the figures as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    /// Write the ratios as a bar chart
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Compare the answers and time nothing
    #[arg(long, conflicts_with_all = ["csv", "svg"])]
    pub test: bool,

    /// Cargo adds it.
    #[arg(long, hide = true)]
    pub bench: bool,
}

fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}

impl Arguments {
    /// The puzzle sets: the files given, or one generated set of each kind.
    ///
    /// # Errors
    ///
    /// See [`PuzzleSet::read`].
    pub fn sets(&self) -> Result<Vec<PuzzleSet>, String> {
        if self.files.is_empty() {
            return Ok(PuzzleSet::generate(self.sample.unwrap_or(GENERATED)));
        }
        let sets = self.files.iter().map(|file| {
            let mut set = PuzzleSet::read(file)?;
            set.thin_out(self.sample.unwrap_or(usize::MAX));
            Ok(set)
        });
        sets.collect()
    }

    /// Whether a solver of that name is to run.
    pub fn wants(&self, name: &str) -> bool {
        let is_in = |names: &[String]| names.iter().any(|part| name.contains(part));
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.without)
    }

    /// The index of the solver that ratios are relative to.
    ///
    /// # Errors
    ///
    /// If no solver has the name asked for.
    pub fn baseline_among(&self, contestants: &[Box<dyn Contestant>]) -> Result<usize, String> {
        match &self.baseline {
            None => Ok(0),
            Some(name) => contestants
                .iter()
                .position(|contestant| contestant.name() == name)
                .ok_or_else(|| format!("--baseline {name}: no such solver")),
        }
    }
}

/// Where a solver's C function is found: `path:symbol` or `path:symbol:configuration`, with or without
/// `name=` in front.
///
/// ```
/// use peers::arguments::LibraryArgument;
///
/// let library: LibraryArgument = "build/libtdoku.so:Solve:1".parse().unwrap();
/// assert_eq!(library.name, "tdoku");
/// assert_eq!((library.symbol.as_str(), library.configuration), ("Solve", 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryArgument {
    /// The name in tables and charts: the file's, without `lib` and ending, unless one was given.
    pub name: String,
    /// The shared library.
    pub path: PathBuf,
    /// The function in it.
    pub symbol: String,
    /// A number that the function is given with every puzzle, 0 unless one was given.
    pub configuration: u32,
}

impl FromStr for LibraryArgument {
    type Err = String;

    fn from_str(argument: &str) -> Result<Self, String> {
        let (name, place) = match argument.split_once('=') {
            Some((name, place)) => (Some(name), place),
            None => (None, argument),
        };
        let mut parts = place.split(':');
        let (Some(path), Some(symbol), configuration, None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err("expected PATH:SYMBOL or PATH:SYMBOL:CONFIGURATION".to_owned());
        };
        let configuration =
            configuration.map_or(Ok(0), str::parse).map_err(|error| format!("configuration: {error}"))?;
        let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        Ok(LibraryArgument {
            name: name.unwrap_or(stem.trim_start_matches("lib")).to_owned(),
            path: path.into(),
            symbol: symbol.to_owned(),
            configuration,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Arguments, clap::Error> {
        Arguments::try_parse_from([&["peers"], arguments].concat())
    }

    #[test]
    fn the_defaults_need_no_argument() {
        // Cargo adds --bench, anywhere.
        let arguments = parse(&["--bench"]).unwrap();
        assert_eq!((arguments.rounds, arguments.sample, arguments.test), (31, None, false));
        assert!(arguments.files.is_empty() && arguments.libraries.is_empty());
        assert!(arguments.wants("anything"));
    }

    #[test]
    fn every_option_is_read() {
        let arguments = parse(&[
            "hard.txt",
            "--library",
            "a.so:f",
            "--library=other=b.so:g:7",
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
    fn nonsense_is_refused() {
        for nonsense in [
            &["--rounds", "0"][..],
            &["--rounds", "many"],
            &["--rounds"],
            &["--sample", "0"],
            &["--faster"],
            &["--library", "path-alone"],
            &["--library", "path:symbol:minus-one"],
            &["--library", "path:symbol:1:2"],
            &["--test", "--csv", "nothing-to-write"],
        ] {
            assert!(parse(nonsense).is_err(), "{nonsense:?}");
        }
    }

    #[test]
    fn a_library_is_named_by_its_file_or_as_asked() {
        let parse = |text: &str| text.parse::<LibraryArgument>().unwrap();
        assert_eq!(
            parse("old=../lib/libsolver.so:solve:3"),
            LibraryArgument {
                name: "old".to_owned(),
                path: "../lib/libsolver.so".into(),
                symbol: "solve".to_owned(),
                configuration: 3,
            }
        );
        let unnamed = parse("../lib/libsolver.so:solve");
        assert_eq!((unnamed.name.as_str(), unnamed.configuration), ("solver", 0));
    }
}
