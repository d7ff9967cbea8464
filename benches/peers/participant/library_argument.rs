//! How the command line names a solver in a shared library.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A solver in a shared library: `[NAME=]PATH:SOLVE[,ENUMERATE][:CONFIGURATION]`.
///
/// ```
/// use peers::participant::LibraryArgument;
///
/// let library: LibraryArgument = "build/libtdoku.so:Solve,Enumerate:1".parse().unwrap();
/// assert_eq!(library.name, "tdoku");
/// assert_eq!((library.solve.as_str(), library.enumerate.as_deref()), ("Solve", Some("Enumerate")));
/// assert_eq!(library.configuration, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryArgument {
    /// The name in tables and charts; by default the file name without `lib` and its extension.
    pub name: String,
    /// The shared library.
    pub path: PathBuf,
    /// The name of the solving function.
    pub solve: String,
    /// The name of the function that enumerates all solutions, if given.
    pub enumerate: Option<String>,
    /// The `configuration` argument of the solving function; default 0.
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
        let (Some(path), Some(symbols), configuration, None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err("expected PATH:SOLVE[,ENUMERATE] or PATH:SOLVE[,ENUMERATE]:CONFIGURATION".to_owned());
        };
        let (solve, enumerate) = match symbols.split_once(',') {
            Some((solve, enumerate)) => (solve, Some(enumerate.to_owned())),
            None => (symbols, None),
        };
        let configuration =
            configuration.map_or(Ok(0), str::parse).map_err(|error| format!("configuration: {error}"))?;
        let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
        Ok(LibraryArgument {
            name: name.unwrap_or(stem.trim_start_matches("lib")).to_owned(),
            path: path.into(),
            solve: solve.to_owned(),
            enumerate,
            configuration,
        })
    }
}
