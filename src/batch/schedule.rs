//! What happens between two sweeps: decided here, and done in `engine.rs`.
//!
//! The decision is a function of a few numbers and of sets of lanes, a bit for each. It moves nothing, knows of
//! no vectors and no puzzles, and so can be tried on every case there is.
//!
//! - A *stuck* node leaves its lane at once. One more sweep might change it, and then its guess would depend on
//!   what the other lanes do.
//! - A *settled* node may stay, and a lane may be idle, until a quarter of the lanes is like that. Filling
//!   lanes costs the same for one as for all.
//! - What is dearest is done for a whole vector at once: guesses wait until there are as many as lanes, and so do
//!   checks. Guesses come first, then whoever waits in the pool, and new puzzles last.
//! - At the end there is no whole vector of anything. Then the lanes are filled with whatever is left, see
//!   [`source`].

use crate::vectors::all_lanes;

/// Lanes are refilled when one of so many has nothing to do.
const REFILL: usize = 4;

/// How the lanes stand after a sweep. Bits of lanes that are not busy mean nothing in the other sets, and no lane
/// is in both of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// Lanes with a node, none of which has met a contradiction.
    pub(super) busy: u32,
    /// Those whose node is to be guessed on.
    pub(super) stuck: u32,
    /// Those whose node has no open cell.
    pub(super) settled: u32,
}

/// What waits outside the lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest {
    /// Nodes in the pool.
    pub(super) pool: usize,
    /// Nodes that wait for a guess.
    pub(super) stuck: usize,
    /// Nodes that wait for the check.
    pub(super) settled: usize,
    /// Whether there are puzzles that have not been started.
    pub(super) puzzles: bool,
}

impl Rest {
    /// Whether there is something for an idle lane to do. A settled node is none: it needs no lane.
    #[inline(always)]
    const fn is_work(&self) -> bool {
        self.pool > 0 || self.puzzles || self.stuck > 0
    }
}

/// What happens before the next sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing.
    Sweep,
    /// A whole vector of nodes is guessed on. Their children take the vacant lanes.
    Guess,
    /// Nodes from the pool take all vacant lanes, on the way into the sweep.
    Exchange,
    /// A vector of puzzles is started. They take the vacant lanes.
    Start,
    /// The vacant lanes are filled one [`source`] after the other.
    Refill,
    /// Nothing is left: there is no next sweep.
    Done,
}

/// Who leaves, and what happens then.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Lanes whose nodes leave to wait for a guess.
    pub(super) stuck: u32,
    /// Lanes whose nodes leave to wait for the check.
    pub(super) settled: u32,
    /// Lanes without a node, when these have left.
    pub(super) vacant: u32,
    pub(super) next: Next,
}

/// Decides what happens before the next sweep of so many lanes.
#[inline(always)]
pub(super) const fn plan(lanes: usize, now: Standing, rest: Rest) -> Plan {
    let all = all_lanes(lanes);
    let (stuck, settled) = (now.stuck & now.busy, now.settled & now.busy);
    let running = now.busy & !(stuck | settled);
    let idle = if rest.is_work() { all & !now.busy } else { 0 };
    let enough = (settled | idle).count_ones() as usize >= lanes / REFILL;
    let vacant = all & !running;
    if !(stuck != 0 || enough || running == 0) {
        return Plan { stuck: 0, settled: 0, vacant: all & !now.busy, next: Next::Sweep };
    }
    let next = if rest.stuck >= lanes {
        Next::Guess
    } else if rest.pool >= vacant.count_ones() as usize {
        Next::Exchange
    } else if rest.puzzles {
        Next::Start
    } else if now.busy == 0 && !rest.is_work() && rest.settled == 0 {
        Next::Done
    } else {
        Next::Refill
    };
    Plan { stuck, settled, vacant, next }
}

/// What fills idle lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Nodes of the pool.
    Pool,
    /// New puzzles.
    Puzzles,
    /// Children of nodes that wait for a guess, be they fewer than lanes.
    Guess,
    /// Nothing is left but nodes that wait for the check, and that is now. It may free no lane and fill none.
    Check,
    /// Nothing: no lane is idle, or nothing is left for it.
    Nothing,
}

/// Decides what idle lanes are filled with next, when there is no whole vector of anything.
#[inline(always)]
pub(super) const fn source(lanes: usize, busy: u32, rest: Rest) -> Source {
    if busy == all_lanes(lanes) {
        Source::Nothing
    } else if rest.pool > 0 {
        Source::Pool
    } else if rest.puzzles {
        Source::Puzzles
    } else if rest.stuck > 0 {
        Source::Guess
    } else if rest.settled > 0 && busy == 0 {
        Source::Check
    } else {
        Source::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways that lanes can stand: each is idle, running, stuck or settled, and with six `ways` also idle with
    /// a bit that its last node has left in one of the other sets.
    fn standings(lanes: usize, ways: usize) -> impl Iterator<Item = Standing> {
        const WAYS: [[u32; 3]; 6] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 0], [0, 0, 1]];
        (0..ways.pow(lanes as u32)).map(move |number| {
            let mut number = number;
            let mut now = Standing { busy: 0, stuck: 0, settled: 0 };
            for lane in 0..lanes {
                let [busy, stuck, settled] = WAYS[number % ways];
                now.busy |= busy << lane;
                now.stuck |= stuck << lane;
                now.settled |= settled << lane;
                number /= ways;
            }
            now
        })
    }

    /// What can wait outside the lanes, as far as the numbers make a difference.
    fn rests(lanes: usize) -> Vec<Rest> {
        let mut rests = vec![];
        for pool in 0..=lanes + 1 {
            for stuck in [0, 1, lanes - 1, lanes] {
                for settled in [0, 1] {
                    rests.extend([false, true].map(|puzzles| Rest { pool, stuck, settled, puzzles }));
                }
            }
        }
        rests
    }

    /// Whether a claim is true of every case of four lanes, and of eight without bits left in idle lanes.
    fn assert_of_all(claim: impl Fn(usize, Standing, Rest, Plan) -> bool) {
        for (lanes, ways) in [(4, 6), (8, 4)] {
            let rests = rests(lanes);
            for now in standings(lanes, ways) {
                for &rest in &rests {
                    let plan = plan(lanes, now, rest);
                    assert!(claim(lanes, now, rest, plan), "{lanes} lanes: {now:x?} {rest:?} {plan:x?}");
                }
            }
        }
    }

    #[test]
    fn only_busy_lanes_are_left_and_vacant_is_who_has_no_node_then() {
        assert_of_all(|lanes, now, _, plan| {
            let leaving = plan.stuck | plan.settled;
            plan.stuck & plan.settled == 0
                && leaving & !now.busy == 0
                && plan.vacant == all_lanes(lanes) & !(now.busy & !leaving)
        });
    }

    #[test]
    fn a_stuck_node_always_leaves_and_a_settled_one_with_all_others_or_not() {
        assert_of_all(|_, now, _, plan| {
            let settled = now.settled & now.busy;
            plan.stuck == now.stuck & now.busy
                && plan.settled == if plan.next == Next::Sweep { 0 } else { settled }
        });
    }

    #[test]
    fn it_is_done_just_when_nothing_is_left() {
        assert_of_all(|_, now, rest, plan| {
            let left = now.busy.count_ones() as usize + rest.pool + rest.stuck + rest.settled;
            (plan.next == Next::Done) == (left == 0 && !rest.puzzles)
        });
    }

    /// A sweep with idle lanes costs as much as one without.
    #[test]
    fn a_sweep_is_worth_it() {
        assert_of_all(|lanes, now, rest, plan| {
            let settled = now.settled & now.busy;
            let running = now.busy & !(now.stuck | now.settled);
            let work = rest.pool > 0 || rest.stuck > 0 || rest.puzzles;
            let idle = if work { lanes - now.busy.count_ones() as usize } else { 0 };
            plan.next != Next::Sweep
                || running != 0 && idle + (settled.count_ones() as usize) < lanes / REFILL
        });
    }

    #[test]
    fn what_comes_next_is_there() {
        assert_of_all(|lanes, _, rest, plan| {
            let vacant = plan.vacant.count_ones() as usize;
            match plan.next {
                Next::Guess => rest.stuck >= lanes,
                Next::Exchange => vacant > 0 && rest.pool >= vacant,
                Next::Start => rest.puzzles && rest.pool < vacant,
                Next::Refill => vacant > 0 && rest.pool < vacant && !rest.puzzles && rest.stuck < lanes,
                Next::Sweep | Next::Done => true,
            }
        });
    }

    #[test]
    fn a_source_has_something_and_is_named_while_there_is_one() {
        for lanes in [4, 8] {
            for busy in 0..=all_lanes(lanes) {
                for rest in rests(lanes) {
                    let idle = busy != all_lanes(lanes);
                    let work = rest.pool > 0 || rest.stuck > 0 || rest.puzzles;
                    let source = source(lanes, busy, rest);
                    let is_right = match source {
                        Source::Pool => idle && rest.pool > 0,
                        Source::Puzzles => idle && rest.puzzles && rest.pool == 0,
                        Source::Guess => idle && rest.stuck > 0 && rest.pool == 0 && !rest.puzzles,
                        Source::Check => busy == 0 && rest.settled > 0 && !work,
                        Source::Nothing => !idle || !work && (busy != 0 || rest.settled == 0),
                    };
                    assert!(is_right, "{lanes} lanes: {busy:x} {rest:?} {source:?}");
                }
            }
        }
    }

    /// The engine without puzzles: what a sweep finds is drawn, and nodes are numbers.
    struct Model {
        lanes: usize,
        random: u64,
        busy: u32,
        rest: Rest,
        puzzles: usize,
        /// Guesses that still have children.
        fertile: usize,
        /// The most nodes that have waited in a list when others came.
        longest: usize,
    }

    impl Model {
        fn draw(&mut self, below: u64) -> u64 {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            (self.random >> 20) % below
        }

        fn leave(&mut self, plan: Plan) {
            self.longest = self.longest.max(self.rest.stuck).max(self.rest.settled);
            self.busy &= !(plan.stuck | plan.settled);
            self.rest.stuck += plan.stuck.count_ones() as usize;
            self.rest.settled += plan.settled.count_ones() as usize;
        }

        fn deal(&mut self, count: usize) {
            self.rest.pool += count;
            self.enter();
        }

        fn enter(&mut self) {
            for lane in 0..self.lanes {
                if self.busy >> lane & 1 == 0 && self.rest.pool > 0 {
                    self.busy |= 1 << lane;
                    self.rest.pool -= 1;
                }
            }
        }

        fn start(&mut self) {
            let count = self.puzzles.min(self.lanes);
            self.puzzles -= count;
            self.rest.puzzles = self.puzzles > 0;
            self.deal(count);
        }

        fn call_for_guess(&mut self) -> usize {
            let count = self.rest.stuck.min(self.lanes);
            self.rest.stuck -= count;
            let fertile = count.min(self.fertile);
            self.fertile -= fertile;
            2 * fertile
        }

        fn check(&mut self) {
            self.rest.settled -= self.rest.settled.min(self.lanes);
        }

        fn run(&mut self) {
            let (mut stuck, mut settled) = (0, 0);
            for _ in 0..100_000 {
                if self.rest.settled >= self.lanes {
                    self.check();
                }
                let plan = plan(self.lanes, Standing { busy: self.busy, stuck, settled }, self.rest);
                match plan.next {
                    Next::Sweep => {}
                    Next::Guess => {
                        let children = self.call_for_guess();
                        self.leave(plan);
                        self.deal(children);
                    }
                    Next::Exchange => {
                        self.leave(plan);
                        self.enter();
                        assert_eq!(self.busy, all_lanes(self.lanes));
                    }
                    Next::Start => {
                        self.leave(plan);
                        self.start();
                    }
                    Next::Refill => {
                        self.leave(plan);
                        loop {
                            match source(self.lanes, self.busy, self.rest) {
                                Source::Pool => self.enter(),
                                Source::Puzzles => self.start(),
                                Source::Guess => {
                                    let children = self.call_for_guess();
                                    self.deal(children);
                                }
                                Source::Check => self.check(),
                                Source::Nothing => break,
                            }
                        }
                    }
                    Next::Done => return,
                }
                (stuck, settled) = (0, 0);
                for lane in 0..self.lanes {
                    match self.draw(6) {
                        0 => self.busy &= !(1 << lane),
                        1 => settled |= 1 << lane,
                        2 | 3 => stuck |= 1 << lane,
                        _ => {}
                    }
                }
            }
            panic!("it does not end: {:x} {:?}", self.busy, self.rest);
        }
    }

    /// Whatever the sweeps find, it comes to an end with nothing left, and a list holds fewer nodes than lanes when
    /// others come: so there are slots for these.
    #[test]
    fn every_batch_ends_and_the_lists_do_not_overflow() {
        for lanes in [4, 8, 16] {
            let mut longest = 0;
            for seed in 1..=300 {
                let puzzles = seed as usize % (3 * lanes);
                let rest = Rest { pool: 0, stuck: 0, settled: 0, puzzles: puzzles > 0 };
                let mut model =
                    Model { lanes, random: seed, busy: 0, rest, puzzles, fertile: 5 * lanes, longest: 0 };
                model.run();
                let left = (model.busy, model.puzzles, model.rest.pool, model.rest.stuck, model.rest.settled);
                assert_eq!(left, (0, 0, 0, 0, 0));
                longest = longest.max(model.longest);
            }
            assert!((lanes / 2..lanes).contains(&longest), "{longest} of {lanes}");
        }
    }
}
