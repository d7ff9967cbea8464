//! The engines.

use core::fmt;

use crate::Size;

/// The algorithm of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Rules applied to many cells at once in vectors: locked candidates, hidden and naked singles, hidden triples. It
    /// searches several nodes in parallel. The fastest for 9x9 boards. Boards of other sizes go to
    /// [`Engine::Propagate`].
    #[default]
    Simd,
    /// Propagation of one candidate at a time, guesses weighted by earlier contradictions, and learned clauses. For
    /// boards of every size, and the fastest for sizes other than 9x9.
    Propagate,
    /// The branchless backtracking loop, one open cell at a time. For boards of every size.
    Backtrack,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 3] = [Engine::Simd, Engine::Propagate, Engine::Backtrack];

    /// Returns the engine's name: `simd`, `propagate` or `backtrack`.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Simd => "simd",
            Engine::Propagate => "propagate",
            Engine::Backtrack => "backtrack",
        }
    }

    /// Returns the engine with this name.
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

    /// Returns the engine that boards of this size go to, if this one is chosen.
    ///
    /// ```
    /// use lanedoku::{Engine, Size};
    ///
    /// assert_eq!(Engine::Simd.for_size(Size::Sixteen), Engine::Propagate);
    /// ```
    #[must_use]
    pub const fn for_size(self, size: Size) -> Engine {
        match (self, size) {
            (Engine::Simd, Size::Nine) => Engine::Simd,
            (Engine::Simd, _) => Engine::Propagate,
            (engine, _) => engine,
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
