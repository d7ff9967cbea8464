//! Compares every operation of every kernel with its definition in scalar Rust, on random words and edge cases. The
//! arrays are one of the kernels.

use std::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::portable::Portable;
use super::{BitOperations, Lanes, SlotVector, Vector, all_lanes};
use crate::checks::{TestRandom, on_every_kernel};

/// More lanes than any vector has.
const MOST: usize = 32;
const ROUNDS: usize = 400;
/// The value of memory that must not be written.
const UNTOUCHED: u32 = 0xdead_beef;

/// Asserts that every lane has the value that `expected` returns for it.
#[inline(always)]
#[track_caller]
fn assert_lanes<V: Vector>(operation: &str, vector: V, expected: impl Fn(usize) -> u32) {
    assert_bits(operation, vector, u32::MAX, expected);
}

/// Asserts the same for the bits that are specified.
#[inline(always)]
#[track_caller]
fn assert_bits<V: Vector>(operation: &str, vector: V, specified: u32, expected: impl Fn(usize) -> u32) {
    let mut lanes = [UNTOUCHED; MOST + 1];
    vector.store(&mut lanes);
    assert_stored(&lanes, V::LANES, specified, &expected, [type_name::<V>(), operation]);
}

/// Compiled once, for all vectors and operations.
#[track_caller]
fn assert_stored(
    lanes: &[u32; MOST + 1],
    count: usize,
    specified: u32,
    expected: &dyn Fn(usize) -> u32,
    [name, operation]: [&str; 2],
) {
    for lane in 0..count {
        let (found, expected) = (lanes[lane] & specified, expected(lane) & specified);
        assert_eq!(found, expected, "{name}, {operation}, lane {lane}: {lanes:08x?}");
    }
    assert_eq!(lanes[count], UNTOUCHED, "{name} stores too much");
}

/// Returns a bit for each lane for which `expected` returns true.
fn bits_of<V: Vector>(expected: impl Fn(usize) -> bool) -> u32 {
    (0..V::LANES).fold(0, |bits, lane| bits | u32::from(expected(lane)) << lane)
}

/// Moves three fields of `width` bits by `on` fields.
fn fields_on(word: u32, width: u32, on: u32) -> u32 {
    (0..3).fold(0, |moved, field| {
        moved | (word >> ((field + on) % 3 * width) & ((1 << width) - 1)) << (field * width)
    })
}

/// Tests every [bit operation](BitOperations) on all eight combinations of three bits, against its definition for one
/// bit. `splat` makes a register with the same value in all bytes, and `bytes` returns all its bytes.
pub(crate) fn bit_operations<B: BitOperations>(splat: impl Fn(u8) -> B, bytes: impl Fn(B) -> Vec<u8>) {
    // Bit `i` of the three bytes is bit 2, bit 1 and bit 0 of `i`.
    let [a, b, c] = [0xf0, 0xcc, 0xaa].map(splat);
    let check = |operation: &str, found: B, expected: fn(bool, bool, bool) -> bool| {
        let bit = |i: u8| expected(i >> 2 & 1 == 1, i >> 1 & 1 == 1, i & 1 == 1);
        let expected = (0..8).fold(0, |byte, i| byte | u8::from(bit(i)) << i);
        let found = bytes(found);
        assert!(found.len() >= 16, "{}", type_name::<B>());
        assert!(
            found.iter().all(|&byte| byte == expected),
            "{}, {operation}: {found:02x?}, not {expected:02x}",
            type_name::<B>()
        );
    };
    check("&", a & b, |a, b, _| a && b);
    check("|", a | b, |a, b, _| a || b);
    check("^", a ^ b, |a, b, _| a != b);
    check("!", !a, |a, _, _| !a);
    check("or3", B::or3(a, b, c), |a, b, c| a || b || c);
    check("and3", B::and3(a, b, c), |a, b, c| a && b && c);
    check("xor3", B::xor3(a, b, c), |a, b, c| a != (b != c));
    let at_least_two = |a, b, c| [a, b, c].into_iter().filter(|&bit| bit).count() >= 2;
    check("majority", B::majority(a, b, c), at_least_two);
    let (low, high) = B::sum3(a, b, c);
    check("sum3, low", low, |a, b, c| a != (b != c));
    check("sum3, high", high, at_least_two);
    check("select", B::select(a, b, c), |a, b, c| if a { b } else { c });
    check("and_or", B::and_or(a, b, c), |a, b, c| a && (b || c));
    check("or_and", B::or_and(a, b, c), |a, b, c| a || (b && c));
    check("or_xor", B::or_xor(a, b, c), |a, b, c| a || (b != c));
    check("and_or_not", B::and_or_not(a, b, c), |a, b, c| a && (b || !c));
    check("and_not2", B::and_not2(a, b, c), |a, b, c| a && !b && !c);
    check("and_nand", B::and_nand(a, b, c), |a, b, c| a && !(b && c));
    check("or_and_not", B::or_and_not(a, b, c), |a, b, c| a || (b && !c));
}

#[inline(always)]
fn bits<V: Vector>(proof: V::Proof) {
    let splat = |byte| V::splat(proof, u32::from_ne_bytes([byte; 4]));
    bit_operations(splat, |vector| {
        let mut lanes = [UNTOUCHED; MOST];
        vector.store(&mut lanes);
        lanes[..V::LANES].iter().flat_map(|lane| lane.to_ne_bytes()).collect()
    });
}

macro_rules! shuffles {
    ($x:ident, $a:ident, $($order:literal)*) => {$(
        assert_lanes("shuffle_quads", $x.shuffle_quads::<$order>(), |lane| {
            $a[lane / 4 * 4 + ($order >> (2 * (lane % 4)) & 3)]
        });
    )*};
}

#[inline(always)]
fn vector<V: Vector>(proof: V::Proof) {
    let mut random = TestRandom::new(1);
    for round in 0..ROUNDS {
        let (a, b): ([u32; MOST], [u32; MOST]) = (random.words(), random.words());
        let (x, y) = (V::load(proof, &a), V::load(proof, &b));
        assert_lanes("load", x, |i| a[i]);
        assert_lanes("splat", V::splat(x.proof(), a[0]), |_| a[0]);
        assert_lanes("+", x + y, |i| a[i].wrapping_add(b[i]));
        assert_lanes("-", x - y, |i| a[i].wrapping_sub(b[i]));
        let count = round as u32 % 32;
        assert_lanes("<<", x << count, |i| a[i] << count);
        assert_lanes(">>", x >> count, |i| a[i] >> count);

        let small = V::load(proof, &a.map(|word| word >> 1 >> count));
        assert_lanes("to_floats", small.to_floats(), |i| ((a[i] >> 1 >> count) as f32).to_bits());
        let fields = V::load(proof, &a.map(|word| word & 0x3fff_ffff));
        let (next, previous) = fields.rotate_fields();
        assert_bits("rotate_fields, next", next, 0x3fff_ffff, |i| fields_on(a[i], 10, 1));
        assert_bits("rotate_fields, previous", previous, 0x3fff_ffff, |i| fields_on(a[i], 10, 2));
        shuffles!(x, a, 0b11_00_10_01 0b11_01_00_10 0 0xff 0b00_01_10_11 0b10_11_00_01 0b01_01_11_10);
        let quad = [b[0], b[1], b[2], b[3]];
        assert_lanes("repeat_quad", V::repeat_quad(proof, &quad), |i| b[i % 4]);

        // Equal in about half of the lanes.
        let mut d = b;
        for lane in 0..MOST {
            if random.once_in(2) {
                d[lane] = a[lane];
            }
        }
        let w = V::load(proof, &d);
        assert_eq!(V::mask_bits(x.equal(w)), bits_of::<V>(|i| a[i] == d[i]), "{}", type_name::<V>());
        assert_eq!(x.equal_bits(w), bits_of::<V>(|i| a[i] == d[i]), "{}", type_name::<V>());
        assert_eq!(V::mask_bits(x.intersects(y)), bits_of::<V>(|i| a[i] & b[i] != 0), "{}", type_name::<V>());
        assert_eq!(x.nonzero_bits(), bits_of::<V>(|i| a[i] != 0), "{}", type_name::<V>());
    }
    // Without unwinding, the panics that follow end the program.
    if cfg!(panic = "abort") {
        return;
    }
    // A slice that is too short is never read or written beyond its end.
    let mut short = [0; MOST];
    let short = &mut short[..V::LANES - 1];
    assert!(catch_unwind(AssertUnwindSafe(|| V::load(proof, short).proof())).is_err());
    let zero = V::splat(proof, 0);
    assert!(catch_unwind(AssertUnwindSafe(|| zero.store(short))).is_err());
}

#[inline(always)]
fn slots<V: SlotVector>(proof: V::Proof) {
    let mut random = TestRandom::new(2);
    for _ in 0..ROUNDS {
        let (a, b): ([u32; MOST], [u32; MOST]) = (random.words(), random.words());
        let (x, y) = (V::load(proof, &a), V::load(proof, &b));
        for chosen in 0..1 << V::SLOTS {
            let front: Vec<usize> = (0..V::SLOTS).filter(|slot| chosen >> slot & 1 == 1).collect();
            let mut lanes = [0; MOST];
            x.slots_to_front(chosen).store(&mut lanes);
            for (to, from) in front.iter().enumerate() {
                let (found, expected) = (&lanes[4 * to..4 * to + 4], &a[4 * from..4 * from + 4]);
                assert_eq!(found, expected, "{}, slots_to_front", type_name::<V>());
            }
            assert_lanes("refilled", x.refilled(chosen, y), |lane| {
                match front.iter().position(|&slot| slot == lane / 4) {
                    Some(place) => b[4 * (V::SLOTS - 1 - place) + lane % 4],
                    None => a[lane],
                }
            });
        }
        let mut d = b;
        for lane in 0..MOST {
            if random.once_in(2) {
                d[lane] = a[lane];
            }
        }
        let w = V::load(proof, &d);
        assert_lanes("where_equal", y.where_equal(x, w), |i| if a[i] == d[i] { b[i] } else { 0 });
        let halves = |word: u32| [word as u16 as i16, (word >> 16) as i16];
        assert_lanes("min_halves", x.min_halves(y), |i| {
            let ([a, b], [c, d]) = (halves(a[i]), halves(b[i]));
            u32::from(a.min(c) as u16) | u32::from(b.min(d) as u16) << 16
        });
    }
}

#[inline(always)]
fn lanes<V: Lanes>(proof: V::Proof) {
    let mut random = TestRandom::new(3);
    let all = all_lanes(V::LANES);
    for round in 0..ROUNDS {
        let (a, b): ([u32; MOST], [u32; MOST]) = (random.words(), random.words());
        let (x, y) = (V::load(proof, &a), V::load(proof, &b));

        let counts: [u32; MOST] = core::array::from_fn(|_| match random.below(8) {
            0 => random.word(),
            _ => random.below(40) as u32,
        });
        assert_lanes("shift_left_by", x.shift_left_by(V::load(proof, &counts)), |i| {
            if counts[i] < 32 { a[i] << counts[i] } else { 0 }
        });
        let (next, previous) = V::load(proof, &a.map(|word| word & 0x7ff_ffff)).rotate_nines();
        assert_bits("rotate_nines, next", next, 0x7ff_ffff, |i| fields_on(a[i], 9, 1));
        assert_bits("rotate_nines, previous", previous, 0x7ff_ffff, |i| fields_on(a[i], 9, 2));
        let positions: [u32; MOST] = core::array::from_fn(|lane| ((lane + round) % 32) as u32);
        let bits = V::load(proof, &positions.map(|position| 1 << position));
        assert_lanes("position_of_single_bit", bits.position_of_single_bit(), |i| positions[i]);

        assert_lanes("permute", x.permute(y), |i| a[b[i] as usize % V::LANES]);
        let (table, short): ([u32; 64], [u32; 2]) = (random.words(), random.words());
        assert_lanes("look_up", V::look_up(y, &table), |i| table[b[i] as usize % 64]);
        assert_lanes("look_up", V::look_up(y, &short), |i| short[b[i] as usize % 2]);
        let bytes: [u8; 16] = core::array::from_fn(|_| random.word() as u8);
        // Every byte in some round and lane, so that none is a byte for which kernels differ unnoticed.
        let any: [u32; MOST] = core::array::from_fn(|lane| {
            let first = 4 * (lane + round * V::LANES);
            u32::from_le_bytes(core::array::from_fn(|byte| (first + byte) as u8))
        });
        let mut found = [UNTOUCHED; MOST];
        V::load(proof, &any).look_up_bytes(&bytes).store(&mut found);
        for (lane, byte) in (0..V::LANES).flat_map(|lane| (0..4).map(move |byte| (lane, byte))) {
            let (index, found) = (any[lane].to_le_bytes()[byte], found[lane].to_le_bytes()[byte]);
            let at_low_bits = found == bytes[usize::from(index % 16)];
            assert!(
                at_low_bits || (index >= 128 && found == 0),
                "{}, look_up_bytes, {index}: {found}",
                type_name::<V>()
            );
        }
        for index in 0..4 {
            assert_lanes("byte", x.byte(index), |i| u32::from(a[i].to_le_bytes()[index]));
        }

        let quads: [[u8; 16]; 4] = core::array::from_fn(|_| core::array::from_fn(|_| random.word() as u8));
        let [q0, q1, q2, q3] = &quads;
        assert_lanes("from_quads", V::from_quads(proof, [q0, q1, q2, q3]), |i| {
            u32::from_le_bytes(*quads[i / 4][i % 4 * 4..].first_chunk().unwrap())
        });
        for (i, quad) in x.to_quads().iter().enumerate() {
            for (byte, &found) in quad.iter().enumerate() {
                let lane = 4 * i + byte / 4;
                let expected = if lane < V::LANES { a[lane].to_le_bytes()[byte % 4] } else { 0 };
                assert_eq!(found, expected, "{}, to_quads", type_name::<V>());
            }
        }
        let rows: [[u32; MOST]; 4] = core::array::from_fn(|_| random.words());
        let [r0, r1, r2, r3] = &rows;
        let vectors = [V::load(proof, r0), V::load(proof, r1), V::load(proof, r2), V::load(proof, r3)];
        for (i, transposed) in V::transpose_quads(vectors).into_iter().enumerate() {
            assert_lanes("transpose_quads", transposed, |lane| rows[lane % 4][lane / 4 * 4 + i]);
        }

        let set = random.word() & all;
        let members: Vec<u32> = (0..V::LANES as u32).filter(|lane| set >> lane & 1 == 1).collect();
        assert_lanes("positions", V::positions(proof, set), |i| members.get(i).copied().unwrap_or(0));
        assert_lanes("ranks", V::ranks(proof, set), |i| {
            members.iter().position(|&lane| lane == i as u32).unwrap_or(0) as u32
        });
        for count in 0..=V::LANES {
            let expected = members.iter().take(count).fold(0, |lowest, lane| lowest | 1 << lane);
            assert_eq!(V::lowest(proof, set, count), expected, "{}, lowest", type_name::<V>());
        }
        let mask = V::mask(proof, set);
        assert_eq!(V::mask_bits(mask), set, "{}, mask", type_name::<V>());
        assert_lanes("blend", V::blend(mask, x, y), |i| if set >> i & 1 == 1 { a[i] } else { b[i] });
        assert_lanes("keep", x.keep(mask), |i| if set >> i & 1 == 1 { a[i] } else { 0 });
    }
}

#[test]
fn bits_of_vectors() {
    on_every_kernel!(bits on arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [Baseline], avx2: [Avx2],
        avx512: [Avx512]);
}

#[test]
fn vectors() {
    on_every_kernel!(vector on arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [Baseline], avx2: [Avx2],
        avx512: [Avx512]);
}

#[test]
fn slots_of_vectors() {
    on_every_kernel!(slots on arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [], avx2: [Avx2],
        avx512: [Avx512]);
}

#[test]
fn lanes_of_vectors() {
    on_every_kernel!(lanes on arrays: [Portable<4>, Portable<8>, Portable<16>], baseline: [], avx2: [Avx2],
        avx512: [Avx512]);
}
