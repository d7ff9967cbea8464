//! Candidates, their constraints, literals, and the reasons why literals are true.

/// The four kinds of constraints: a cell holds a digit; a digit has a column in a row, a row in a column, a place in
/// a box.
pub(super) const CELL: usize = 0;
pub(super) const ROW: usize = 1;
pub(super) const COLUMN: usize = 2;
pub(super) const BOX: usize = 3;
pub(super) const KINDS: usize = 4;

/// A digit in a cell. Row, column and digit count from 0.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Placement {
    row: u8,
    column: u8,
    digit: u8,
}

impl Placement {
    /// The first digit in the first cell.
    pub(super) const FIRST: Self = Placement { row: 0, column: 0, digit: 0 };

    #[inline(always)]
    pub(super) fn new(row: usize, column: usize, digit: usize) -> Self {
        Placement { row: row as u8, column: column as u8, digit: digit as u8 }
    }

    /// Row, column and digit.
    #[inline(always)]
    pub(super) fn parts(self) -> [usize; 3] {
        [self.row, self.column, self.digit].map(usize::from)
    }

    /// The cell, on a board with rows of `side` cells.
    #[inline(always)]
    pub(super) fn cell(self, side: usize) -> usize {
        let [row, column, _] = self.parts();
        row * side + column
    }

    /// The literal "the candidate is placed", in a search whose numbers of rows have this many bits.
    #[inline(always)]
    pub(super) fn placed(self, bits: u32) -> Literal {
        self.ruled_out(bits).opposite()
    }

    /// The literal "the candidate is ruled out".
    #[inline(always)]
    pub(super) fn ruled_out(self, bits: u32) -> Literal {
        let [row, column, digit] = self.parts();
        Literal((((((row << bits) + column) << bits) + digit) * 2) as u16)
    }
}

/// "A candidate is placed" (odd), or "a candidate is ruled out" (even).
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Literal(pub(super) u16);

impl Literal {
    #[inline(always)]
    pub(super) fn is_placed(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline(always)]
    pub(super) fn candidate(self, bits: u32) -> Placement {
        let number = usize::from(self.0) / 2;
        let lowest = |number: usize| number & ((1 << bits) - 1);
        Placement::new(lowest(number >> bits >> bits), lowest(number >> bits), lowest(number))
    }

    /// The negation.
    #[inline(always)]
    pub(super) fn opposite(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// The lengths of the two trails: the candidates placed, and the candidates ruled out.
#[derive(Clone, Copy, Default)]
pub(super) struct TrailLengths {
    pub(super) placed: u16,
    pub(super) trail: u16,
}

impl TrailLengths {
    /// Returns these lengths, with the trail of `entry` truncated just before it.
    pub(super) fn before(self, entry: TrailEntry) -> TrailLengths {
        match entry {
            TrailEntry::Placed(number) => TrailLengths { placed: number as u16, ..self },
            TrailEntry::RuledOut(number) => TrailLengths { trail: number as u16, ..self },
        }
    }
}

/// A true literal, by its index on its trail.
#[derive(Clone, Copy)]
pub(super) enum TrailEntry {
    Placed(usize),
    RuledOut(usize),
}

impl TrailEntry {
    /// Whether the entry is on trails of these lengths.
    pub(super) fn precedes(self, TrailLengths { placed, trail }: TrailLengths) -> bool {
        match self {
            TrailEntry::Placed(number) => number < placed.into(),
            TrailEntry::RuledOut(number) => number < trail.into(),
        }
    }
}

/// The number of a learned clause: half its offset in the arena.
pub(super) type ClauseNumber = u16;

/// Why a literal is true.
#[derive(Clone, Copy)]
pub(super) enum Reason {
    /// The digit placed with this number rules the candidate out.
    Digit(usize),
    /// Locked candidates: the kind of the unit in which the digit is confined to the intersection, the kind of
    /// the unit that loses the digit elsewhere, and the number of the first unit.
    Locked(usize, usize, usize),
    /// The candidate was the only choice left for its constraint of this kind.
    Single(usize),
    /// The candidate was the only place left for its digit in the further house with this number.
    House(usize),
    /// The candidate was the only one left that the [question](super::state::State::question) asks for.
    Question,
    /// It follows from the guesses open at that time; the search did not record how.
    Guesses,
    /// It is a guess, or follows from the clues alone.
    Given,
    /// All other literals of the clause were true.
    Clause(ClauseNumber),
}

/// A [`Reason`] in 16 bits. There is one for each true literal.
#[derive(Clone, Copy, Default)]
pub(super) struct PackedReason(u16);

impl PackedReason {
    /// A placeholder.
    pub(super) const ZERO: Self = PackedReason(0);
    const LOCKED: u16 = 1 << 10;
    const SINGLE: u16 = Self::LOCKED + (1 << 9);
    const GUESSES: u16 = Self::SINGLE + KINDS as u16;
    const GIVEN: u16 = Self::GUESSES + 1;
    const QUESTION: u16 = Self::GIVEN + 1;
    const HOUSE: u16 = Self::QUESTION + 1;
    const CLAUSE: u16 = 1 << 11;

    #[inline(always)]
    pub(super) const fn new(reason: Reason) -> Self {
        PackedReason(match reason {
            Reason::Digit(number) => number as u16,
            Reason::Locked(from, to, unit) => Self::LOCKED + ((from * KINDS + to) * 32 + unit) as u16,
            Reason::Single(kind) => Self::SINGLE + kind as u16,
            Reason::Guesses => Self::GUESSES,
            Reason::Given => Self::GIVEN,
            Reason::Question => Self::QUESTION,
            Reason::House(house) => Self::HOUSE + house as u16,
            Reason::Clause(number) => Self::CLAUSE + number,
        })
    }

    pub(super) fn unpack(self) -> Reason {
        let number = self.0;
        if number < Self::LOCKED {
            Reason::Digit(number.into())
        } else if number < Self::SINGLE {
            let locked = usize::from(number - Self::LOCKED);
            Reason::Locked(locked / 32 / KINDS, locked / 32 % KINDS, locked % 32)
        } else if number < Self::GUESSES {
            Reason::Single(usize::from(number - Self::SINGLE))
        } else if number < Self::GIVEN {
            Reason::Guesses
        } else if number < Self::QUESTION {
            Reason::Given
        } else if number < Self::HOUSE {
            Reason::Question
        } else if number < Self::CLAUSE {
            Reason::House((number - Self::HOUSE).into())
        } else {
            Reason::Clause(number - Self::CLAUSE)
        }
    }
}

/// Why there is a contradiction.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    /// The constraint of this kind, unit and item has no choice left.
    Constraint(u8, u8, u8),
    /// The further house with this number has no place for this digit.
    House(u8, u8),
    /// All literals of the clause are true.
    Clause(ClauseNumber),
    /// No candidate is left that the question asks for.
    Question,
    /// The open guesses lead to a solution that was found before.
    Guesses,
}
