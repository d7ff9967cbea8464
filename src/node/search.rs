//! The second part of a search: nodes side by side in the slots of two register sets.
//!
//! The sets take turns, and halves of their sweeps interlock: while the rules run over one set,
//! the events of the other (a node is dead, stuck or solved) are handled, so that the processor
//! finds work in one while it waits for the other.
//!
//! Which nodes wait is known to one stack for all slots. Every slot guesses in place and pushes
//! its second branch; a slot that has come to an end takes the youngest node that waits.

use super::board::{Board, OPEN};
use super::dive::{Dived, Node};
use super::guess::{Guess, REMOVED, Ways};
use super::layout::{DIGITS, Fields};
use super::stack::{Stack, Waiting};
use super::sweep::{first_half, second_half};
use super::{Limits, Visitor};
use crate::simd::Vector;
use crate::{End, Tally};
use core::ops::ControlFlow;

/// Above this many waiting nodes, only one slot guesses, and the others stay stuck.
const ROOM: usize = 64;
/// In one step, the eight slots can pass `ROOM` by a node each. Then the one slot adds at most one
/// for each of its guesses that is not undone: 54 that place a digit in a band or stack, 81 that
/// settle a cell.
const CAPACITY: usize = ROOM + 8 + 54 + 81;
/// An idle set wakes up at this many waiting nodes; fewer are soon done in the other.
const WORTH_WAKING: usize = 2;

/// Nodes that are swept together. A slot is four lanes; events are words in which the lowest of
/// its four bits tells of a slot.
#[repr(align(64))]
struct Set {
    x: [[u32; 16]; 9],
    /// By box, the digits that a solved cell has after the last sweep.
    solved: [u32; 16],
    /// Slots that hold a node.
    alive: u32,
    /// Nodes in which a digit has lost its last place or a cell its last candidate.
    dead: u32,
    /// Nodes in which the last sweep solved no cell.
    stuck: u32,
}

impl Set {
    const IDLE: Self = Self { x: [[OPEN; 16]; 9], solved: [0; 16], alive: 0, dead: 0, stuck: 0 };

    #[inline(always)]
    fn load<V: Vector>(&self, proof: V::Proof) -> [Fields<V>; 9] {
        let mut x = [Fields(V::splat(proof, OPEN)); 9];
        for i in 0..9 {
            x[i] = Fields(V::load(proof, &self.x[i]));
        }
        x
    }

    #[inline(always)]
    fn store<V: Vector>(&mut self, x: &[Fields<V>; 9]) {
        for i in 0..9 {
            x[i].0.store(&mut self.x[i]);
        }
    }

    #[inline(always)]
    fn first_half<V: Vector>(&mut self, proof: V::Proof) {
        let mut x = self.load::<V>(proof);
        first_half(&mut x);
        self.store(&x);
    }

    /// The second half of a sweep; finds the dead and the stuck.
    #[inline(always)]
    fn second_half<V: Vector>(&mut self, proof: V::Proof) {
        let mut x = self.load::<V>(proof);
        let swept = second_half(&mut x);
        self.store(&x);
        let complete = V::and_or(swept.placed.0, swept.occupied.0, V::splat(proof, DIGITS));
        let sound = all_of_slot(complete.equal_bits(V::splat(proof, OPEN)));
        let unchanged = all_of_slot(swept.solved.0.equal_bits(V::load(proof, &self.solved)));
        swept.solved.0.store(&mut self.solved);
        self.dead = self.alive & !sound;
        self.stuck = self.alive & sound & unchanged;
    }

    /// The slots among `stuck` in which every cell has one candidate. A whole sweep has found
    /// nothing to object to after the last of them was settled: that is a solution.
    #[inline(always)]
    fn solved_among<V: Vector>(&self, proof: V::Proof, stuck: u32) -> u32 {
        let full = V::load(proof, &self.solved).equal_bits(V::splat(proof, DIGITS));
        full & (full >> 1) & (full >> 2) & stuck
    }

    /// Puts a board in the slot that begins at `lane`.
    #[inline(always)]
    fn put<V: Vector>(&mut self, proof: V::Proof, lane: usize, board: &Board) {
        for i in 0..9 {
            put_quad::<V>(proof, &mut self.x[i], lane, &board.0[i]);
        }
    }

    #[inline(always)]
    fn board<N: Vector>(&self, proof: N::Proof, lane: usize) -> Board {
        let mut board = Board::EMPTY;
        for i in 0..9 {
            quad::<N>(proof, &self.x[i], lane).store(&mut board.0[i]);
        }
        board
    }

    /// The node at `lane` takes the first branch of the guess; the second is returned.
    #[inline(always)]
    fn branch<V: Vector, N: Vector>(
        &mut self,
        wide: V::Proof,
        narrow: N::Proof,
        lane: usize,
        guess: Option<Guess>,
    ) -> Waiting {
        let mut first = Board::EMPTY;
        let mut second = Waiting::new(Board::EMPTY);
        quad::<N>(narrow, &self.solved, lane).store(&mut second.solved);
        if let Some(Guess { group, ways, digit }) = guess {
            let [of_first, of_second] = ways.map(
                #[inline(always)]
                |way| &REMOVED[group & 7][way % 6],
            );
            for i in 0..9 {
                let x = quad::<N>(narrow, &self.x[i], lane);
                (x & !(N::load(narrow, &of_first[i]) << digit)).store(&mut first.0[i]);
                (x & !(N::load(narrow, &of_second[i]) << digit)).store(&mut second.board.0[i]);
            }
        } else {
            first = self.board::<N>(narrow, lane);
            second.board = first.split_cell();
        }
        self.put::<V>(wide, lane, &first);
        second
    }
}

/// Four lanes of a row.
#[inline(always)]
fn quad<N: Vector>(proof: N::Proof, row: &[u32; 16], lane: usize) -> N {
    N::load(proof, &row[lane & 12..][..4])
}

/// Writes four lanes of a row as part of a whole register: a later load of the register would wait
/// long for a store that covers a part of it, and so it would for a masked store.
#[inline(always)]
fn put_quad<V: Vector>(proof: V::Proof, row: &mut [u32; 16], lane: usize, quad: &[u32; 4]) {
    static SLOT: [[u32; 16]; 4] = {
        let mut slot = [[0; 16]; 4];
        let mut lane = 0;
        while lane < 16 {
            slot[lane / 4][lane] = u32::MAX;
            lane += 1;
        }
        slot
    };
    let slot = V::load(proof, &SLOT[lane >> 2 & 3]);
    V::select(slot, V::repeat_quad(proof, quad), V::load(proof, row)).store(row);
}

/// The lowest bit of each slot whose four bits are set.
#[inline(always)]
const fn all_of_slot(lanes: u32) -> u32 {
    let pairs = lanes & (lanes >> 1);
    pairs & (pairs >> 2) & 0x1111
}

/// The lane of the lowest slot in a word of events, which it leaves.
#[inline(always)]
fn take_lane(slots: &mut u32) -> usize {
    let lane = slots.trailing_zeros() as usize & 12;
    *slots &= *slots - 1;
    lane
}

/// Goes on with a dive, from the node that it ended at, in the slots of vectors `V`; `N` is a vector of
/// one slot.
#[inline(always)]
pub(super) fn search<V: Vector, N: Vector, B: Node>(
    wide: V::Proof,
    narrow: N::Proof,
    last: &B,
    dived: &Dived<B>,
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> End {
    let slots = 0x1111 & crate::simd::all_lanes(V::LANES);
    let mut waiting = Stack::<Waiting, CAPACITY>::new();
    for i in 0..dived.len() {
        waiting.push(Waiting::new(dived.get(i).0.board()));
    }
    waiting.push(Waiting::new(last.board()));
    let mut sets = [Set::IDLE; 2];
    let mut turn = 1;
    loop {
        if sets[turn].alive != 0 {
            if tally.steps == limits.sweeps {
                return End::OutOfSteps;
            }
            tally.steps += 1;
            sets[turn].first_half::<V>(wide);
        }
        let only_slot =
            if sets[0].alive != 0 { (0, lowest(sets[0].alive)) } else { (1, lowest(sets[1].alive)) };
        turn ^= 1;
        let elsewhere = sets[turn ^ 1].alive;
        let set = &mut sets[turn];

        if set.dead | set.stuck != 0 {
            let mut gone = set.dead;
            let mut stuck = set.stuck;
            if stuck != 0 {
                let mut solved = set.solved_among::<V>(wide, stuck);
                stuck &= !solved;
                gone |= solved;
                while solved != 0 {
                    let lane = take_lane(&mut solved);
                    tally.solutions += 1;
                    if let ControlFlow::Break(()) = visitor.visit(&set.board::<N>(narrow, lane)) {
                        return End::Stopped;
                    }
                    if tally.solutions == limits.solutions {
                        return End::Stopped;
                    }
                }
                if waiting.len() > ROOM {
                    stuck &= if only_slot.0 == turn { only_slot.1 } else { 0 };
                }
                if stuck != 0 {
                    let ways = Ways::of(&set.load::<V>(wide));
                    while stuck != 0 {
                        let lane = take_lane(&mut stuck);
                        tally.guesses += 1;
                        waiting.push(set.branch::<V, N>(wide, narrow, lane, ways.choose(lane)));
                    }
                }
            }
            set.alive &= !gone;
            (set.dead, set.stuck) = (0, 0);
        }

        let mut free = slots & !set.alive;
        if set.alive == 0 && elsewhere != 0 && waiting.len() < WORTH_WAKING {
            free = 0;
        }
        while free != 0 {
            let Some(node) = waiting.pop() else { break };
            let lane = take_lane(&mut free);
            set.put::<V>(wide, lane, &node.board);
            put_quad::<V>(wide, &mut set.solved, lane, &node.solved);
            set.alive |= 1 << lane;
        }
        if set.alive | elsewhere == 0 {
            return End::Exhausted;
        }
        if elsewhere != 0 {
            sets[turn ^ 1].second_half::<V>(wide);
        }
    }
}

#[inline(always)]
const fn lowest(bits: u32) -> u32 {
    bits & bits.wrapping_neg()
}
