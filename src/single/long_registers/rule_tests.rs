//! Adapts this layout to [the tests of the rules](crate::single::rule_tests).

use super::super::rule_tests::{Boxes, Nine, Registers};
use super::*;
use crate::reference::ALL_DIGITS;

impl Registers for LongRegister {
    type Proof = Avx2Proof;
    const SLOTS: usize = 1;

    fn register(proof: Avx2Proof, slots: &[Boxes], cells: bool) -> Self {
        let mut words = [if cells { 0x81ff } else { 0 }; 16];
        for (index, &digits) in slots[0].iter().enumerate() {
            words[index / 3 * 4 + index % 3] = digits | if cells { 0x8000 } else { 0 };
        }
        // SAFETY: a proof has been given, and the array has 32 bytes.
        LongRegister::from_register(proof, unsafe {
            core::arch::x86_64::_mm256_loadu_si256(words.as_ptr().cast())
        })
    }

    fn boxes(self, cells: bool) -> Vec<Boxes> {
        let lanes: [u64; 4] = RegisterLayout::lanes(self);
        let word = |i: usize| (lanes[i / 4] >> (16 * (i % 4))) as u16;
        if cells {
            let none = |i: &usize| i / 4 == 3 || i % 4 == 3;
            assert!((0..16).filter(none).all(|i| word(i) == 0x81ff), "{lanes:016x?}");
            assert!((0..16).all(|i| word(i) & 0xfe00 == 0x8000), "{lanes:016x?}");
        }
        vec![core::array::from_fn(|index| word(index / 3 * 4 + index % 3) & ALL_DIGITS)]
    }

    fn sound_slots(placed: Self, occupied: Self) -> Vec<bool> {
        vec![Self::sound(placed, occupied)]
    }
}

impl Nine for LongRegister {
    fn nine(proof: Avx2Proof, start: Start) -> [Self; 9] {
        at(proof, start)
    }
}
