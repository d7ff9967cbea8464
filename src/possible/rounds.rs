//! The questions of many boards go to the batch engine together, in rounds: one question of each board at a time.

use super::{Possible, SWEEPS, candidates};
use crate::batch::{self, BatchStorage, Bounds, FIND_ANOTHER, Puzzles, SOLVE, tighten};
use crate::hard;
use crate::kernel::{BatchKernel, SimdKernel, on_simd_kernel};
use crate::single::{self, Limits, Series, Start, hard_from};
use crate::vectors::{Instructions, KernelCode};
use crate::{Board, End, Outcome, Status};

/// The number of questions in a round.
pub(super) const SLOTS: usize = 128;

/// Finds the possible digits of each puzzle. The status of hard ones is `OutOfSteps`.
#[inline(never)]
pub(super) fn ask_in_lanes(
    kernels: (SimdKernel, BatchKernel),
    memory: &mut BatchStorage,
    puzzles: Puzzles,
    possible: &mut [Possible],
) {
    let mut round = Round::EMPTY;
    for (chunk, possible) in possible.chunks_mut(SLOTS).enumerate() {
        round.begin(kernels, memory, puzzles.starting_at(chunk * SLOTS), possible);
    }
    loop {
        let next = NextQuestions { round: &mut round, possible };
        on_simd_kernel!(kernels.0, portable => ().run(next), proof => proof.run(next));
        if round.count == 0 {
            return;
        }
        let count = round.count.min(SLOTS);
        let questions = Puzzles::Candidates(&round.questions[..count]);
        first_solutions(kernels, memory, questions, &mut round.answers[..count]);
    }
}

/// The questions of a round, and their answers.
struct Round {
    /// The boards that ask.
    owners: [usize; SLOTS],
    /// The cells that they ask for.
    cells: [u8; SLOTS],
    questions: [[u16; 81]; SLOTS],
    answers: [Outcome; SLOTS],
    count: usize,
    /// The first board that has not asked yet.
    next: usize,
}

impl Round {
    const EMPTY: Self = Round {
        owners: [0; SLOTS],
        cells: [0; SLOTS],
        questions: [[0; 81]; SLOTS],
        answers: [Outcome::INVALID; SLOTS],
        count: 0,
        next: 0,
    };

    /// Searches for two solutions of each board, as many as slots. If there are several, applies the rules.
    fn begin(
        &mut self,
        (simd, lanes): (SimdKernel, BatchKernel),
        memory: &mut BatchStorage,
        puzzles: Puzzles,
        possible: &mut [Possible],
    ) {
        let count = possible.len().min(SLOTS);
        let answers = &mut self.answers[..count];
        let mut finish = |index: usize, outcome: &mut Outcome| {
            if outcome.status == Status::OutOfSteps {
                puzzles.starting_at(index).with_first(|start| solve_alone(simd, start, 2, outcome));
            }
        };
        batch::search::<SOLVE>(lanes, memory, (puzzles, &[]), answers, Bounds::ALL_MEMORY, &mut finish);
        let mut several = 0;
        for (index, (possible, answer)) in possible.iter_mut().zip(answers).enumerate() {
            let first = puzzles.starting_at(index);
            *possible = Possible::begin(answer.status, answer.steps, [0; 81]);
            if let Some(solution) = &answer.solution {
                possible.show(solution.digits());
            }
            possible.exclude_all();
            if matches!(answer.status, Status::Multiple | Status::OutOfSteps) {
                let slot = several % SLOTS;
                self.questions[slot] = first.with_first(candidates).unwrap_or([0; 81]);
                self.owners[slot] = index;
                several += 1;
            }
        }
        let boards = &mut self.questions[..several.min(SLOTS)];
        tighten(lanes, boards, SWEEPS);
        for (&owner, board) in self.owners.iter().zip(boards) {
            if let Some(possible) = possible.get_mut(owner) {
                possible.not_excluded = *board;
                // A search in lanes would be even longer.
                let hard_from = puzzles.starting_at(owner).with_first(hard_from).unwrap_or(u64::MAX);
                if possible.steps > hard_from {
                    possible.ask(&mut Series::new(simd), u64::MAX, hard_from);
                }
            }
        }
    }
}

/// Takes the answers of a round and writes the questions of the next one. Boards without a further question make room
/// for others.
struct NextQuestions<'a> {
    round: &'a mut Round,
    possible: &'a mut [Possible],
}

impl<P> KernelCode<P> for NextQuestions<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: P) {
        let NextQuestions { round, possible } = self;
        let Round { owners, cells, questions, answers, count, next } = round;
        let (mut answered, mut asked) = (0, 0);
        while answered < *count || asked < SLOTS && *next < possible.len() {
            let is_answer = answered < *count;
            // The index is always below; this lets the compiler omit bounds checks.
            let slot = answered % SLOTS;
            let owner = if is_answer { owners[slot] } else { *next };
            let Some(board) = possible.get_mut(owner) else { break };
            if is_answer {
                answered += 1;
                match &answers[slot] {
                    Outcome { solution: Some(solution), .. } => board.show(solution.digits()),
                    Outcome { status: Status::OutOfSteps, .. } => board.status = Status::OutOfSteps,
                    _ => board.exclude(usize::from(cells[slot])),
                }
            } else {
                *next += 1;
            }
            if board.status == Status::Multiple
                && let Some(cell) = board.undecided_cell()
            {
                let slot = asked % SLOTS;
                (owners[slot], cells[slot], questions[slot]) = (owner, cell as u8, board.question(cell));
                asked += 1;
            }
        }
        *count = asked;
    }
}

/// Finds a solution of each puzzle, if there is one. The status of hard ones is `OutOfSteps`.
pub(super) fn first_solutions(
    (simd, lanes): (SimdKernel, BatchKernel),
    memory: &mut BatchStorage,
    puzzles: Puzzles,
    answers: &mut [Outcome],
) {
    let mut alone = |index: usize, answer: &mut Outcome| {
        *answer = Outcome::INVALID;
        puzzles.starting_at(index).with_first(|start| solve_alone(simd, start, 1, answer));
    };
    if answers.len() < lanes.min_batch() {
        return answers.iter_mut().enumerate().for_each(|(index, answer)| alone(index, answer));
    }
    // No solution is known, so the search ends at the first one.
    for answer in &mut *answers {
        answer.solution = None;
    }
    batch::search::<FIND_ANOTHER>(lanes, memory, (puzzles, &[]), answers, Bounds::ALL_MEMORY, &mut alone);
}

/// Searches for up to `limit` solutions with the single engine. A [hard](hard::sweeps) board is left undecided: below
/// the frames of this search, the stack is too short for learned clauses.
pub(super) fn solve_alone(kernel: SimdKernel, start: Start, limit: u64, outcome: &mut Outcome) {
    let mut solution = Board::EMPTY;
    let limits = Limits { solutions: limit, sweeps: hard::sweeps(start, u64::MAX) };
    let tally = single::solve(kernel, start, limits, solution.digits_mut());
    *outcome = Outcome {
        // With a limit of one, too, there may be more.
        status: if tally.end == End::Stopped { Status::Multiple } else { tally.status() },
        solution: (tally.solutions > 0).then_some(solution),
        steps: tally.steps,
        guesses: tally.guesses,
    };
}
