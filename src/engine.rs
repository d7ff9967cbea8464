//! Which way a search goes.

use core::fmt;

/// How a search is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Candidates of many cells at once in vectors, ruled out by locked candidates, hidden and naked
    /// singles, and many search nodes side by side: the fastest. For 9x9 boards.
    #[default]
    Simd,
    /// The branchless loop, one open cell a step, for boards of every size.
    Backtrack,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 2] = [Engine::Simd, Engine::Backtrack];

    /// The engine's name: `simd` or `backtrack`.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Simd => "simd",
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
