//! Compares the trace with the engine: after every sweep, the same puzzles are in the same lanes, with the same
//! candidates; and at the end all outcomes are equal, sweeps and guesses included.

use std::cell::RefCell;

use crate::testkit::puzzles::{Kind, PuzzleGenerator};

use super::*;
use crate::Kernel;
use crate::batch::engine::{BatchSearch, Bounds};
use crate::batch::frontier::Frontier;
use crate::batch::houses::NoHouses;
use crate::batch::sweep::LaneStates;
use crate::batch::{Puzzles, SOLVE};
use crate::kernel::{BatchKernel, SimdKernel, on_batch_kernel};
use crate::vectors::Lanes;
use crate::vectors::portable::Portable;

/// The lanes after one sweep of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recorded {
    busy: u32,
    contradiction: u32,
    stuck: u32,
    settled: u32,
    /// The puzzle and the candidates of each busy lane; no candidates after a contradiction.
    nodes: Vec<Option<(u32, Option<[u32; 27]>)>>,
}

thread_local! {
    /// The sweeps of the engine that runs in this thread, if a test has asked for them.
    static SWEEPS: RefCell<Option<Vec<Recorded>>> = const { RefCell::new(None) };
}

/// Records a sweep of the engine.
#[inline(never)]
pub(in crate::batch) fn record<V: Lanes>(
    frontier: &Frontier<V>,
    puzzles: &[u32; MAX_LANES],
    states: LaneStates,
) {
    SWEEPS.with_borrow_mut(|sweeps| {
        let Some(sweeps) = sweeps else { return };
        let mut words = [[0; MAX_LANES]; 27];
        for (word, vector) in words.iter_mut().zip(frontier.nodes.candidates.as_flattened().as_flattened()) {
            vector.store(word);
        }
        let node = |lane: usize| {
            let has_contradiction = states.contradiction >> lane & 1 == 1;
            let candidates = (!has_contradiction).then(|| words.map(|word| word[lane]));
            (frontier.busy >> lane & 1 == 1).then_some((puzzles[lane], candidates))
        };
        let busy = frontier.busy;
        sweeps.push(Recorded {
            busy,
            contradiction: states.contradiction & busy,
            stuck: states.stuck & busy,
            settled: states.settled & busy,
            nodes: (0..V::LANES).map(node).collect(),
        });
    });
}

/// The sweeps and the outcomes of the engine, which `run` runs.
fn engine(
    puzzles: &[[u8; 81]],
    memory: &mut BatchStorage,
    run: impl FnOnce(BatchSearch<NoHouses, SOLVE>),
) -> (Vec<Recorded>, Vec<Outcome>) {
    let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
    let search = BatchSearch {
        houses: NoHouses,
        memory,
        puzzles: Puzzles::of_digits(puzzles),
        excluded: &[],
        outcomes: &mut outcomes,
        bounds: Bounds::ALL_MEMORY,
    };
    SWEEPS.set(Some(Vec::new()));
    run(search);
    outcomes.iter_mut().for_each(close::<SOLVE>);
    (SWEEPS.take().unwrap(), outcomes)
}

/// A trace of a batch from the start to the end, as the engine's sweeps and outcomes. Calls `look` after every sweep.
fn traced(
    (lanes, refills): (usize, bool),
    puzzles: &[[u8; 81]],
    trace: &mut LanesTrace,
    mut look: impl FnMut(&LanesTrace),
) -> (Vec<Recorded>, Vec<Outcome>) {
    let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
    trace.begin(lanes, refills);
    let mut sweeps = Vec::new();
    while trace.sweep(puzzles, &mut outcomes) {
        let LaneBoard { busy, contradiction, settled_lanes, .. } = trace.state;
        let node = |lane: usize| {
            let has_contradiction = contradiction >> lane & 1 == 1;
            let candidates = (!has_contradiction).then(|| *trace.words(lane));
            (busy >> lane & 1 == 1).then(|| (trace.lanes()[lane].puzzle, candidates))
        };
        sweeps.push(Recorded {
            busy,
            contradiction,
            stuck: trace.state.stuck_lanes,
            settled: settled_lanes,
            nodes: (0..lanes).map(node).collect(),
        });
        look(trace);
    }
    assert!(!trace.sweep(puzzles, &mut outcomes), "the end is the end");
    assert_eq!(trace.sweeps(), sweeps.len() as u64);
    (sweeps, outcomes)
}

fn new_trace() -> Box<LanesTrace> {
    let mut memory = Box::new_uninit();
    LanesTrace::write_new(&mut memory);
    // SAFETY: `write_new` has initialized it.
    unsafe { memory.assume_init() }
}

/// Puzzles of all kinds: with one, several, many and no solution, with colliding or too few clues; hard ones.
fn batch(generator: &mut PuzzleGenerator, count: usize) -> Vec<[u8; 81]> {
    let puzzle = |_| {
        let kind = Kind::ALL[generator.below(Kind::ALL.len())];
        let mut puzzle = generator.puzzle(kind);
        let clues: Vec<_> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
        for _ in 0..[0, 0, 0, 1, 3, 12][generator.below(6)] {
            puzzle[clues[generator.below(clues.len())]] = 0;
        }
        if generator.below(5) == 0 {
            puzzle[clues[generator.below(clues.len())]] = 1 + generator.below(9) as u8;
        }
        puzzle
    };
    (0..count).map(puzzle).collect()
}

/// Asserts that a trace equals the sweeps and outcomes of an engine. The engine guesses early after the sweep; there
/// the trace already counts the node as stuck.
fn assert_equal(
    name: &str,
    lanes: usize,
    (expected, expected_outcomes): &(Vec<Recorded>, Vec<Outcome>),
    (sweeps, outcomes): &(Vec<Recorded>, Vec<Outcome>),
) {
    for (number, (sweep, expected)) in sweeps.iter().zip(expected).enumerate() {
        let early = sweep.stuck & !expected.stuck;
        assert!(lanes < 16 || early == 0, "{name}, sweep {number}");
        assert_eq!(early & (expected.contradiction | expected.settled), 0, "{name}, sweep {number}");
        let sweep = Recorded { stuck: sweep.stuck & !early, ..sweep.clone() };
        assert_eq!(&sweep, expected, "{name}, sweep {number}");
    }
    assert_eq!(sweeps.len(), expected.len(), "{name}");
    assert_eq!(outcomes, expected_outcomes, "{name}");
}

#[test]
fn every_sweep_is_that_of_the_engine() {
    let mut generator = PuzzleGenerator::new(1);
    let mut memory = Box::new(BatchStorage::new());
    let mut trace = new_trace();
    let mut statuses = [0; 5];
    for size in [0, 1, 2, 5, 16, 17, 40, 100] {
        let puzzles = batch(&mut generator, size);
        for lanes in [4, 8, 16] {
            let expected = engine(&puzzles, &mut memory, |search| match lanes {
                4 => search.on::<Portable<4>>(()),
                // The portable kernel's own, which is compiled already.
                8 => crate::vectors::Instructions::run((), search),
                _ => search.on::<Portable<16>>(()),
            });
            let found = traced((lanes, true), &puzzles, &mut trace, |_| ());
            assert_equal(&format!("{size} puzzles on {lanes} lanes"), lanes, &expected, &found);
            for outcome in &expected.1 {
                statuses[outcome.status as usize % 5] += 1;
            }
        }
    }
    assert!(statuses.iter().all(|&number| number > 9), "{statuses:?}");
}

/// The kernels that users run.
#[test]
fn every_sweep_is_that_of_the_kernels_of_this_machine() {
    let mut generator = PuzzleGenerator::new(2);
    let puzzles = batch(&mut generator, 120);
    let mut memory = Box::new(BatchStorage::new());
    let mut trace = new_trace();
    for kernel in [Kernel::Avx2, Kernel::Avx512] {
        let kernel = SimdKernel::new(kernel).inspect_err(|error| crate::checks::not_run(&error.to_string()));
        let Some(kernel) = kernel.ok().and_then(BatchKernel::of) else { continue };
        let expected = engine(&puzzles, &mut memory, |search| {
            on_batch_kernel!(kernel, proof => crate::vectors::Instructions::run(proof, search));
        });
        let lanes = expected.0[0].nodes.len();
        let found = traced((lanes, true), &puzzles, &mut trace, |_| ());
        assert_equal(&format!("{kernel:?}"), lanes, &expected, &found);
    }
}

/// Every puzzle begins once, and is done once.
#[test]
fn events_tell_the_story_of_every_puzzle() {
    let mut generator = PuzzleGenerator::new(3);
    let puzzles = batch(&mut generator, 90);
    let mut trace = new_trace();
    for (lanes, refills) in [(1, true), (1, false), (4, true), (8, true), (16, true), (16, false)] {
        let count = puzzles.len();
        let (mut began, mut done, mut ended) = (vec![0; count], vec![0; count], vec![[0; 2]; count]);
        let (mut guesses, mut sweeps, mut at_work) = (vec![0; count], vec![0; count], 0);
        let mut order = vec![];
        let (_, outcomes) = traced((lanes, refills), &puzzles, &mut trace, |trace| {
            for (number, lane) in trace.lanes().iter().enumerate() {
                let has = |bits: u8| usize::from(lane.event & bits != 0);
                if lane.event == event::IDLE {
                    continue;
                }
                let puzzle = lane.puzzle as usize;
                sweeps[puzzle] += 1;
                at_work += 1 - has(event::WAITING);
                if lane.event & event::BEGINS != 0 {
                    order.push(puzzle);
                }
                assert!(done[puzzle] == 0 || lane.event & event::BEGINS == 0);
                began[puzzle] += has(event::BEGINS);
                done[puzzle] += has(event::DONE);
                ended[puzzle][0] += has(event::CONTRADICTION);
                ended[puzzle][1] += has(event::SOLUTION);
                guesses[puzzle] += has(event::GUESS);
                let open = trace.candidates(number).iter().filter(|cell| cell.count_ones() > 1).count();
                assert_eq!(usize::from(lane.open), open);
                if lane.event & (event::SOLUTION | event::WAITING) != 0 {
                    assert_eq!(lane.open, 0);
                }
            }
        });
        let name = format!("{lanes} lanes, {refills}");
        // The engine begins a vector of puzzles at a time, and takes those that find no lane last in, first out.
        assert!(refills || order.is_sorted(), "{name}");
        assert_eq!(trace.busy_sweeps(), at_work as u64, "{name}");
        let mut seen = [0; 5];
        for puzzle in 0..count {
            let outcome = outcomes[puzzle];
            seen[outcome.status as usize % 5] += 1;
            let has_lane = began[puzzle] > 0;
            assert_eq!(outcome.steps, sweeps[puzzle], "{name}");
            match outcome.status {
                Status::Invalid => assert!(!has_lane, "{name}"),
                Status::OutOfSteps => assert_eq!(done[puzzle], 0, "{name}"),
                _ => assert_eq!((began[puzzle], done[puzzle]), (1, 1), "{name}, puzzle {puzzle}"),
            }
            match outcome.status {
                Status::NoSolution => assert_eq!(ended[puzzle][1], 0, "{name}"),
                Status::Unique => assert_eq!(ended[puzzle][1], 1, "{name}"),
                Status::Multiple => assert!(ended[puzzle][1] >= 2, "{name}"),
                _ => {}
            }
            if matches!(outcome.status, Status::NoSolution | Status::Unique) {
                // A binary tree: one end more than there are guesses.
                assert_eq!(guesses[puzzle] as u64, outcome.guesses, "{name}");
                assert_eq!(ended[puzzle][0] + ended[puzzle][1], outcome.guesses as usize + 1, "{name}");
            }
            if let Some(solution) = outcome.solution {
                assert!(solution.is_solution_of(&crate::Board::from_checked(puzzles[puzzle])), "{name}");
            }
        }
        assert!(seen.iter().all(|&number| number > 2), "{name}: {seen:?}");
        assert_eq!(trace.done(), done.iter().sum::<usize>() as u64, "{name}");
    }
}

/// All ways agree on the answers, and refilled lanes need the fewest sweeps.
#[test]
fn answers_are_the_same_on_any_number_of_lanes() {
    let mut generator = PuzzleGenerator::new(4);
    let puzzles: Vec<_> = batch(&mut generator, 60);
    let mut trace = new_trace();
    let mut of = |lanes, refills| traced((lanes, refills), &puzzles, &mut trace, |_| ());
    let one = of(1, false);
    let (mut sweeps, mut tree) = (vec![], [0; 2]);
    for (lanes, refills) in [(4, true), (4, false), (8, true), (8, false), (16, true), (16, false), (1, true)]
    {
        let (recorded, outcomes) = of(lanes, refills);
        for (outcome, one) in outcomes.iter().zip(&one.1) {
            assert_eq!(outcome.status, one.status);
            assert!(outcome.solution == one.solution || one.status == Status::Multiple);
            if one.status != Status::Multiple {
                tree[usize::from(outcome.guesses == one.guesses)] += 1;
            }
        }
        sweeps.push(recorded.len());
    }
    let [four, four_wait, eight, eight_wait, sixteen, sixteen_wait, _] = sweeps[..] else { unreachable!() };
    assert!(four < four_wait && eight < eight_wait && sixteen < sixteen_wait, "{sweeps:?}");
    // Nearly always, the guesses are the same: only early ones depend on the number of lanes.
    assert!(tree[1] > 20 * tree[0], "{tree:?}");
    assert!(sixteen < eight && eight < four && four < one.0.len(), "{sweeps:?}");
}
