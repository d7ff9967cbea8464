//! A whole search with the loop, from the first solution to the last.

use core::ops::ControlFlow;

use super::{CluesCollide, Contradiction, Order, OrderedBoard, Search, StopReason};
use crate::kernel::LoopKernel;
use crate::{End, Tally};

/// Passes every solution to `visitor` until it breaks or the step limit is reached.
///
/// `visitor` receives the search, which holds the digits of the open cells, and the digits of all other cells. This
/// function is not inlined, so a caller that handles every size needs stack space for only one.
#[inline(never)]
pub(crate) fn visit<const CELLS: usize>(
    kernel: LoopKernel,
    order: Order,
    digits: &[u8; CELLS],
    step_limit: u64,
    visitor: impl FnMut(&Search<CELLS>, &[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    let none = |end| Tally { solutions: 0, end, steps: 0, guesses: 0 };
    let mut search = Search::new();
    match order {
        Order::Rows => match search.set_up_rows(digits) {
            Ok(()) => run(kernel, &mut search, digits, step_limit, visitor),
            Err(CluesCollide) => none(End::Invalid),
        },
        Order::Constrained => match OrderedBoard::new(digits) {
            Ok(board) => {
                let _ = search.set_up(board.digits(), board.open());
                run(kernel, &mut search, board.digits(), step_limit, visitor)
            }
            Err(Contradiction::CluesCollide) => none(End::Invalid),
            Err(Contradiction::NoSolution) => none(End::Exhausted),
        },
    }
}

/// Runs the loop from solution to solution until `visitor` breaks or the search ends.
fn run<const CELLS: usize>(
    kernel: LoopKernel,
    search: &mut Search<CELLS>,
    digits: &[u8; CELLS],
    step_limit: u64,
    mut visitor: impl FnMut(&Search<CELLS>, &[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    let mut solutions = 0;
    let mut steps = 0;
    loop {
        let stop = search.run(kernel, step_limit - steps);
        steps += stop.steps;
        let end = match stop.reason {
            StopReason::Solved => {
                solutions += 1;
                match visitor(search, digits) {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => End::Stopped,
                }
            }
            StopReason::Exhausted => End::Exhausted,
            StopReason::OutOfSteps => End::OutOfSteps,
        };
        return Tally { solutions, end, steps, guesses: 0 };
    }
}
