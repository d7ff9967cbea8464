//! Grades given solutions.

use crate::{Board, SizedPuzzle};

/// The grade of a given solution: [`Board::grade`], and for many [`grade_digits`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grade {
    /// Whether every cell holds a digit.
    pub is_complete: bool,
    /// Whether no row, column or box holds a digit twice. Open cells do not count.
    pub is_consistent: bool,
    /// Whether each clue of the puzzle is in its cell. For pencil marks: whether each digit is a candidate of its cell.
    pub keeps_clues: bool,
    /// The number of cells with the digit of the solution; `None` if no solution was given.
    pub right_cells: Option<u16>,
}

impl Grade {
    /// Whether the board is a solution of the puzzle: complete, consistent, with all clues.
    pub const fn is_solution(&self) -> bool {
        self.is_complete && self.is_consistent && self.keeps_clues
    }
}

impl<const CELLS: usize> Board<CELLS> {
    /// Grades this board as the solution of `puzzle`. If the right solution is given, also counts the cells that agree
    /// with it.
    ///
    /// ```
    /// use lanedoku::{Board4x4, Solver};
    ///
    /// let puzzle: Board4x4 = "1..4.........32.".parse()?;
    /// let solution = Solver::new().solve(&puzzle).solution;
    /// let given: Board4x4 = "12343412214.4322".parse()?;
    /// let grade = given.grade(&puzzle, solution.as_ref());
    /// assert!(!grade.is_complete && !grade.is_consistent && grade.keeps_clues);
    /// assert_eq!(grade.right_cells, Some(14));
    /// assert!(solution.unwrap().grade(&puzzle, None).is_solution());
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn grade(&self, puzzle: &impl SizedPuzzle<CELLS>, solution: Option<&Self>) -> Grade {
        grade(self.digits(), solution.map(Self::digits), |cell, digit| puzzle.admits(cell, digit))
    }
}

/// Grades given solutions as [`Board::grade`] does, for programs that hold many as digits: 1 to the number of digits,
/// or 0 for an open cell. Takes a small fraction of the time of solving.
///
/// The puzzles are digits, too, or the candidates of 9x9 boards: `[u16; 81]`, bit `d - 1` for digit `d`.
///
/// Any other number in a given solution counts as an open cell. A clue with such a number is never kept. With a
/// solution of zeros, no cell is right.
///
/// ```
/// use lanedoku::{Grade, grade_digits, random_grid};
///
/// let solutions = [*random_grid(1, 0).digits(); 2];
/// let (mut given, mut puzzles) = (solutions, [[0; 81]; 2]);
/// puzzles[1][80] = solutions[1][80];
/// given[1][80] = 255;
/// let mut grades = [Grade::default(); 2];
/// grade_digits(&given, &puzzles, Some(&solutions), &mut grades);
/// assert!(grades[0].is_solution());
/// assert!(!grades[1].is_complete && grades[1].is_consistent && !grades[1].keeps_clues);
/// assert_eq!(grades.map(|grade| grade.right_cells), [Some(81), Some(80)]);
/// ```
///
/// # Panics
///
/// Panics if the slices differ in length.
pub fn grade_digits<const CELLS: usize>(
    given: &[[u8; CELLS]],
    puzzles: &[impl GradedPuzzle<CELLS>],
    solutions: Option<&[[u8; CELLS]]>,
    grades: &mut [Grade],
) {
    assert_eq!(given.len(), puzzles.len(), "a puzzle for each given solution");
    assert_eq!(given.len(), grades.len(), "a grade for each given solution");
    if let Some(solutions) = solutions {
        assert_eq!(given.len(), solutions.len(), "a solution for each given solution");
    }
    for (index, ((given, puzzle), place)) in given.iter().zip(puzzles).zip(grades).enumerate() {
        let solution = solutions.and_then(|solutions| solutions.get(index));
        *place = grade(given, solution, |cell, digit| puzzle.admits(cell, digit));
    }
}

/// A puzzle as [`grade_digits`] takes it: the digits of a board of any size, or the candidates of a 9x9 board.
pub trait GradedPuzzle<const CELLS: usize> {
    /// Whether a digit in a cell, 0 for an open one, agrees with the puzzle.
    fn admits(&self, cell: usize, digit: u8) -> bool;
}

impl<const CELLS: usize> GradedPuzzle<CELLS> for [u8; CELLS] {
    #[inline(always)]
    fn admits(&self, cell: usize, digit: u8) -> bool {
        (self[cell] == 0) | (self[cell] == digit)
    }
}

impl GradedPuzzle<81> for [u16; 81] {
    // This holds for an open cell, too.
    #[inline(always)]
    fn admits(&self, cell: usize, digit: u8) -> bool {
        (self[cell] << 1 | 1) >> (digit & 15) & 1 == 1
    }
}

/// The maximum number of cells counted in one byte.
const COUNTED: usize = 128;

#[inline(always)]
fn grade<const CELLS: usize>(
    given: &[u8; CELLS],
    solution: Option<&[u8; CELLS]>,
    keeps: impl Fn(usize, u8) -> bool,
) -> Grade {
    let known = solution.unwrap_or(&[0; CELLS]);
    let mut digits = [0; CELLS];
    let (mut filled, mut right, mut lost) = (0, 0, false);
    // There is no branch on a cell, so that the compiler vectorizes the loop.
    for start in (0..CELLS).step_by(COUNTED) {
        let (mut filled_here, mut right_here) = (0_u8, 0_u8);
        for cell in start..CELLS.min(start + COUNTED) {
            let digit = if usize::from(given[cell]) > Board::<CELLS>::SIDE { 0 } else { given[cell] };
            digits[cell] = digit;
            filled_here += u8::from(digit != 0);
            right_here += u8::from((digit != 0) & (digit == known[cell]));
            lost |= !keeps(cell, digit);
        }
        filled += u16::from(filled_here);
        right += u16::from(right_here);
    }
    let is_complete = usize::from(filled) == CELLS;
    let is_consistent = match digits.as_slice().try_into() {
        Ok(digits) if is_complete => has_all_digits(digits),
        _ => !Board::from_checked(digits).has_collision(),
    };
    Grade { is_complete, is_consistent, keeps_clues: !lost, right_cells: solution.map(|_| right) }
}

/// Whether each row, column and box of a full 9x9 board has all digits.
#[inline(always)]
fn has_all_digits(digits: &[u8; 81]) -> bool {
    // The three cells that a row and a box share are looked up together, as a number of three digits.
    let mut shared = [0; 79];
    for (cell, shared) in shared.iter_mut().enumerate() {
        // Written out: without optimization across crates, a closure would be a call for each cell.
        *shared =
            u16::from(digits[cell]) + 10 * u16::from(digits[cell + 1]) + 100 * u16::from(digits[cell + 2]);
    }
    let (mut rows_and_boxes, mut columns) = (u64::MAX, [0; 3]);
    for band in 0..3 {
        let mut boxes = [0; 3];
        for row in 3 * band..3 * band + 3 {
            let mut in_row = 0;
            for stack in 0..3 {
                let digits = DIGITS_OF_THREE[usize::from(shared[9 * row + 3 * stack]) % 1024];
                in_row |= digits;
                boxes[stack] |= digits;
            }
            rows_and_boxes &= in_row;
        }
        for stack in 0..3 {
            rows_and_boxes &= boxes[stack];
            columns[stack] |= boxes[stack];
        }
    }
    rows_and_boxes >> 32 == 0x1ff && columns.iter().all(|&digits| digits as u32 == 0x7ff_ffff)
}

/// For each triple of digits: nine bits for each of the three digits, and from bit 32, the union of the three.
static DIGITS_OF_THREE: [u64; 1024] = {
    let (mut table, mut number) = ([0; 1024], 0);
    while number < 1000 {
        let digits = [number % 10, number / 10 % 10, number / 100];
        let mut place = 0;
        while place < 3 {
            let digit = (1 << digits[place]) >> 1;
            table[number] |= digit << (9 * place) | digit << 32;
            place += 1;
        }
        number += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::TestRandom;
    use crate::{Solver, Status};

    /// Grades by the definition, unit by unit.
    fn plain<const CELLS: usize>(given: &[u8; CELLS], solution: &[u8; CELLS]) -> (bool, bool, u16) {
        let is_digit = |cell: &usize| (1..=Board::<CELLS>::SIDE).contains(&given[*cell].into());
        let filled = (0..CELLS).filter(is_digit);
        let is_consistent = filled.clone().all(|one| {
            filled.clone().filter(|&other| other != one && given[other] == given[one]).all(|other| {
                let units = Board::<CELLS>::units_of(one);
                units.iter().all(|unit| !Board::<CELLS>::units_of(other).contains(unit))
            })
        });
        let right = filled.clone().filter(|&cell| given[cell] == solution[cell]);
        (filled.clone().count() == CELLS, is_consistent, right.count() as u16)
    }

    fn check<const CELLS: usize>(random: &mut TestRandom, solution: &[u8; CELLS], rounds: usize) {
        let side = Board::<CELLS>::SIDE;
        for round in 0..rounds {
            let mut given = *solution;
            // None to three of these changes: two cells exchanged, an invalid number, an open cell, another digit.
            for _ in 0..round % 4 {
                let cell = random.below(CELLS);
                match random.below(5) {
                    0 => given.swap(cell, random.below(CELLS)),
                    1 => given[cell] = [side + 1, 128, 255][random.below(3)] as u8,
                    2 => given[cell] = 0,
                    // An exchange within a row, a column or a box, which only the other units reveal.
                    3 => given.swap(cell, cell / side * side + random.below(side)),
                    _ => given[cell] = 1 + random.below(side) as u8,
                }
            }
            let mut puzzle = *solution;
            for _ in 0..random.below(2 * CELLS) {
                puzzle[random.below(CELLS)] = 0;
            }
            if random.once_in(8) {
                puzzle[random.below(CELLS)] = side as u8 + 1;
            }
            let mut grades = [Grade::default()];
            grade_digits(&[given], &[puzzle], Some(&[*solution]), &mut grades);
            let keeps_clues = (0..CELLS).all(|cell| {
                puzzle[cell] == 0 || puzzle[cell] == given[cell] && usize::from(given[cell]) <= side
            });
            let (is_complete, is_consistent, right) = plain(&given, solution);
            let expected = Grade { is_complete, is_consistent, keeps_clues, right_cells: Some(right) };
            assert_eq!(grades[0], expected, "{given:?} for {puzzle:?}");
            grade_digits(&[given], &[puzzle], None, &mut grades);
            assert_eq!(grades[0], Grade { right_cells: None, ..expected });
            if let (Ok(given), Ok(puzzle)) = (Board::from_digits(&given), Board::from_digits(&puzzle)) {
                assert_eq!(given.grade(&puzzle, None), grades[0]);
                assert_eq!(given.is_solution_of(&puzzle), grades[0].is_solution());
            }
        }
    }

    #[test]
    fn grades_are_those_of_the_definition() {
        let mut random = TestRandom::new(25);
        for _ in 0..100 {
            let solution = random.grid();
            check(&mut random, &solution, 100);
        }
        fn of_empty<const CELLS: usize>(random: &mut TestRandom) {
            let outcome = Solver::new().solve(&Board::<CELLS>::EMPTY);
            assert_eq!(outcome.status, Status::Multiple);
            check(random, outcome.solution.unwrap().digits(), 100);
        }
        of_empty::<16>(&mut random);
        of_empty::<256>(&mut random);
        of_empty::<625>(&mut random);
    }

    /// Full boards that differ from a solution so that only rows, only columns, or only boxes are wrong (twice: by rows
    /// and by columns of other bands).
    fn wrong_in_one_kind<const CELLS: usize>(
        random: &mut TestRandom,
        solution: &[u8; CELLS],
    ) -> [(usize, [u8; CELLS]); 4] {
        let (order, side) = (Board::<CELLS>::ORDER, Board::<CELLS>::SIDE);
        let mut two = |end: usize| {
            let one = random.below(end);
            [one, (one + 1 + random.below(end - 1)) % end]
        };
        let ([row, other], [line, _], [band, other_band]) = (two(order), two(side), two(order));
        let (first, last) = (order * band + row, order * band + other);
        let far = order * other_band + other;
        let exchanged = |is_chosen: &dyn Fn(usize) -> bool, one: usize, other: usize, is_row: bool| {
            core::array::from_fn(|cell| {
                let [own, across] =
                    if is_row { [cell / side, cell % side] } else { [cell % side, cell / side] };
                let from = match own {
                    _ if !is_chosen(across) => own,
                    own if own == one => other,
                    own if own == other => one,
                    own => own,
                };
                solution[if is_row { side * from + across } else { side * across + from }]
            })
        };
        [
            (0, exchanged(&|across| across == line, first, last, true)),
            (1, exchanged(&|across| across == line, first, last, false)),
            (2, exchanged(&|_| true, first, far, true)),
            (2, exchanged(&|_| true, first, far, false)),
        ]
    }

    /// A board is a solution if it is right in all three kinds of units, and in each clue.
    #[test]
    fn one_kind_of_unit_or_one_clue_makes_a_board_wrong() {
        fn check<const CELLS: usize>(random: &mut TestRandom, solution: &[u8; CELLS]) {
            let (order, side) = (Board::<CELLS>::ORDER, Board::<CELLS>::SIDE);
            for (kind, given) in wrong_in_one_kind(random, solution) {
                let mut is_wrong = [false; 3];
                for (one, other) in (0..CELLS).flat_map(|one| (0..one).map(move |other| (one, other))) {
                    let units = |cell: usize| {
                        let (row, column) = (cell / side, cell % side);
                        [row, column, row / order * order + column / order]
                    };
                    for (kind, is_wrong) in is_wrong.iter_mut().enumerate() {
                        *is_wrong |= given[one] == given[other] && units(one)[kind] == units(other)[kind];
                    }
                }
                // On a small board, rows of two bands may have the same digits in each box.
                let is_consistent = kind == 2 && CELLS == 16 && is_wrong == [false; 3];
                assert!(is_consistent || is_wrong == [0, 1, 2].map(|other| other == kind), "{given:?}");
                let right = (0..CELLS).filter(|&cell| given[cell] == solution[cell]);
                let mut kept = [0; CELLS];
                right.clone().for_each(|cell| kept[cell] = solution[cell]);
                let expected = Grade {
                    is_complete: true,
                    is_consistent,
                    keeps_clues: true,
                    right_cells: Some(right.count() as u16),
                };
                assert_eq!(expected.is_solution(), is_consistent);
                let [given, kept, full] =
                    [given, kept, *solution].map(|digits| Board::from_digits(&digits).unwrap());
                assert_eq!(given.grade(&kept, Some(&full)), expected, "{given}");
                let mut grades = [Grade::default(); 2];
                let solutions = Some(&[*full.digits(); 2][..]);
                grade_digits(&[*given.digits(); 2], &[*kept.digits(), [0; CELLS]], solutions, &mut grades);
                assert_eq!(grades, [expected; 2]);
                assert_eq!([given.is_solution_of(&kept), given.is_solved()], [is_consistent; 2]);
            }
            // One clue of another number alone.
            let cell = random.below(CELLS);
            let mut puzzle = [0; CELLS];
            for number in 0..=side as u8 + 1 {
                puzzle[cell] = number;
                let mut grades = [Grade::default()];
                grade_digits(&[*solution], &[puzzle], None, &mut grades);
                let keeps_clues = number == 0 || number == solution[cell];
                let expected =
                    Grade { is_complete: true, is_consistent: true, keeps_clues, right_cells: None };
                assert_eq!(
                    (grades[0], grades[0].is_solution()),
                    (expected, keeps_clues),
                    "{number} in {cell}"
                );
            }
        }
        let mut random = TestRandom::new(36);
        let mut generator = crate::testkit::puzzles::PuzzleGenerator::new(36);
        for round in 0..40 {
            check(&mut random, &generator.full_grid::<81>());
            if round % 10 == 0 {
                check(&mut random, &generator.full_grid::<16>());
                check(&mut random, &generator.full_grid::<256>());
            }
        }
        check(&mut random, &generator.full_grid::<625>());
    }

    #[test]
    fn slices_of_other_lengths_are_refused() {
        let panics = |given: usize, puzzles: usize, solutions: Option<usize>, grades: usize| {
            let grade = |marks: bool| {
                let solutions = solutions.map(|count| vec![[0; 81]; count]);
                let (given, solutions) = (vec![[0; 81]; given], solutions.as_deref());
                let mut grades = vec![Grade::default(); grades];
                match marks {
                    true => grade_digits(&given, &vec![[0_u16; 81]; puzzles], solutions, &mut grades),
                    false => grade_digits(&given, &vec![[0_u8; 81]; puzzles], solutions, &mut grades),
                }
            };
            [false, true].map(|marks| std::panic::catch_unwind(|| grade(marks)).is_err())
        };
        assert_eq!(panics(2, 2, Some(2), 2), [false; 2]);
        assert_eq!(panics(2, 2, None, 2), [false; 2]);
        for (given, puzzles, solutions, grades) in
            [(1, 2, Some(2), 2), (2, 1, Some(2), 2), (2, 2, Some(1), 2), (2, 2, Some(3), 2), (2, 2, None, 1)]
        {
            assert_eq!(panics(given, puzzles, solutions, grades), [true; 2], "{given} {puzzles} {grades}");
        }
    }

    #[test]
    fn a_digit_must_be_a_candidate() {
        let mut random = TestRandom::new(26);
        let solution = random.grid();
        for cell in 0..81 {
            let mut candidates = solution.map(|digit| 1_u16 << (digit - 1));
            let (mut grades, mut given) = ([Grade::default()], solution);
            for (digit, excluded) in [(given[cell], false), (given[cell], true), (0, true), (200, true)] {
                given[cell] = digit;
                if excluded {
                    candidates[cell] = !(1 << (solution[cell] - 1));
                }
                grade_digits(&[given], &[candidates], Some(&[solution]), &mut grades);
                let keeps_clues = !excluded || digit != solution[cell];
                assert_eq!((grades[0].keeps_clues, grades[0].is_consistent), (keeps_clues, true));
                assert_eq!(grades[0].right_cells, Some(80 + u16::from(digit == solution[cell])));
                if let (Ok(given), Ok(solution)) = (Board::from_digits(&given), Board::from_digits(&solution))
                {
                    assert_eq!(given.grade(&candidates, Some(&solution)), grades[0]);
                }
            }
        }
    }
}
