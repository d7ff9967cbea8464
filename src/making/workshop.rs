//! Many puzzles that are thinned out side by side.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use super::CellSet;
use super::thinning::Thinning;
use crate::batch::{self, Puzzles};
use crate::kernel::{SimdKernel, on_simd_kernel};
use crate::single::{self, Limits, Start};
use crate::vectors::{Instructions, KernelCode};
use crate::{Grid, Outcome, Status, Workspace};

/// A cell and a digit that a solution must do without.
type Ban = Option<(u8, u8)>;
type Bans<'a> = &'a [Ban];

/// Puzzles in work at a time.
const PLACES: usize = 128;

/// The working memory of [`Generator::generate`](crate::Generator::generate),
/// [`Solver::minimize`](crate::Solver::minimize) and what else makes and examines many puzzles, beside a
/// [`Workspace`]: about 400 KiB. The caller allocates it, and can use it for any number of calls. No result depends on
/// what an earlier call left in it.
///
/// ```
/// use lanedoku::Workshop;
///
/// let workshop = Box::new(Workshop::new());
/// assert!(size_of_val(&*workshop) <= 420 * 1024);
/// ```
pub struct Workshop {
    places: [Thinning; PLACES],
    questions: [[u8; 81]; PLACES],
    bans: [Ban; PLACES],
    answers: [Outcome; PLACES],
}

impl Workshop {
    /// Creates a workshop.
    pub const fn new() -> Self {
        Workshop {
            places: [const { Thinning::NONE }; PLACES],
            questions: [[0; 81]; PLACES],
            bans: [None; PLACES],
            answers: [Outcome::INVALID; PLACES],
        }
    }

    /// Creates a workshop in memory that someone has allocated, whatever is there. No copy of it is ever on the stack,
    /// as may be with [`new`](Self::new).
    ///
    /// ```
    /// use std::mem::MaybeUninit;
    ///
    /// use lanedoku::{Generator, Workshop, Workspace};
    ///
    /// let mut memory = Box::new(MaybeUninit::uninit());
    /// let workshop = Workshop::write_new(&mut memory);
    /// let mut puzzle = [None];
    /// Generator::new(1).generate(0, &mut puzzle, &mut Box::new(Workspace::new()), workshop);
    /// assert!(puzzle[0].is_some());
    /// ```
    pub const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        let workshop = memory.as_mut_ptr();
        // SAFETY: the memory is there for a whole workshop. Each field of it is written through a pointer that is made
        // without a reference, item by item below the length of its array; so all of it has a value in the end.
        unsafe {
            let mut place = 0;
            while place < PLACES {
                (&raw mut (*workshop).places).cast::<Thinning>().add(place).write(Thinning::NONE);
                (&raw mut (*workshop).questions).cast::<[u8; 81]>().add(place).write([0; 81]);
                (&raw mut (*workshop).bans).cast::<Ban>().add(place).write(None);
                (&raw mut (*workshop).answers).cast::<Outcome>().add(place).write(Outcome::INVALID);
                place += 1;
            }
            memory.assume_init_mut()
        }
    }
}

impl Default for Workshop {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Workshop {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Workshop").finish_non_exhaustive()
    }
}

/// Who brings puzzles and takes them.
pub(super) trait Client {
    /// Starts the next puzzle, and gives it a number; none if there are no more.
    fn bring(&mut self, place: &mut Thinning) -> Option<usize>;

    /// Takes what has come of a puzzle; true if it has been started once more.
    fn take(&mut self, number: usize, place: &mut Thinning) -> bool;
}

/// Which places are busy, and with what.
struct Busy {
    /// Those in use come first.
    order: [u16; PLACES],
    numbers: [usize; PLACES],
    count: usize,
    /// Whether the client may have more.
    more: bool,
}

impl Workshop {
    /// Thins out all puzzles that the client brings.
    pub(super) fn run(&mut self, kernel: SimdKernel, workspace: &mut Workspace, client: &mut impl Client) {
        let order = core::array::from_fn(|place| place as u16);
        let mut busy = Busy { order, numbers: [0; PLACES], count: 0, more: true };
        loop {
            let round = Round { workshop: self, client, busy: &mut busy };
            on_simd_kernel!(kernel, portable => ().run(round), proof => proof.run(round));
            if busy.count == 0 {
                return;
            }
            self.search(kernel, workspace, &busy);
        }
    }

    /// Answers the questions of all busy places.
    fn search(&mut self, kernel: SimdKernel, workspace: &mut Workspace, busy: &Busy) {
        let Workshop { places, questions, bans, answers } = self;
        let count = busy.count.min(PLACES);
        let known = |index: usize| places[usize::from(busy.order[index % PLACES]) % PLACES].known();
        search(kernel, workspace, (&questions[..count], &bans[..count]), &mut answers[..count], &known);
    }

    /// Which of these clues a puzzle with one solution could spare, each if all the others stay.
    pub(super) fn redundant(
        &mut self,
        kernel: SimdKernel,
        workspace: &mut Workspace,
        puzzle: &[u8; 81],
        clues: CellSet,
    ) -> CellSet {
        let mut count = 0;
        for (index, cell) in clues.iter().enumerate().take(PLACES) {
            self.questions[index] = *puzzle;
            self.questions[index][cell] = 0;
            self.bans[index] = Some((cell as u8, puzzle[cell]));
            self.answers[index].solution = None;
            count = index + 1;
        }
        let asked = (&self.questions[..count], &self.bans[..count]);
        search(kernel, workspace, asked, &mut self.answers[..count], &|_| None);
        let spared = clues.iter().zip(&self.answers).filter(|(_, answer)| answer.status != Status::Multiple);
        spared.map(|(cell, _)| cell).collect()
    }
}

/// Answers questions: is there another solution than the known one?
fn search(
    kernel: SimdKernel,
    workspace: &mut Workspace,
    (questions, bans): (&[[u8; 81]], Bans),
    answers: &mut [Outcome],
    known: &dyn Fn(usize) -> Option<Grid>,
) {
    if let Some((lanes, worth_from, memory)) = workspace.lanes(kernel)
        && questions.len() >= worth_from
    {
        let mut alone = |index: usize, answer: &mut Outcome| {
            if let (Some(question), Some(ban)) = (questions.get(index), bans.get(index)) {
                answer.solution = known(index);
                another(kernel, question, *ban, answer);
            }
        };
        let puzzles = Puzzles::Digits { bytes: questions.as_flattened(), stride: 81 };
        batch::find_another(lanes, memory, (puzzles, bans), answers, &mut alone);
        return;
    }
    for ((question, ban), answer) in questions.iter().zip(bans).zip(answers) {
        another(kernel, question, *ban, answer);
    }
}

/// What happens between two searches: the answers are heard, and the next questions asked.
struct Round<'a, C> {
    workshop: &'a mut Workshop,
    client: &'a mut C,
    busy: &'a mut Busy,
}

impl<P, C: Client> KernelCode<P> for Round<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: P) {
        let Round { workshop, client, busy } = self;
        let Workshop { places, questions, bans, answers, .. } = workshop;
        let Busy { order, numbers, count, more } = busy;
        let heard = (*count).min(PLACES);
        let (mut index, mut next) = (0, 0);
        while index < heard || *more && next < PLACES {
            let place = &mut places[usize::from(order[index.max(next) % PLACES]) % PLACES];
            let mut number = None;
            if index < heard {
                place.hear(&answers[index % PLACES]);
                number = Some(numbers[index % PLACES]);
            }
            // With this puzzle, or if there is nothing to find out about it, with the next.
            loop {
                if let Some(number) = number {
                    if place.foresee() {
                        break;
                    }
                    if client.take(number, place) {
                        continue;
                    }
                }
                number = if *more { client.bring(place) } else { None };
                *more = number.is_some();
                if number.is_none() {
                    break;
                }
            }
            if let Some(number) = number {
                numbers[next % PLACES] = number;
                order.swap(next % PLACES, index.max(next) % PLACES);
                next += 1;
            }
            index += 1;
        }
        *count = next;
        for ((place, question), (ban, answer)) in
            order[..next.min(PLACES)].iter().zip(questions).zip(bans.iter_mut().zip(answers))
        {
            let place = &places[usize::from(*place) % PLACES];
            *question = place.question();
            *ban = place.ban();
            answer.solution = place.known();
        }
    }
}

/// Looks for another solution than the one in the answer, with the single engine.
fn another(kernel: SimdKernel, question: &[u8; 81], ban: Option<(u8, u8)>, answer: &mut Outcome) {
    let (known, mut found) = (answer.solution, 0);
    let mut candidates = question.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
    if let Some((cell, digit)) = ban {
        candidates[usize::from(cell) % 81] &= !(1 << (digit - 1));
    }
    let limits = Limits { solutions: 2, sweeps: u64::MAX };
    single::visit(kernel, Start::Candidates(&candidates), limits, &mut |solution| {
        found += 1;
        let solution = Grid::from_checked(*solution);
        if known == Some(solution) {
            return ControlFlow::Continue(());
        }
        answer.solution = Some(solution);
        found = 2;
        ControlFlow::Break(())
    });
    answer.status = [Status::NoSolution, Status::Unique, Status::Multiple][found.min(2)];
}
