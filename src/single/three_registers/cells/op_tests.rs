//! Compares every operation on the words of a register with plain arrays, on random words and edge cases.

use super::*;
use crate::checks::{TestRandom, on_avx512};
use crate::reference::{ALL_DIGITS, Candidates};
use crate::vectors::tests::bit_operations;

type CellRegisterWords = [u16; 32];

/// The number of words that hold cells.
const CELLS: usize = 27;

fn load(proof: Avx512Proof, array: &CellRegisterWords) -> CellRegister {
    CellRegister::load(proof, &WordTable(*array))
}

fn store(cells: CellRegister) -> CellRegisterWords {
    let mut array = [0; 32];
    // SAFETY: the register proves AVX-512, and the array has 64 bytes.
    unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), cells.0) };
    array
}

#[track_caller]
fn assert_words(operation: &str, cells: CellRegister, expected: impl Fn(usize) -> u16) {
    let found = store(cells);
    for i in 0..32 {
        assert_eq!(found[i], expected(i), "{operation}, word {i}: {found:04x?}");
    }
}

/// Returns words without a sign, like all words with candidates; one in three has few bits.
fn numbers(random: &mut TestRandom) -> CellRegisterWords {
    let words: CellRegisterWords = random.halves();
    words.map(|word| match random.below(3) {
        0 => 1 << random.below(9) & random.bits() as u16 | 1 << random.below(9),
        1 => word & ALL_DIGITS,
        _ => word & 0x7fff,
    })
}

#[inline(always)]
fn bits(proof: Avx512Proof) {
    let bytes = |register| store(register).into_iter().flat_map(u16::to_ne_bytes).collect();
    bit_operations(|byte| load(proof, &[u16::from_ne_bytes([byte; 2]); 32]), bytes);
}

#[inline(always)]
fn operations(proof: Avx512Proof) {
    let mut random = TestRandom::new(1);
    for _ in 0..2000 {
        let (a, b, c): (CellRegisterWords, CellRegisterWords, CellRegisterWords) =
            (random.halves(), random.halves(), random.halves());
        let (x, y, z) = (load(proof, &a), load(proof, &b), load(proof, &c));
        assert_words("+", x + y, |i| a[i].wrapping_add(b[i]));
        let order: CellRegisterWords = core::array::from_fn(|_| random.below(32) as u16);
        assert_words("permuted", x.permuted(&WordTable(order)), |i| a[usize::from(order[i])]);
        assert_words("less_one", x.less_one(), |i| (a[i] as i16).saturating_sub(1) as u16);
        assert_words("count_ones", x.count_ones(), |i| a[i].count_ones() as u16);
        assert_words("with_hidden_singles", x.with_hidden_singles(y, z), |i| {
            if b[i] & c[i] != 0 { a[i] & c[i] } else { a[i] }
        });

        let numbers = numbers(&mut random);
        let n = load(proof, &numbers);
        assert_words(
            "if_single",
            n.if_single(),
            |i| if numbers[i].count_ones() > 1 { 0 } else { numbers[i] },
        );
        assert_words("limited_to_triples_of", x.limited_to_triples_of(n), |i| {
            if numbers[i].count_ones() < 3 { a[i] } else { a[i] & numbers[i] }
        });

        // Equal except for some bits; bits beyond the words of cells are ignored.
        let mut d = a;
        for _ in 0..random.below(3) {
            d[random.below(32)] ^= 1 << random.below(16);
        }
        assert_eq!(x.same(load(proof, &d)), a[..CELLS] == d[..CELLS]);
        let apart: CellRegisterWords =
            core::array::from_fn(|i| !a[i] | if random.once_in(64) { a[i] } else { 0 });
        let common = (0..CELLS).any(|i| a[i] & apart[i] != 0);
        assert_eq!(x.intersects(load(proof, &apart)), common);
        let mut all: CellRegisterWords = random.halves();
        all[..CELLS].fill(ALL_DIGITS);
        let mut lower: CellRegisterWords = random.halves();
        lower[..CELLS].iter_mut().for_each(|word| *word &= 0x7fff);
        let before = (load(proof, &all), load(proof, &lower));
        assert!(before.0.is_everything() && before.0.is_everything_without_borrow(before.1));
        let (word, cell) = (random.below(32), random.below(CELLS));
        let mut one_less = all;
        one_less[word] ^= 1 << random.below(9);
        assert_eq!(load(proof, &one_less).is_everything(), word >= CELLS);
        assert_eq!(load(proof, &one_less).is_everything_without_borrow(before.1), word >= CELLS);
        lower[cell] |= 0x8000;
        assert!(!before.0.is_everything_without_borrow(load(proof, &lower)));
    }
}

/// Tests operations used only by the guess.
#[inline(always)]
fn operations_of_the_guess(proof: Avx512Proof) {
    let mut random = TestRandom::new(2);
    for _ in 0..1000 {
        let (a, b): (CellRegisterWords, CellRegisterWords) = (random.halves(), random.halves());
        let (x, y) = (load(proof, &a), load(proof, &b));
        assert_words("with_second_row_of", x.with_second_row_of(y), |i| if i / 9 == 1 { b[i] } else { a[i] });
        let [low, high] = <[CellRegister; 2]>::from(x.sum_of_boxes()).map(store);
        for first in (0..32).step_by(4) {
            let [p, q, r] = [a[first], a[first + 1], a[first + 2]];
            assert_eq!([low[first], high[first]], [p ^ q ^ r, p & q | p & r | q & r], "sum_of_boxes");
        }
        let choices = x.choices();
        for (half, group, digit) in (0..54).map(|i| (i / 27, i / 9 % 3, i % 9)) {
            let expected = a[16 * half + 4 * group] >> digit & 1;
            assert_eq!(choices >> (32 * half + 9 * group + digit) & 1, u64::from(expected), "choices");
        }
        assert_words("or_if", x.or_if(false, y), |i| a[i]);
        assert_words("or_if", x.or_if(true, y), |i| b[i]);
        let digits: CellRegisterWords = random.halves();
        assert_words("with_only", x.with_only(&WordTable(digits), y), |i| a[i] & (b[i] | !digits[i]));
    }
}

/// Returns the position of a cell in an upright board: register and word.
fn word_of(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    ((row + column) % 3, 9 * (row % 3) + 3 * (row / 3) + column / 3)
}

#[inline(always)]
fn boards(proof: Avx512Proof) {
    let mut random = TestRandom::new(3);
    for _ in 0..500 {
        let bytes: [u8; 81] = core::array::from_fn(|_| random.bits() as u8);
        let candidates: Candidates = bytes.map(|byte| match byte & 15 {
            0 | 10.. => ALL_DIGITS,
            digit => 1 << (digit - 1),
        });
        let high_bits = candidates.map(|candidates| candidates | random.halves::<1>()[0] & !ALL_DIGITS);
        for x in [from_clues(proof, &bytes), from_candidates(proof, &high_bits)] {
            let words = x.map(store);
            let mut expected = [[0; 32]; 3];
            for cell in 0..81 {
                let (register, word) = word_of(cell);
                expected[register][word] = candidates[cell];
            }
            expected[0][27] = 1;
            assert_eq!(words, expected);
            assert!(!x[0].is_transposed());
            assert_eq!(
                nine(&x).pack().0,
                crate::single::packed_board::PackedBoard::from_candidates(&candidates).0
            );
        }
        let grid = random.grid();
        let mut digits = [0; 81];
        write_digits(&from_clues(proof, &grid), &mut digits);
        assert_eq!(digits, grid);
        let transposed = core::array::from_fn(|cell| grid[cell % 9 * 9 + cell / 9]);
        let mut x = from_clues(proof, &transposed);
        let mut mark = [0; 32];
        mark[28] = 1;
        let only_cells: CellRegisterWords = core::array::from_fn(|i| if i < CELLS { u16::MAX } else { 0 });
        x[0] = x[0] & load(proof, &only_cells) | load(proof, &mark);
        assert!(x[0].is_transposed());
        write_digits(&x, &mut digits);
        assert_eq!(digits, grid);
    }
}

#[test]
fn cells_against_arrays() {
    on_avx512!(bits, operations, operations_of_the_guess, boards);
}
