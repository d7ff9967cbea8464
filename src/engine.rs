//! Which way a search goes.

use core::fmt;

/// How a search is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Candidates of many cells at once in vectors, ruled out by locked candidates, hidden and naked
    /// singles, and many search nodes side by side: the fastest. For 9x9 boards; boards of other sizes go
    /// to [`Engine::Propagate`].
    #[default]
    Simd,
    /// One candidate at a time: what it rules out is followed up, and guesses go where contradictions are
    /// met. For boards of every size, and the fastest for those other than 9x9.
    Propagate,
    /// The branchless loop, one open cell a step, for boards of every size.
    Backtrack,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 3] = [Engine::Simd, Engine::Propagate, Engine::Backtrack];

    /// The engine's name: `simd`, `propagate` or `backtrack`.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Simd => "simd",
            Engine::Propagate => "propagate",
            Engine::Backtrack => "backtrack",
        }
    }

    /// The engine of that name.
    ///
    /// ```
    /// use lanedoku::Engine;
    ///
    /// assert_eq!(Engine::from_name("backtrack"), Some(Engine::Backtrack));
    /// assert_eq!(Engine::from_name("fastest"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
