//! Compares every operation on the words of a register with plain arrays, on random words and edge cases.

use super::*;
use crate::checks::{TestRandom, on_avx2};
use crate::reference::{ALL_DIGITS, Candidates};
use crate::vectors::tests::bit_operations;

type LongRegisterWords = [u16; 16];

fn load(array: &LongRegisterWords) -> LongRegister {
    // SAFETY: the callers hold a proof of AVX2, and an array is 32 bytes.
    LongRegister(unsafe { _mm256_loadu_si256(array.as_ptr().cast()) })
}

#[track_caller]
fn assert_words(operation: &str, words: LongRegister, expected: impl Fn(usize) -> u16) {
    let lanes: [u64; 4] = RegisterLayout::lanes(words);
    for i in 0..16 {
        assert_eq!(
            (lanes[i / 4] >> (16 * (i % 4))) as u16,
            expected(i),
            "{operation}, word {i}: {lanes:016x?}"
        );
    }
}

#[inline(always)]
fn bits(_: Avx2Proof) {
    let bytes = |register| RegisterLayout::lanes(register).into_iter().flat_map(u64::to_ne_bytes).collect();
    bit_operations(|byte| load(&[u16::from_ne_bytes([byte; 2]); 16]), bytes);
}

#[inline(always)]
fn operations(_: Avx2Proof) {
    let mut random = TestRandom::new(1);
    for _ in 0..2000 {
        let (a, b, c): (LongRegisterWords, LongRegisterWords, LongRegisterWords) =
            (random.halves(), random.halves(), random.halves());
        let (x, y, z) = (load(&a), load(&b), load(&c));
        assert_words("splat", x.splat(a[3] as i16), |_| a[3]);
        assert_words("decremented", x.decremented(), |i| a[i].wrapping_sub(1));
        assert_words("digits", x.digits(), |i| a[i] & ALL_DIGITS);

        assert_words("of_next_band", x.of_next_band(), |i| a[[4, 8, 0, 12][i / 4] + i % 4]);
        assert_words("of_previous_band", x.of_previous_band(), |i| a[[8, 0, 4, 12][i / 4] + i % 4]);
        for ((next, previous), a) in LongRegister::of_both_stacks([x, y, z]).into_iter().zip([a, b, c]) {
            assert_words("the next stack", next, |i| a[i / 4 * 4 + [1, 2, 0, 3][i % 4]]);
            assert_words("the previous stack", previous, |i| a[i / 4 * 4 + [2, 0, 1, 3][i % 4]]);
        }

        let mut d = b;
        let different = random.below(3);
        for _ in 0..16 * different {
            let word = random.below(16);
            d[word] = a[word];
        }
        let w = load(&d);
        assert_words("equal", x.equal(w), |i| if a[i] == d[i] { u16::MAX } else { 0 });
        assert_eq!(x.same(w), a == d);
        assert!(x.same(load(&a)));
        let mut one_bit = [0; 16];
        assert!(load(&one_bit).is_empty());
        one_bit[random.below(16)] = 1 << random.below(16);
        assert!(!load(&one_bit).is_empty());
        let mut other = a;
        let changed = random.below(16);
        other[changed] ^= 1 << random.below(16);
        assert!(!x.same(load(&other)));

        for position in 0..64 {
            let expected = (0..4).filter(|i| a[4 * i + position / 16] >> (position % 16) & 1 == 1);
            let expected = expected.fold(0, |lanes, i| lanes | 1 << i);
            assert_eq!(x.lanes_with(position as u32) & 15, expected, "lanes_with {position}");
        }
        let fields = x.to_fields();
        for band in 0..3 {
            let field = |stack: usize| u32::from(a[4 * band + stack] & ALL_DIGITS) << (10 * stack);
            assert_eq!(
                fields[band],
                field(0) | field(1) | field(2) | super::super::fields::GUARDS,
                "to_fields"
            );
        }
        assert_eq!(fields[3], OPEN, "to_fields");
    }
}

#[inline(always)]
fn boards(proof: Avx2Proof) {
    let mut random = TestRandom::new(2);
    for _ in 0..500 {
        // Only the low four bits of a clue's byte count.
        let bytes: [u8; 81] = core::array::from_fn(|_| random.bits() as u8);
        let candidates: Candidates = bytes.map(|byte| match byte & 15 {
            0 | 10.. => ALL_DIGITS,
            digit => 1 << (digit - 1),
        });
        let from_clues = LongRegisterTable::from_clues(proof, &bytes);
        let from_board = LongRegisterTable::unpack(proof, &PackedBoard::from_candidates(&candidates));
        for register in 0..9 {
            assert_words("from_clues", from_clues.0[register], |i| expected_word(&candidates, register, i));
            assert_words("from_board", from_board.0[register], |i| expected_word(&candidates, register, i));
        }
        assert_eq!(from_clues.pack().0, PackedBoard::from_candidates(&candidates).0);

        let grid = random.grid();
        let mut digits = [0; 81];
        LongRegisterTable::from_clues(proof, &grid).write_digits(&mut digits);
        assert_eq!(digits, grid);
    }
}

/// Returns the candidates of a cell with the guard; in words that belong to no cell, all candidates.
fn expected_word(candidates: &Candidates, register: usize, word: usize) -> u16 {
    let (band, stack) = (word / 4, word % 4);
    if band == 3 || stack == 3 {
        return 0x81ff;
    }
    0x8000 | candidates[9 * (3 * band + register / 3) + 3 * stack + register % 3]
}

#[test]
fn words_against_arrays() {
    on_avx2!(bits, operations, boards);
}
