//! Minimizes many puzzles at a time: their queries go to the batch engine together.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use super::minimizer::Minimizer;
use crate::batch::{self, Bounds, FIND_ANOTHER, Puzzles};
use crate::kernel::{SimdKernel, on_simd_kernel};
use crate::single::{self, Limits, Start};
use crate::vectors::{Instructions, KernelCode};
use crate::{Grid, Outcome, Status, Workspace};

/// A cell and a digit: a candidate that the search excludes.
type ExcludedCandidate = Option<(u8, u8)>;

/// The number of puzzles minimized at a time.
pub(super) const SLOTS: usize = 128;

/// The working memory of [`Generator::generate`](crate::Generator::generate),
/// [`Solver::minimize`](crate::Solver::minimize), [`Solver::redundant_clues`](crate::Solver::redundant_clues) and
/// [`Solver::visit_minimal`](crate::Solver::visit_minimal): about 1 MiB on x86-64, 400 KiB on other processors. It
/// contains a [`Workspace`].
///
/// The caller allocates it and can use it for any number of calls. Results do not depend on earlier calls.
///
/// ```
/// use lanedoku::GeneratorWorkspace;
///
/// let mut workspace = GeneratorWorkspace::boxed();
/// assert!(size_of_val(&*workspace) <= 1040 * 1024);
/// ```
#[repr(C)]
pub struct GeneratorWorkspace {
    /// The first field, so that a C caller can use the same memory as a workspace.
    pub(super) solver: Workspace,
    minimizers: [Minimizer; SLOTS],
    pub(super) queries: [[u8; 81]; SLOTS],
    pub(super) excluded: [ExcludedCandidate; SLOTS],
    pub(super) answers: [Outcome; SLOTS],
}

impl GeneratorWorkspace {
    /// Creates a workspace as a value, for a static. On the heap, use [`write_new`](Self::write_new): a build without
    /// optimization puts a value on the stack first.
    // Without `Default`, which would make a workspace on the stack.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        GeneratorWorkspace {
            solver: Workspace::new(),
            minimizers: [const { Minimizer::IDLE }; SLOTS],
            queries: [[0; 81]; SLOTS],
            excluded: [None; SLOTS],
            answers: [Outcome::INVALID; SLOTS],
        }
    }

    /// Creates a workspace on the heap, without a copy on the stack.
    #[cfg(feature = "alloc")]
    pub fn boxed() -> alloc::boxed::Box<Self> {
        let mut memory = alloc::boxed::Box::new_uninit();
        Self::write_new(&mut memory);
        // SAFETY: `write_new` has initialized the memory.
        unsafe { memory.assume_init() }
    }

    /// Creates a workspace in memory allocated by the caller, without a copy on the stack. Afterwards the memory is
    /// initialized: an owner may call `Box::assume_init`.
    ///
    /// ```
    /// use lanedoku::{Generator, GeneratorWorkspace};
    ///
    /// let mut memory = Box::new_uninit();
    /// let workspace = GeneratorWorkspace::write_new(&mut memory);
    /// let mut puzzle = [None];
    /// Generator::new(1).generate(0, &mut puzzle, workspace);
    /// assert!(puzzle[0].is_some());
    /// ```
    pub const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the field lies in the memory, and the pointer to it is made without a reference. Uninitialized bytes
        // are valid for `MaybeUninit`, which has the layout of its content.
        let solver = unsafe { &mut *(&raw mut (*memory.as_mut_ptr()).solver).cast() };
        Workspace::write_new(solver);
        // SAFETY: the workspace's bytes have just been written.
        unsafe { Self::write_over(memory) }
    }

    /// Initializes all fields but the [`Workspace`], which keeps its contents.
    ///
    /// # Safety
    ///
    /// All bytes of the workspace have been initialized, with any values.
    #[doc(hidden)]
    pub const unsafe fn write_over(memory: &mut MaybeUninit<Self>) -> &mut Self {
        let new = memory.as_mut_ptr();
        let mut slot = 0;
        while slot < SLOTS {
            // SAFETY: each pointer is made without a reference, and points to an item of an array in the memory: the
            // slot is less than the length of the arrays.
            unsafe {
                (&raw mut (*new).minimizers).cast::<Minimizer>().add(slot).write(Minimizer::IDLE);
                (&raw mut (*new).queries).cast::<[u8; 81]>().add(slot).write([0; 81]);
                (&raw mut (*new).excluded).cast::<ExcludedCandidate>().add(slot).write(None);
                (&raw mut (*new).answers).cast::<Outcome>().add(slot).write(Outcome::INVALID);
            }
            slot += 1;
        }
        // SAFETY: every item of the four arrays has been written. A workspace consists of integers, so the bytes,
        // initialized by the caller's promise, are a valid one.
        unsafe { memory.assume_init_mut() }
    }

    /// Returns the contained workspace, for batches and counts between two other calls.
    ///
    /// ```
    /// use lanedoku::{GeneratorWorkspace, Grid, Solver};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let mut minimal = [None];
    /// Solver::new().minimize(&[lanedoku::random_grid(1, 0)], 1, 0, &mut minimal, &mut workspace);
    /// let tally = Solver::new().count_with(&minimal[0].unwrap(), 2, workspace.workspace());
    /// assert_eq!(tally.solutions, 1);
    /// ```
    pub const fn workspace(&mut self) -> &mut Workspace {
        &mut self.solver
    }
}

impl core::fmt::Debug for GeneratorWorkspace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("GeneratorWorkspace").finish_non_exhaustive()
    }
}

/// Supplies puzzles to minimize, and takes the results.
pub(super) trait PuzzleSource {
    /// Starts the next puzzle and returns its number, or `None` if there are no more.
    fn start_next(&mut self, minimizer: &mut Minimizer) -> Option<usize>;

    /// Takes the result of a puzzle. Returns true if the same puzzle has been started again.
    fn finish(&mut self, number: usize, minimizer: &mut Minimizer) -> bool;
}

/// The slots in use.
struct Active {
    /// The slots, those in use first.
    order: [u16; SLOTS],
    /// The numbers of their puzzles, in the same order.
    numbers: [usize; SLOTS],
    count: usize,
    /// Whether the source may have further puzzles.
    more: bool,
}

impl GeneratorWorkspace {
    /// Minimizes all puzzles of a source, as long as `go_on` returns true. It is called before each round of searches.
    /// Returns whether all are done.
    pub(super) fn run(
        &mut self,
        kernel: SimdKernel,
        source: &mut impl PuzzleSource,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        let order = core::array::from_fn(|slot| slot as u16);
        let mut active = Active { order, numbers: [0; SLOTS], count: 0, more: true };
        loop {
            let round = NextQueries { workspace: self, source, active: &mut active };
            on_simd_kernel!(kernel, portable => ().run(round), proof => proof.run(round));
            if active.count == 0 {
                return true;
            }
            if !go_on() {
                return false;
            }
            self.search_active(kernel, &active);
        }
    }

    /// Answers the queries of all active slots.
    fn search_active(&mut self, kernel: SimdKernel, active: &Active) {
        let GeneratorWorkspace { solver, minimizers, queries, excluded, answers } = self;
        let count = active.count.min(SLOTS);
        let known =
            |index: usize| minimizers[usize::from(active.order[index % SLOTS]) % SLOTS].known_solution();
        search(kernel, solver, (&queries[..count], &excluded[..count]), &mut answers[..count], &known);
    }
}

/// Answers each query: does the puzzle have a solution other than the known one?
pub(super) fn search(
    kernel: SimdKernel,
    workspace: &mut Workspace,
    (queries, excluded): (&[[u8; 81]], &[ExcludedCandidate]),
    answers: &mut [Outcome],
    known: &dyn Fn(usize) -> Option<Grid>,
) {
    if let Some((lanes, memory)) = workspace.batch(kernel)
        && queries.len() >= lanes.min_batch()
    {
        let mut single = |index: usize, answer: &mut Outcome| {
            if let (Some(query), Some(excluded)) = (queries.get(index), excluded.get(index)) {
                answer.solution = known(index);
                find_another(kernel, query, *excluded, answer);
            }
        };
        let puzzles = (Puzzles::of_digits(queries), excluded);
        batch::search::<FIND_ANOTHER>(lanes, memory, puzzles, answers, Bounds::ALL_MEMORY, &mut single);
        return;
    }
    for ((query, excluded), answer) in queries.iter().zip(excluded).zip(answers) {
        find_another(kernel, query, *excluded, answer);
    }
}

/// The work between two searches: takes the answers and writes the next queries.
struct NextQueries<'a, S> {
    workspace: &'a mut GeneratorWorkspace,
    source: &'a mut S,
    active: &'a mut Active,
}

impl<P, S: PuzzleSource> KernelCode<P> for NextQueries<'_, S> {
    type Output = ();

    #[cfg_attr(not(compact), inline(always))]
    fn run(self, _: P) {
        let NextQueries { workspace, source, active } = self;
        let GeneratorWorkspace { minimizers, queries, excluded, answers, .. } = workspace;
        let Active { order, numbers, count, more } = active;
        let answered = (*count).min(SLOTS);
        let (mut index, mut next) = (0, 0);
        while index < answered || *more && next < SLOTS {
            let minimizer = &mut minimizers[usize::from(order[index.max(next) % SLOTS]) % SLOTS];
            let mut number = None;
            if index < answered {
                minimizer.apply(&answers[index % SLOTS]);
                number = Some(numbers[index % SLOTS]);
            }
            // Continues with this puzzle or, if it is done, with the next one.
            loop {
                if let Some(number) = number {
                    if minimizer.predict() {
                        break;
                    }
                    if source.finish(number, minimizer) {
                        continue;
                    }
                }
                number = if *more { source.start_next(minimizer) } else { None };
                *more = number.is_some();
                if number.is_none() {
                    break;
                }
            }
            if let Some(number) = number {
                numbers[next % SLOTS] = number;
                order.swap(next % SLOTS, index.max(next) % SLOTS);
                next += 1;
            }
            index += 1;
        }
        *count = next;
        for ((slot, query), (excluded, answer)) in
            order[..next.min(SLOTS)].iter().zip(queries).zip(excluded.iter_mut().zip(answers))
        {
            let minimizer = &minimizers[usize::from(*slot) % SLOTS];
            *query = minimizer.query();
            *excluded = minimizer.excluded();
            answer.solution = minimizer.known_solution();
        }
    }
}

/// Searches for a solution other than the one in `answer`, with the single engine.
fn find_another(kernel: SimdKernel, query: &[u8; 81], excluded: ExcludedCandidate, answer: &mut Outcome) {
    let (known, mut found) = (answer.solution, 0);
    let mut candidates = query.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
    if let Some((cell, digit)) = excluded {
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
