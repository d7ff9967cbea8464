//! Input arguments: a file, standard input, or a puzzle.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use lanedoku::{AnyPuzzle, Layout};
use lanedoku_formats::{BYTE_ORDER_MARK, Diagnostic, InputFormat, read_all};

use crate::compression;
use crate::messages::{Failure, shown};
use crate::streams;

/// One input.
#[derive(Clone, PartialEq, Eq)]
pub enum Input {
    /// One puzzle or more, given as an argument.
    Puzzles {
        text: Vec<u8>,
        puzzles: Vec<AnyPuzzle>,
    },
    File(PathBuf),
    Standard,
}

/// Resolves the arguments.
///
/// # Errors
///
/// Returns an error if an argument is neither a file nor a puzzle.
pub fn inputs(arguments: &[OsString], format: &InputFormat) -> Result<Vec<Input>, Failure> {
    arguments.iter().map(|argument| Input::of(argument, format)).collect()
}

impl Input {
    /// Returns the board of a layout in an argument, as one line, perhaps with other fields; `None` if it is none, or
    /// the name of a file.
    pub fn of_layout(argument: &OsStr, layout: &Layout) -> Option<Input> {
        let (text, mut digits) = (argument.as_encoded_bytes(), vec![0; layout.cells()]);
        if Path::new(argument).is_file() {
            return None;
        }
        let text = if layout.read(text, &mut digits).is_ok() {
            Layout::characters(&digits).collect()
        } else {
            let first = text.split(|byte| b",;\t ".contains(byte)).next()?;
            layout.read(first, &mut digits).is_ok().then(|| text.to_vec())?
        };
        Some(Input::Puzzles { text, puzzles: Vec::new() })
    }

    pub fn of(argument: &OsStr, format: &InputFormat) -> Result<Input, Failure> {
        if argument == "-" {
            return Ok(Input::Standard);
        }
        let path = Path::new(argument);
        // A directory cannot be read, so a puzzle is meant if the name is one. On Windows, dots name the current
        // directory.
        let is_directory = path.is_dir();
        if path.exists() && !is_directory {
            return Ok(Input::File(path.into()));
        }
        let text = argument.as_encoded_bytes();
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        match Input::of_text(text, format) {
            Ok(Some(input)) => Ok(input),
            _ if is_directory => Err(Failure::Data(format!("{}: is a directory", shown(path)))),
            Err(diagnostic) if resembles_a_puzzle(text) => {
                let shown = argument.to_string_lossy();
                Err(Failure::Usage(format!(
                    "{shown:?} is neither a file nor a puzzle: {}",
                    located(&diagnostic)
                )))
            }
            _ => Err(Failure::Data(format!("{}: no such file", shown(path)))),
        }
    }

    /// Returns the puzzles in a text, or `None` if there is none.
    pub fn of_text(text: &[u8], format: &InputFormat) -> Result<Option<Input>, Diagnostic> {
        let mut puzzles = Vec::new();
        read_all(text, format, |_, found| puzzles.push(found.map(|parsed| parsed.puzzle)));
        let puzzles: Vec<AnyPuzzle> = puzzles.into_iter().collect::<Result<_, _>>()?;
        Ok((!puzzles.is_empty()).then(|| Input::Puzzles { text: text.into(), puzzles }))
    }

    /// Returns whether standard output is the same file.
    pub fn is_output(&self) -> bool {
        match self {
            Input::Puzzles { .. } => false,
            Input::File(path) => streams::is_output(Some(path)),
            Input::Standard => streams::is_output(None),
        }
    }

    /// Returns whether the input is a file or standard input.
    pub fn is_source(&self) -> bool {
        !matches!(self, Input::Puzzles { .. })
    }

    /// Returns whether the input is typed at a terminal.
    pub fn is_typed(&self) -> bool {
        *self == Input::Standard && io::stdin().is_terminal()
    }

    /// Returns whether reading may block for long. Regular files and arguments never block.
    pub fn may_wait(&self) -> bool {
        match self {
            Input::Puzzles { .. } => false,
            Input::File(path) => !path.is_file(),
            Input::Standard => true,
        }
    }

    /// Returns the name used in messages.
    pub fn name(&self) -> String {
        match self {
            Input::Puzzles { .. } => "argument".into(),
            Input::File(path) => shown(path),
            Input::Standard => "standard input".into(),
        }
    }

    /// Opens the input. Compressed data is decompressed while it is read.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let input: Box<dyn Read + Send> = match self {
            Input::Puzzles { text, .. } => return Ok(Box::new(io::Cursor::new(text.clone()))),
            Input::File(path) => Box::new(File::open(path)?),
            Input::Standard => {
                streams::check_input()?;
                Box::new(io::stdin())
            }
        };
        compression::open(input)
    }

    /// Returns the number of bytes to read, if known.
    pub fn length(&self) -> Option<u64> {
        match self {
            Input::Puzzles { text, .. } => Some(text.len() as u64),
            Input::File(path) => path.metadata().ok().filter(|data| data.is_file()).map(|data| data.len()),
            Input::Standard => None,
        }
    }
}

/// Returns whether an argument looks like a puzzle with a mistake, not like the name of a missing file: at least nine
/// tenths of its characters occur in puzzles.
fn resembles_a_puzzle(text: &[u8]) -> bool {
    let is_cell = |byte: &&u8| b"0123456789.*_-|+ \t\r\n".contains(byte);
    let cells = text.iter().filter(is_cell).count();
    let long_enough = text.len() >= 14 || text.contains(&b'\n');
    let most = |of: usize| 10 * of >= 9 * text.len();
    // 16x16 and 25x25 boards also have letters.
    long_enough
        && (most(cells)
            || text.len() > 200 && most(text.iter().filter(|byte| byte.is_ascii_graphic()).count()))
}

/// Formats an error with its position in an argument.
fn located(diagnostic: &Diagnostic) -> String {
    match diagnostic {
        Diagnostic { column: Some(column), reason, line: 1 } => format!("column {column}: {reason}"),
        Diagnostic { column: None, reason, line: 1 } => reason.clone(),
        _ => diagnostic.to_string(),
    }
}
