//! What the search has learned: sets of facts that cannot all hold.
//!
//! ```text
//!   a lesson in the room      next | next | facts | guesses | fact fact fact fact ...
//!                              |      |                        |    |
//!                              |      +- the list of those ----|----+
//!                              +- the list of those that watch + (two of its facts that do not hold yet)
//! ```
//!
//! Only a fact that is watched can be the last but one to come true. So when a fact comes true, the lessons
//! that watch it are looked at, and no others; there is nothing to put back when a guess is taken back.

use super::knowledge::Fact;

/// The place of a lesson in the room, halved.
pub(super) type LessonNumber = u16;

/// How many lists there are; facts share them.
const LISTS: usize = 1024;
/// Numbers in front of the facts of a lesson.
const HEADER: usize = 4;
/// In place of a link: the list ends here.
const END: u16 = u16::MAX;

/// Lessons, each with its first two facts watched. A link is the place of one of the two first numbers of
/// a lesson, which begins at an even place, so that it names the lesson and which of the two facts.
pub(super) struct Lessons<const CELLS: usize, const WIDTH: usize> {
    room: [[u16; CELLS]; WIDTH],
    /// So much of it may be used,
    limit: usize,
    /// and so much is.
    used: usize,
    full: bool,
    lists: [u16; LISTS],
}

/// A lesson and one of its two watched facts, met on the way through a list.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    link: u16,
}

impl Watch {
    pub(super) fn lesson(self) -> LessonNumber {
        self.link / 2
    }

    /// Which of the facts is watched: 0 or 1.
    pub(super) fn slot(self) -> usize {
        usize::from(self.link % 2)
    }
}

impl<const CELLS: usize, const WIDTH: usize> Lessons<CELLS, WIDTH> {
    #[inline(always)]
    pub(super) fn new(limit: usize) -> Self {
        let limit = limit.min(CELLS * WIDTH).min(usize::from(END));
        Lessons { room: [[0; CELLS]; WIDTH], limit, used: 0, full: false, lists: [END; LISTS] }
    }

    /// Whether there was no room for a lesson.
    pub(super) fn full(&self) -> bool {
        self.full
    }

    #[inline(always)]
    fn get(&self, place: usize) -> u16 {
        self.room.as_flattened().get(place).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn set(&mut self, place: usize, number: u16) {
        if let Some(old) = self.room.as_flattened_mut().get_mut(place) {
            *old = number;
        }
    }

    fn list(fact: Fact) -> usize {
        usize::from(fact.0.wrapping_mul(0x9e37) >> 6) % LISTS
    }

    /// The facts of a lesson.
    #[inline(always)]
    pub(super) fn facts(&self, lesson: LessonNumber) -> impl Iterator<Item = Fact> {
        let start = usize::from(lesson) * 2;
        let facts = start + HEADER..start + HEADER + usize::from(self.get(start + 2));
        self.room.as_flattened().get(facts).unwrap_or_default().iter().map(|&fact| Fact(fact))
    }

    /// One of the facts of a lesson.
    #[inline(always)]
    pub(super) fn fact(&self, lesson: LessonNumber, index: usize) -> Fact {
        Fact(self.get(usize::from(lesson) * 2 + HEADER + index))
    }

    /// Which fact of a lesson, of those not watched, is as asked.
    #[inline(always)]
    pub(super) fn find(&self, lesson: LessonNumber, wanted: impl Fn(Fact) -> bool) -> Option<usize> {
        self.facts(lesson).skip(2).position(wanted).map(|index| index + 2)
    }

    /// The first lesson in the list of a fact.
    pub(super) fn first(&self, fact: Fact) -> Option<Watch> {
        Self::watch(self.lists[Self::list(fact)])
    }

    /// The next one in the same list.
    pub(super) fn next(&self, watch: Watch) -> Option<Watch> {
        Self::watch(self.get(watch.link.into()))
    }

    fn watch(link: u16) -> Option<Watch> {
        (link != END).then_some(Watch { link })
    }

    /// Has a lesson watch another of its facts in place of `fact`; `before` comes before it in the list.
    pub(super) fn watch_another(&mut self, fact: Fact, before: Option<Watch>, watch: Watch, index: usize) {
        let start = usize::from(watch.lesson()) * 2 + HEADER;
        let another = self.get(start + index);
        self.set(start + index, fact.0);
        self.set(start + watch.slot(), another);
        let next = self.get(watch.link.into());
        match before {
            None => self.lists[Self::list(fact)] = next,
            Some(before) => self.set(before.link.into(), next),
        }
        self.push(Fact(another), watch.link);
    }

    /// Puts a link at the head of the list of a fact.
    fn push(&mut self, fact: Fact, link: u16) {
        let head = &mut self.lists[Self::list(fact)];
        let next = core::mem::replace(head, link);
        self.set(link.into(), next);
    }

    /// Adds a lesson of two or more facts, which joins what came of so many guesses. It watches the first
    /// two of its facts. None if there is no room.
    pub(super) fn add(&mut self, facts: &[Fact], guesses: usize) -> Option<LessonNumber> {
        let start = self.used;
        let end = start + Self::size(facts.len());
        if end > self.limit {
            self.full = true;
            return None;
        }
        self.used = end;
        self.set(start + 2, facts.len() as u16);
        self.set(start + 3, guesses as u16);
        for (index, &fact) in facts.iter().enumerate() {
            self.set(start + HEADER + index, fact.0);
        }
        self.watch_two(start);
        Some((start / 2) as LessonNumber)
    }

    /// What a lesson of so many facts takes, an even number.
    fn size(facts: usize) -> usize {
        (HEADER + facts).next_multiple_of(2)
    }

    fn watch_two(&mut self, start: usize) {
        for slot in 0..2 {
            self.push(Fact(self.get(start + HEADER + slot)), (start + slot) as u16);
        }
    }

    /// Makes room: keeps the lessons that join the fewest guesses, and of equals the newest, in half of it.
    /// All others get other numbers, so none may be in use.
    pub(super) fn forget_half(&mut self) {
        const MOST: usize = 63;
        let mut sizes = [0; MOST + 1];
        let mut start = 0;
        while start < self.used {
            let guesses = usize::from(self.get(start + 3)).min(MOST);
            let size = Self::size(self.get(start + 2).into());
            sizes[guesses] += size;
            start += size;
        }
        // Of those that join `most` guesses, the oldest have to go, in all of that size.
        let (mut left, mut most) = (self.limit / 2, 0);
        while most < MOST && sizes[most] <= left {
            left -= sizes[most];
            most += 1;
        }
        let mut to_go = sizes[most].saturating_sub(left);

        let used = self.used;
        (self.used, self.full, self.lists) = (0, false, [END; LISTS]);
        let mut start = 0;
        while start < used {
            let guesses = usize::from(self.get(start + 3)).min(MOST);
            let size = Self::size(self.get(start + 2).into());
            if guesses < most || guesses == most && to_go == 0 {
                let to = self.used;
                for offset in 2..size {
                    self.set(to + offset, self.get(start + offset));
                }
                self.used += size;
                self.watch_two(to);
            } else if guesses == most {
                to_go = to_go.saturating_sub(size);
            }
            start += size;
        }
    }
}
