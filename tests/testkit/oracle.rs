//! An independent solver: a plain search on the candidates of the cells, for boards up to 25x25. It shares no code
//! with the crate under test.
//!
//! It fills singles, then guesses a cell or the position of a digit in a unit, whichever has the fewest options
//! relative to its weight. Every contradiction raises the weight of the cell or digit where it occurred. Boards
//! that look harmless and take other heuristics hours take this one a few hundred contradictions.
//!
//! ```
//! use testkit::oracle;
//!
//! let mut board = [0; 16];
//! (board[0], board[15]) = (1, 2);
//! assert_eq!(oracle::solutions(&oracle::masks(&board), 100, u32::MAX).unwrap().len(), 18);
//! (board[1], board[4], board[5]) = (2, 3, 1);
//! assert!(oracle::collide(&board));
//! ```

use std::ops::ControlFlow;

/// The rows, columns and boxes of a board.
pub(crate) struct OracleUnits<const CELLS: usize>;

impl<const CELLS: usize> OracleUnits<CELLS> {
    /// Cells in a row.
    pub(crate) const SIDE: usize = CELLS.isqrt();
    /// Cells in a row of a box.
    pub(crate) const ORDER: usize = Self::SIDE.isqrt();

    /// The cells of all rows, then of all columns, then of all boxes.
    const MEMBERS: [[u16; CELLS]; 3] = {
        let (side, order) = (Self::SIDE, Self::ORDER);
        assert!(order * order * order * order == CELLS && side <= 32);
        let mut cells = [[0; CELLS]; 3];
        let mut index = 0;
        while index < CELLS {
            let (unit, place) = (index / side, index % side);
            let row = unit / order * order + place / order;
            let column = unit % order * order + place % order;
            cells[0][index] = index as u16;
            cells[1][index] = (place * side + unit) as u16;
            cells[2][index] = (row * side + column) as u16;
            index += 1;
        }
        cells
    };

    /// The mask of all digits.
    const ALL: u32 = ((1u64 << Self::SIDE) - 1) as u32;

    /// Iterates over the units, each with its kind and its number among those of its kind.
    fn all() -> impl Iterator<Item = (usize, usize, &'static [u16])> {
        let of_kind = |kind: usize| Self::slices(kind).enumerate().map(move |(i, unit)| (kind, i, unit));
        (0..3).flat_map(of_kind)
    }

    fn slices(kind: usize) -> std::slice::ChunksExact<'static, u16> {
        let cells: &'static [[u16; CELLS]; 3] = const { &Self::MEMBERS };
        cells[kind].chunks_exact(Self::SIDE)
    }
}

/// Returns the candidates of a board of digits, where 0 is an open cell. Bit `d - 1` of a mask is digit `d`.
pub fn masks<const CELLS: usize>(digits: &[u8; CELLS]) -> [u32; CELLS] {
    digits.map(|digit| if digit == 0 { OracleUnits::<CELLS>::ALL } else { 1 << (digit - 1) })
}

/// Returns the candidates of a board as pencil marks.
pub fn candidates(digits: &[u8; 81]) -> [u16; 81] {
    masks(digits).map(|mask| mask as u16)
}

/// Returns whether two equal digits share a row, column or box.
pub fn collide<const CELLS: usize>(digits: &[u8; CELLS]) -> bool {
    OracleUnits::<CELLS>::all().any(|(_, _, cells)| {
        let mut seen = 0;
        cells.iter().map(|&cell| digits[usize::from(cell)]).filter(|&digit| digit != 0).any(|digit| {
            let had = seen;
            seen |= 1u32 << (digit - 1);
            had == seen
        })
    })
}

/// Returns the first `limit` solutions in search order, or all of them if there are fewer. Returns `None` if the
/// search reached `max_contradictions`.
pub fn solutions<const CELLS: usize, M: Copy + Into<u32>>(
    masks: &[M; CELLS],
    limit: usize,
    max_contradictions: u32,
) -> Option<Vec<[u8; CELLS]>> {
    let mut found = Vec::new();
    let mut masks = masks.map(Into::into);
    // A limit of 0 requests no search.
    if limit == 0 {
        masks[0] = 0;
    }
    let contradictions = visit(&masks, max_contradictions, |solution| {
        found.push(*solution);
        if found.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    contradictions.map(|_| found)
}

/// Returns the least solution, read row by row as a number, or no solution if there is none. Returns `None` if a search
/// reached `max_contradictions`. Decides one cell after another, each with a search for every lower digit.
///
/// ```
/// use testkit::oracle;
///
/// let mut board = [0; 16];
/// board[0] = 2;
/// let least = oracle::least_solution(&oracle::masks(&board), u32::MAX).unwrap().unwrap();
/// assert_eq!(least[..8], [2, 1, 3, 4, 3, 4, 1, 2]);
/// ```
pub fn least_solution<const CELLS: usize, M: Copy + Into<u32>>(
    masks: &[M; CELLS],
    max_contradictions: u32,
) -> Option<Option<[u8; CELLS]>> {
    let mut masks = masks.map(Into::into);
    let Some(mut least) = solutions(&masks, 1, max_contradictions)?.pop() else { return Some(None) };
    for cell in 0..CELLS {
        let digits = masks[cell];
        for digit in (1..least[cell]).filter(|digit| digits >> (digit - 1) & 1 == 1) {
            masks[cell] = 1 << (digit - 1);
            if let Some(solution) = solutions(&masks, 1, max_contradictions)?.pop() {
                least = solution;
                break;
            }
        }
        masks[cell] = 1 << (least[cell] - 1);
    }
    Some(Some(least))
}

/// Passes the solutions to a visitor until it breaks. Returns the number of contradictions, or `None` if the search
/// reached `max_contradictions`. Bits of a mask above the digits are ignored.
pub fn visit<const CELLS: usize>(
    masks: &[u32; CELLS],
    max_contradictions: u32,
    visitor: impl FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Option<u32> {
    let mut search =
        OracleSearch { visitor, weights: [[1; CELLS]; 4], contradictions_left: max_contradictions };
    let _stopped = search.search(masks.map(|mask| mask & OracleUnits::<CELLS>::ALL));
    (search.contradictions_left > 0).then_some(max_contradictions - search.contradictions_left)
}

/// A constraint that must be satisfied exactly once. Kind 0 is a cell, by its number; kinds 1 to 3 are a digit in a
/// row, column or box, by the number of the unit times the side plus the digit.
type Constraint = (usize, usize);

struct OracleSearch<const CELLS: usize, V> {
    visitor: V,
    /// The weight of each constraint.
    weights: [[u32; CELLS]; 4],
    /// The number of contradictions left before the search gives up.
    contradictions_left: u32,
}

impl<const CELLS: usize, V: FnMut(&[u8; CELLS]) -> ControlFlow<()>> OracleSearch<CELLS, V> {
    fn search(&mut self, mut masks: [u32; CELLS]) -> ControlFlow<()> {
        let side = OracleUnits::<CELLS>::SIDE;
        if let Err((kind, index)) = fill_singles(&mut masks) {
            self.weights[kind][index] += 1;
            self.contradictions_left = self.contradictions_left.saturating_sub(1);
            return if self.contradictions_left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            };
        }
        let options: Vec<(usize, u32)> = match self.most_constrained(&masks) {
            None => return (self.visitor)(&masks.map(|mask| mask.trailing_zeros() as u8 + 1)),
            Some((0, cell)) => (0..side)
                .map(|digit| (cell, 1 << digit))
                .filter(|option| masks[cell] & option.1 != 0)
                .collect(),
            Some((kind, index)) => {
                let digit = 1 << (index % side);
                let unit = OracleUnits::<CELLS>::slices(kind - 1).nth(index / side).unwrap_or_default();
                let cells = unit.iter().map(|&cell| (usize::from(cell), digit));
                cells.filter(|option| masks[option.0] & digit != 0).collect()
            }
        };
        for (cell, digit) in options {
            let mut child = masks;
            child[cell] = digit;
            self.search(child)?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the constraint with the fewest options relative to its weight, among those with two options or more;
    /// the first one of several.
    fn most_constrained(&self, masks: &[u32; CELLS]) -> Option<Constraint> {
        let mut best: Option<(u64, u64, Constraint)> = None;
        let mut consider = |kind: usize, index: usize, options: u32| {
            let (options, weight) = (u64::from(options), u64::from(self.weights[kind][index]));
            if options > 1 && best.is_none_or(|(fewest, of, _)| options * of < fewest * weight) {
                best = Some((options, weight, (kind, index)));
            }
        };
        masks.iter().enumerate().for_each(|(cell, mask)| consider(0, cell, mask.count_ones()));
        for (kind, number, cells) in OracleUnits::<CELLS>::all() {
            let mut counts = [0; 32];
            for mut mask in cells.iter().map(|&cell| masks[usize::from(cell)]) {
                while mask != 0 {
                    counts[mask.trailing_zeros() as usize & 31] += 1;
                    mask &= mask - 1;
                }
            }
            let side = OracleUnits::<CELLS>::SIDE;
            (0..side).for_each(|digit| consider(kind + 1, side * number + digit, counts[digit]));
        }
        best.map(|(_, _, constraint)| constraint)
    }
}

/// Fills naked and hidden singles until none is left, or returns a constraint without an option.
fn fill_singles<const CELLS: usize>(masks: &mut [u32; CELLS]) -> Result<(), Constraint> {
    loop {
        let mut changed = 0;
        for (kind, number, cells) in OracleUnits::<CELLS>::all() {
            let (mut once, mut twice, mut single) = (0, 0, 0);
            for cell in cells.iter().copied().map(usize::from) {
                let mask = masks[cell];
                twice |= once & mask;
                once |= mask;
                if mask.is_power_of_two() {
                    if single & mask != 0 {
                        return Err((0, cell));
                    }
                    single |= mask;
                }
            }
            if once != OracleUnits::<CELLS>::ALL {
                let digit = (!once).trailing_zeros() as usize;
                return Err((kind + 1, OracleUnits::<CELLS>::SIDE * number + digit));
            }
            if single == once {
                continue;
            }
            for cell in cells.iter().copied().map(usize::from) {
                let mask = masks[cell];
                let hidden = mask & once & !twice;
                let left = match hidden.count_ones() {
                    0 if mask.is_power_of_two() => mask,
                    0 => mask & !single,
                    1 => hidden,
                    _ => return Err((0, cell)),
                };
                if left == 0 {
                    return Err((0, cell));
                }
                changed |= mask ^ left;
                masks[cell] = left;
            }
        }
        if changed == 0 {
            return Ok(());
        }
    }
}
