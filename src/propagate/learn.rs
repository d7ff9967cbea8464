//! Why a contradiction came about, and what is to be learned from it.
//!
//! Every fact has a reason: facts that came true before it. Beginning with those that contradict each other,
//! the latest fact is exchanged for the facts behind it, again and again, until only one is left that came
//! true after the last guess. That one and the earlier ones cannot all hold: the lesson. The last guess is
//! not blamed, as it may have done harm only through this one fact; so the lesson says more than
//! "not these guesses".
//!
//! Then the lesson is made shorter:
//!
//! - Facts that one digit has ruled out, two or more, are exchanged for the digit.
//! - A fact is left out if all the facts behind it are in the lesson anyhow.

use super::knowledge::{
    BOX, CELL, Contradiction, Deduction, Event, Fact, KEY_STEP, KINDS, Mark, PackedReason, ROW, Reason,
    take_lowest,
};
use super::phase::Learning;

/// A set of numbers below `32 * WORDS`.
struct Numbers<const WORDS: usize>([u32; WORDS]);

impl<const WORDS: usize> Numbers<WORDS> {
    fn new() -> Self {
        Numbers([0; WORDS])
    }

    fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 32) {
            *word |= 1 << (number % 32);
        }
    }

    fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 32) {
            *word &= !(1 << (number % 32));
        }
    }

    fn contains(&self, number: usize) -> bool {
        self.0.get(number / 32).is_some_and(|word| word & 1 << (number % 32) != 0)
    }

    /// The greatest number below `end`.
    fn last_below(&self, end: usize) -> Option<usize> {
        let mut index = end / 32;
        let mut word = self.0.get(index).map_or(0, |word| word & !(u32::MAX << (end % 32)));
        while word == 0 {
            index = index.checked_sub(1)?;
            word = self.0.get(index).copied().unwrap_or_default();
        }
        Some(index * 32 + word.ilog2() as usize)
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// Facts by when they came true. What came true before the first guess is left out: it always holds.
struct Events<const CELLS: usize, const WIDTH: usize> {
    first_guess: Mark,
    placed: Numbers<WIDTH>,
    ruled_out: Numbers<CELLS>,
}

impl<const CELLS: usize, const WIDTH: usize> Events<CELLS, WIDTH> {
    fn insert(&mut self, event: Event) {
        match event {
            _ if self.always_holds(event) => {}
            Event::Placed(number) => self.placed.insert(number),
            Event::RuledOut(number) => self.ruled_out.insert(number),
        }
    }

    fn remove(&mut self, event: Event) {
        match event {
            Event::Placed(number) => self.placed.remove(number),
            Event::RuledOut(number) => self.ruled_out.remove(number),
        }
    }

    fn contains(&self, event: Event) -> bool {
        match event {
            Event::Placed(number) => self.placed.contains(number),
            Event::RuledOut(number) => self.ruled_out.contains(number),
        }
    }

    fn always_holds(&self, event: Event) -> bool {
        event.is_before(self.first_guess)
    }
}

impl Event {
    fn is_before(self, Mark { placed, trail }: Mark) -> bool {
        match self {
            Event::Placed(number) => number < placed.into(),
            Event::RuledOut(number) => number < trail.into(),
        }
    }
}

impl Mark {
    /// Narrowed to what came true before the event.
    fn before(self, event: Event) -> Mark {
        match event {
            Event::Placed(number) => Mark { placed: number as u16, ..self },
            Event::RuledOut(number) => Mark { trail: number as u16, ..self },
        }
    }
}

/// After so many lessons, what was counted until then counts half.
const HALF_LIFE: u32 = 64;

impl<const CELLS: usize, const ORDER: usize, const WIDTH: usize>
    Deduction<'_, CELLS, ORDER, WIDTH, Learning<CELLS, WIDTH>>
{
    /// Holds the next fact that is new against the lessons; false if there is none.
    #[inline(always)]
    pub(super) fn heed(&mut self) -> bool {
        if self.phase.placed_compared < self.known.placed_count
            && let Some(&candidate) = self.known.placed.get(self.phase.placed_compared)
        {
            self.phase.placed_compared += 1;
            self.compare(candidate.placed());
            true
        } else if self.phase.trail_compared < self.known.trail_length
            && let Some(&candidate) = self.known.trail.as_flattened().get(self.phase.trail_compared)
        {
            self.phase.trail_compared += 1;
            self.compare(candidate.ruled_out());
            true
        } else {
            false
        }
    }

    /// Holds a fact that has come true against the lessons that watch it.
    fn compare(&mut self, fact: Fact) {
        let mut before = None;
        let mut next = self.phase.lessons.first(fact);
        while let Some(watch) = next {
            next = self.phase.lessons.next(watch);
            let (lesson, slot) = (watch.lesson(), watch.slot());
            if self.phase.lessons.fact(lesson, slot) == fact {
                let other = self.phase.lessons.fact(lesson, 1 - slot);
                if !self.holds(other.opposite()) {
                    if let Some(index) = self.phase.lessons.find(lesson, |fact| !self.holds(fact)) {
                        self.phase.lessons.watch_another(fact, before, watch, index);
                        continue;
                    }
                    if self.holds(other) {
                        self.known.contradiction = Some(Contradiction::Lesson(lesson));
                        return;
                    }
                    self.deny(other, Reason::Lesson(lesson));
                }
            }
            before = Some(watch);
        }
    }

    /// Whether a fact is true.
    #[inline(always)]
    fn holds(&self, fact: Fact) -> bool {
        let candidate = fact.candidate::<WIDTH>();
        let [row, column, digit] = candidate.parts();
        if fact.is_placed() {
            self.known.digits.get(Self::cell(candidate)).is_some_and(|&held| usize::from(held) == digit + 1)
        } else {
            self.known.answers[CELL][row % WIDTH][column % WIDTH] & 1 << (digit & 31) == 0
        }
    }

    /// Learns from a contradiction, and goes back to where the lesson says something, but not below `floor`.
    /// A contradiction there refutes a guess, and brings the floor down. False if no guess is left to take
    /// back.
    pub(super) fn learn(&mut self, floor: &mut usize) -> bool {
        let Some(first_guess) = self.known.guesses.first().filter(|_| self.known.depth > 0) else {
            return false;
        };
        let mut events =
            Events { first_guess: *first_guess, placed: Numbers::new(), ruled_out: Numbers::new() };
        self.for_contradiction(|event| events.insert(event));
        let mut end = self.mark();
        let Some(mut latest) = self.latest(&events, end) else { return false };
        let depth = self.depth_at(latest);
        if depth <= *floor {
            self.go_back(depth);
            *floor = depth.saturating_sub(1);
            return self.refute_guess();
        }

        let last_guess = self.known.guesses.get(depth.wrapping_sub(1)).copied().unwrap_or_default();
        loop {
            events.remove(latest);
            end = end.before(latest);
            // What is behind the latest fact came true before it. Unless it is the only one since the guess:
            if self.latest(&events, end).is_none_or(|next| next.is_before(last_guess)) {
                break;
            }
            self.for_each_behind(latest, |event| events.insert(event));
            if let Event::Placed(number) = latest {
                self.raise_questions(number);
            }
            match self.latest(&events, end) {
                Some(next) => latest = next,
                None => break,
            }
        }
        self.age_keys();
        self.exchange_for_digits(&mut events, end);

        let culprit = self.fact(latest);
        let mut lesson = [culprit; CELLS];
        let mut length = 1;
        let mut depths = Numbers::<WIDTH>::new();
        let mut back_to = *floor;
        // The latest comes first: there the lesson would have said something.
        while let Some(event) = self.latest(&events, end) {
            end = end.before(event);
            if !self.is_implied(event, &events) {
                let depth = self.depth_at(event);
                depths.insert(depth);
                back_to = back_to.max(depth);
                if let Some(fact) = lesson.get_mut(length) {
                    *fact = self.fact(event);
                }
                length += 1;
            }
        }
        let why = match lesson.get(..length) {
            Some([_]) => Some(Reason::Itself),
            Some(lesson) => self.phase.lessons.add(lesson, depths.count()).map(Reason::Lesson),
            None => None,
        };
        match why {
            Some(why) => {
                self.go_back(back_to);
                self.deny(culprit, why);
                true
            }
            // There is no room for the lesson: the last guess is refuted, and that is all.
            None => {
                self.go_back(depth);
                self.refute_guess()
            }
        }
    }

    /// The latest of some events, of those before `end`.
    fn latest(&self, events: &Events<CELLS, WIDTH>, end: Mark) -> Option<Event> {
        let placed = events.placed.last_below(end.placed.into());
        let ruled_out = events.ruled_out.last_below(end.trail.into());
        match (placed, ruled_out) {
            (Some(number), Some(gone)) => {
                let trail_then = self.phase.notes.get(number).map_or(0, |note| note.trail.into());
                Some(if trail_then > gone { Event::Placed(number) } else { Event::RuledOut(gone) })
            }
            (Some(number), None) => Some(Event::Placed(number)),
            (None, gone) => gone.map(Event::RuledOut),
        }
    }

    /// How many guesses had been made when it came true.
    fn depth_at(&self, event: Event) -> usize {
        let guesses = self.known.guesses.get(..self.known.depth).unwrap_or_default();
        guesses.partition_point(|&guess| !event.is_before(guess))
    }

    /// The event that made a fact true.
    fn event(&self, fact: Fact) -> Event {
        let candidate = fact.candidate::<WIDTH>();
        let cell = Self::cell(candidate);
        if fact.is_placed() {
            Event::Placed(self.phase.placed_numbers.get(cell).copied().unwrap_or_default().into())
        } else {
            let numbers = &self.phase.trail_numbers[candidate.parts()[2] % WIDTH];
            Event::RuledOut(numbers.get(cell).copied().unwrap_or_default().into())
        }
    }

    /// The fact that an event made true.
    fn fact(&self, event: Event) -> Fact {
        match event {
            Event::Placed(number) => self.known.placed.get(number).map(|placed| placed.placed()),
            Event::RuledOut(number) => {
                self.known.trail.as_flattened().get(number).map(|gone| gone.ruled_out())
            }
        }
        .unwrap_or_default()
    }

    fn why(&self, event: Event) -> Reason {
        match event {
            Event::Placed(number) => self.phase.notes.get(number).map(|note| note.reason),
            Event::RuledOut(number) => self.phase.reasons.as_flattened().get(number).copied(),
        }
        .map_or(Reason::Itself, PackedReason::unpack)
    }

    /// Shows the facts that contradict each other.
    fn for_contradiction(&self, mut show: impl FnMut(Event)) {
        match self.known.contradiction {
            Some(Contradiction::Question(kind, unit, item)) => {
                self.for_ruled_out(kind.into(), unit.into(), item.into(), u32::MAX, show);
            }
            Some(Contradiction::Lesson(lesson)) => {
                self.phase.lessons.facts(lesson).for_each(|fact| show(self.event(fact)));
            }
            Some(Contradiction::Guesses) => self.for_guesses(self.known.depth, show),
            None => {}
        }
    }

    /// Shows the facts that made another one true.
    fn for_each_behind(&self, event: Event, mut show: impl FnMut(Event)) {
        let fact = self.fact(event);
        let candidate = fact.candidate::<WIDTH>();
        let [row, column, digit] = candidate.parts();
        match self.why(event) {
            Reason::Itself => {}
            Reason::Guesses => self.for_guesses(self.depth_at(event), show),
            Reason::Digit(number) => show(Event::Placed(number)),
            Reason::Single(kind) => {
                let [unit, item, answer] = Self::questions(candidate)[kind % KINDS];
                self.for_ruled_out(kind, unit, item, !(1 << (answer & 31)), show);
            }
            Reason::Locked(kind, crossing, unit) => {
                let open = match (kind, crossing) {
                    (BOX, ROW) => Self::minirow(row % ORDER),
                    (BOX, _) => Self::minicolumn(column % ORDER),
                    (ROW, _) => Self::minirow(column / ORDER),
                    _ => Self::minirow(row / ORDER),
                };
                self.for_ruled_out(kind, unit, digit, !open, show);
            }
            Reason::Lesson(lesson) => {
                let others = self.phase.lessons.facts(lesson).filter(|&other| other != fact.opposite());
                others.for_each(|other| show(self.event(other)));
            }
        }
    }

    /// Shows that these answers to a question are ruled out.
    fn for_ruled_out(
        &self,
        kind: usize,
        unit: usize,
        item: usize,
        answers: u32,
        mut show: impl FnMut(Event),
    ) {
        let mut answers = answers & (u32::MAX >> (32 - Self::SIDE));
        while answers != 0 {
            let candidate = Self::candidate_of(kind, unit, item, take_lowest(&mut answers));
            show(self.event(candidate.ruled_out()));
        }
    }

    /// Shows the first `depth` guesses.
    fn for_guesses(&self, depth: usize, mut show: impl FnMut(Event)) {
        for guess in self.known.guesses.get(..depth).unwrap_or_default() {
            show(Event::Placed(guess.placed.into()));
        }
    }

    /// Whether all the facts behind one are among these.
    fn is_implied(&self, event: Event, events: &Events<CELLS, WIDTH>) -> bool {
        let mut implied = !matches!(self.why(event), Reason::Itself | Reason::Guesses);
        self.for_each_behind(event, |behind| {
            implied &= events.always_holds(behind) || events.contains(behind);
        });
        implied
    }

    /// Exchanges what the same digit has ruled out, if that is more than one fact, for that digit.
    fn exchange_for_digits(&self, events: &mut Events<CELLS, WIDTH>, end: Mark) {
        let mut once = Numbers::<WIDTH>::new();
        let mut number = usize::from(end.trail);
        while let Some(gone) = events.ruled_out.last_below(number) {
            number = gone;
            if let Reason::Digit(digit) = self.why(Event::RuledOut(gone)) {
                if once.contains(digit) {
                    events.insert(Event::Placed(digit));
                }
                once.insert(digit);
            }
        }
    }

    /// The four questions that a digit answers had to do with the contradiction.
    fn raise_questions(&mut self, number: usize) {
        let Some(&placed) = self.known.placed.get(number) else { return };
        for (kind, [unit, item, _]) in Self::questions(placed).into_iter().enumerate() {
            self.raise(kind, unit, item);
        }
    }

    /// From time to time, lets all contradictions so far count half.
    fn age_keys(&mut self) {
        self.phase.lessons_since += 1;
        if self.phase.lessons_since == HALF_LIFE {
            self.phase.lessons_since = 0;
            for key in self.known.keys.as_flattened_mut().as_flattened_mut() {
                *key -= *key / KEY_STEP / 2 * KEY_STEP;
            }
        }
    }
}
