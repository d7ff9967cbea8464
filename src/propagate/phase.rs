//! The two phases of a search, and what the second keeps beside the candidates: why each fact is true, and the lessons.

use super::knowledge::{Deduction, Knowledge, PackedReason, Reason};
use super::lessons::Lessons;

/// How a search goes on: [plainly](Plain), or [learning](Learning) from its contradictions. It is one search,
/// compiled twice, because noting down reasons takes a fifth of the time, and few boards need them.
pub(super) trait Phase<const CELLS: usize, const ORDER: usize, const WIDTH: usize>: Sized {
    /// Whether the search learns.
    const LEARNS: bool;

    /// What it keeps for that, if it does.
    fn learning(&mut self) -> Option<&mut Learning<CELLS, WIDTH>>;

    /// Holds the next fact that is new against the lessons; false if there is none.
    fn heed(deduction: &mut Deduction<'_, CELLS, ORDER, WIDTH, Self>) -> bool;

    /// Leaves a contradiction behind: goes back, but not below `floor`, and notes what cannot be. False if
    /// no guess is left to take back.
    fn go_on(deduction: &mut Deduction<'_, CELLS, ORDER, WIDTH, Self>, floor: &mut usize) -> bool;
}

/// Nothing is kept, and each guess is seen through.
pub(super) struct Plain;

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize> Phase<CELLS, ORDER, WIDTH> for Plain {
    const LEARNS: bool = false;

    #[inline(always)]
    fn learning(&mut self) -> Option<&mut Learning<CELLS, WIDTH>> {
        None
    }

    #[inline(always)]
    fn heed(_: &mut Deduction<'_, CELLS, ORDER, WIDTH, Self>) -> bool {
        false
    }

    #[inline(always)]
    fn go_on(deduction: &mut Deduction<'_, CELLS, ORDER, WIDTH, Self>, _: &mut usize) -> bool {
        deduction.refute_guess()
    }
}

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize> Phase<CELLS, ORDER, WIDTH>
    for Learning<CELLS, WIDTH>
{
    const LEARNS: bool = true;

    #[inline(always)]
    fn learning(&mut self) -> Option<&mut Learning<CELLS, WIDTH>> {
        Some(self)
    }

    #[inline(always)]
    fn heed(deduction: &mut Deduction<'_, CELLS, ORDER, WIDTH, Self>) -> bool {
        deduction.heed()
    }

    #[inline(always)]
    fn go_on(deduction: &mut Deduction<'_, CELLS, ORDER, WIDTH, Self>, floor: &mut usize) -> bool {
        deduction.learn(floor)
    }
}

/// Why a digit was placed, and how long the trail was.
#[derive(Clone, Copy, Default)]
pub(super) struct Note {
    pub(super) reason: PackedReason,
    pub(super) trail: u16,
}

/// All that only learning needs.
pub(super) struct Learning<const CELLS: usize, const WIDTH: usize> {
    /// On each digit in the order of placing.
    pub(super) notes: [Note; CELLS],
    /// The number of the digit in each cell in that order.
    pub(super) placed_numbers: [u16; CELLS],
    /// So many of the digits have been held against the lessons.
    pub(super) placed_compared: usize,
    /// For each candidate on the trail, why it was ruled out.
    pub(super) reasons: [[PackedReason; CELLS]; WIDTH],
    /// The number of each candidate on the trail, by digit and cell.
    pub(super) trail_numbers: [[u16; CELLS]; WIDTH],
    /// So much of the trail has been held against the lessons.
    pub(super) trail_compared: usize,
    /// What stood in each cell when a guess was last taken back.
    pub(super) last_digits: [u8; CELLS],
    pub(super) lessons: Lessons<CELLS, WIDTH>,
    /// How many were learned since contradictions were last made to count half.
    pub(super) lessons_since: u32,
}

impl<const CELLS: usize, const WIDTH: usize> Learning<CELLS, WIDTH> {
    /// Empty; inlined, so that it is made where it stays.
    #[inline(always)]
    pub(super) fn new(room_for_lessons: usize) -> Self {
        Learning {
            notes: [Note::default(); CELLS],
            placed_numbers: [0; CELLS],
            placed_compared: 0,
            reasons: [[PackedReason::default(); CELLS]; WIDTH],
            trail_numbers: [[0; CELLS]; WIDTH],
            trail_compared: 1,
            last_digits: [0; CELLS],
            lessons: Lessons::new(room_for_lessons),
            lessons_since: 0,
        }
    }

    /// Begins where a plain search has come to. Why something is true was not noted down: it follows from
    /// the guesses made before it.
    pub(super) fn begin<const ORDER: usize>(&mut self, knowledge: &Knowledge<CELLS, ORDER, WIDTH>) {
        let cell = Deduction::<CELLS, ORDER, WIDTH, Self>::cell;
        let mut depth = 0;
        let mut trail = 0;
        let guesses = knowledge.guesses.get(..knowledge.depth).unwrap_or_default();
        for (number, &candidate) in knowledge.placed.iter().enumerate().take(knowledge.placed_count) {
            let mut why = Reason::Guesses;
            if let Some(guess) = guesses.get(depth)
                && usize::from(guess.placed) == number
            {
                (depth, trail, why) = (depth + 1, guess.trail.into(), Reason::Itself);
            }
            self.placed(number, cell(candidate), PackedReason::new(why), trail);
        }
        for (number, &candidate) in
            knowledge.trail.as_flattened().iter().enumerate().take(knowledge.trail_length).skip(1)
        {
            self.ruled_out(number, cell(candidate), candidate.parts()[2], PackedReason::new(Reason::Guesses));
        }
    }

    /// Notes that a digit is placed.
    #[inline(always)]
    pub(super) fn placed(&mut self, number: usize, cell: usize, reason: PackedReason, trail: usize) {
        if let (Some(note), Some(placed)) = (self.notes.get_mut(number), self.placed_numbers.get_mut(cell)) {
            *note = Note { reason, trail: trail as u16 };
            *placed = number as u16;
        }
    }

    /// Notes that a candidate is ruled out.
    #[inline(always)]
    pub(super) fn ruled_out(&mut self, number: usize, cell: usize, digit: usize, reason: PackedReason) {
        if let Some(ruled_out) = self.reasons.as_flattened_mut().get_mut(number)
            && let Some(trail_number) = self.trail_numbers[digit % WIDTH].get_mut(cell)
        {
            *ruled_out = reason;
            *trail_number = number as u16;
        }
    }

    /// Forgets half of the lessons, now that so much is placed and on the trail. What followed from one of
    /// them follows from the guesses made before it.
    pub(super) fn forget_half(&mut self, placed_count: usize, trail_length: usize) {
        let placed = self.notes.iter_mut().map(|note| &mut note.reason);
        let ruled_out = self.reasons.as_flattened_mut().iter_mut();
        for reason in placed.take(placed_count).chain(ruled_out.take(trail_length)) {
            if let Reason::Lesson(_) = reason.unpack() {
                *reason = PackedReason::new(Reason::Guesses);
            }
        }
        self.lessons.forget_half();
    }
}
