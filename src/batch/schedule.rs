//! The schedule: decides the next action of the engine between two sweeps.
//!
//! The decision is a function of a few numbers and sets of lanes. It moves no nodes and uses no vectors or puzzles, so
//! the tests can try every case.
//!
//! - A *stuck* node leaves its lane at once. Another sweep might change it, and its guess would then depend on the
//!   other lanes.
//! - *Settled* nodes stay, and lanes stay idle, until they are a quarter of all lanes: filling one lane costs as much
//!   as filling all.
//! - Guesses and checks are expensive, so each waits until there is a whole vector of nodes. Guesses come first, then
//!   nodes of the pool, then new puzzles.
//! - Near the end no vector is full. The lanes are then filled from any source that is left, see [`refill_source`].

use crate::vectors::all_lanes;

/// Lanes are refilled as soon as one in four is idle or settled.
const REFILL_SHARE: usize = 4;

/// The lanes after a sweep, a bit for each lane. In `stuck` and `settled`, which have no busy lane in common, bits of
/// idle lanes have no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneSets {
    /// Lanes with a node that has met no contradiction.
    pub(super) busy: u32,
    /// Those whose node is to be guessed on.
    pub(super) stuck: u32,
    /// Those whose node has no open cell.
    pub(super) settled: u32,
}

/// The nodes and puzzles outside the lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backlog {
    /// Nodes in the pool.
    pub(super) pool: usize,
    /// Nodes that wait for a guess.
    pub(super) stuck: usize,
    /// Nodes that wait for the check.
    pub(super) settled: usize,
    /// Whether there are puzzles that have not been started.
    pub(super) has_puzzles: bool,
}

impl Backlog {
    /// Whether an idle lane could be filled. Settled nodes need no lane.
    #[inline(always)]
    const fn has_work(&self) -> bool {
        self.pool > 0 || self.has_puzzles || self.stuck > 0
    }
}

/// The action before the next sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing.
    Sweep,
    /// Guess on a whole vector of nodes. Their children take the vacant lanes.
    Guess,
    /// Nodes of the pool take all vacant lanes, as part of the sweep.
    Exchange,
    /// Start a vector of puzzles. They take the vacant lanes.
    Start,
    /// Fill the vacant lanes from one [source](refill_source) after another.
    Refill,
    /// Stop: nothing is left.
    Done,
}

/// The nodes that leave their lanes, and the action that follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Lanes whose nodes move to the stuck list.
    pub(super) stuck: u32,
    /// Lanes whose nodes move to the settled list.
    pub(super) settled: u32,
    /// Lanes without a node after that.
    pub(super) vacant: u32,
    pub(super) action: Action,
}

/// Decides the action before the next sweep of `lanes` lanes.
#[inline(always)]
pub(super) const fn plan(lanes: usize, now: LaneSets, backlog: Backlog) -> Plan {
    let all = all_lanes(lanes);
    let (stuck, settled) = (now.stuck & now.busy, now.settled & now.busy);
    let running = now.busy & !(stuck | settled);
    let idle = if backlog.has_work() { all & !now.busy } else { 0 };
    let enough = (settled | idle).count_ones() as usize >= lanes / REFILL_SHARE;
    let vacant = all & !running;
    if !(stuck != 0 || enough || running == 0) {
        return Plan { stuck: 0, settled: 0, vacant: all & !now.busy, action: Action::Sweep };
    }
    let action = if backlog.stuck >= lanes {
        Action::Guess
    } else if backlog.pool >= vacant.count_ones() as usize {
        Action::Exchange
    } else if backlog.has_puzzles {
        Action::Start
    } else if now.busy == 0 && !backlog.has_work() && backlog.settled == 0 {
        Action::Done
    } else {
        Action::Refill
    };
    Plan { stuck, settled, vacant, action }
}

/// The source of nodes for idle lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefillSource {
    /// Nodes of the pool.
    Pool,
    /// New puzzles.
    Puzzles,
    /// Children of nodes that wait for a guess, even if there is no whole vector of them.
    Guess,
    /// Only nodes that wait for the check are left: check them now. This fills no lane.
    Check,
    /// Nothing: no lane is idle, or nothing is left for idle lanes.
    Nothing,
}

/// Decides where the next nodes for idle lanes come from when no vector is full.
#[inline(always)]
pub(super) const fn refill_source(lanes: usize, busy: u32, backlog: Backlog) -> RefillSource {
    if busy == all_lanes(lanes) {
        RefillSource::Nothing
    } else if backlog.pool > 0 {
        RefillSource::Pool
    } else if backlog.has_puzzles {
        RefillSource::Puzzles
    } else if backlog.stuck > 0 {
        RefillSource::Guess
    } else if backlog.settled > 0 && busy == 0 {
        RefillSource::Check
    } else {
        RefillSource::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All states of the lanes: each is idle, running, stuck or settled; with six `kinds` it may also be idle with a
    /// meaningless bit in one of the other sets.
    fn lane_sets(lanes: usize, kinds: usize) -> impl Iterator<Item = LaneSets> {
        const KINDS: [[u32; 3]; 6] = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 0], [0, 0, 1]];
        (0..kinds.pow(lanes as u32)).map(move |number| {
            let mut number = number;
            let mut now = LaneSets { busy: 0, stuck: 0, settled: 0 };
            for lane in 0..lanes {
                let [busy, stuck, settled] = KINDS[number % kinds];
                now.busy |= busy << lane;
                now.stuck |= stuck << lane;
                now.settled |= settled << lane;
                number /= kinds;
            }
            now
        })
    }

    /// All backlogs that differ in a way that affects the decision.
    fn backlogs(lanes: usize) -> Vec<Backlog> {
        let mut backlogs = vec![];
        for pool in 0..=lanes + 1 {
            for stuck in [0, 1, lanes - 1, lanes] {
                for settled in [0, 1] {
                    backlogs.extend([false, true].map(|has_puzzles| Backlog {
                        pool,
                        stuck,
                        settled,
                        has_puzzles,
                    }));
                }
            }
        }
        backlogs
    }

    /// Asserts a claim for every case of four lanes, and of eight without meaningless bits.
    fn assert_for_all(claim: impl Fn(usize, LaneSets, Backlog, Plan) -> bool) {
        for (lanes, kinds) in [(4, 6), (8, 4)] {
            let backlogs = backlogs(lanes);
            for now in lane_sets(lanes, kinds) {
                for &backlog in &backlogs {
                    let plan = plan(lanes, now, backlog);
                    assert!(
                        claim(lanes, now, backlog, plan),
                        "{lanes} lanes: {now:x?} {backlog:?} {plan:x?}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_busy_lanes_are_left_and_lanes_without_a_node_are_vacant() {
        assert_for_all(|lanes, now, _, plan| {
            let leaving = plan.stuck | plan.settled;
            plan.stuck & plan.settled == 0
                && leaving & !now.busy == 0
                && plan.vacant == all_lanes(lanes) & !(now.busy & !leaving)
        });
    }

    #[test]
    fn stuck_nodes_always_leave_and_settled_ones_all_at_once() {
        assert_for_all(|_, now, _, plan| {
            let settled = now.settled & now.busy;
            plan.stuck == now.stuck & now.busy
                && plan.settled == if plan.action == Action::Sweep { 0 } else { settled }
        });
    }

    #[test]
    fn it_stops_exactly_when_nothing_is_left() {
        assert_for_all(|_, now, backlog, plan| {
            let left = now.busy.count_ones() as usize + backlog.pool + backlog.stuck + backlog.settled;
            (plan.action == Action::Done) == (left == 0 && !backlog.has_puzzles)
        });
    }

    /// A sweep with idle lanes costs as much as one without.
    #[test]
    fn few_lanes_are_idle_in_a_sweep() {
        assert_for_all(|lanes, now, backlog, plan| {
            let settled = now.settled & now.busy;
            let running = now.busy & !(now.stuck | now.settled);
            let work = backlog.pool > 0 || backlog.stuck > 0 || backlog.has_puzzles;
            let idle = if work { lanes - now.busy.count_ones() as usize } else { 0 };
            plan.action != Action::Sweep
                || running != 0 && idle + (settled.count_ones() as usize) < lanes / REFILL_SHARE
        });
    }

    #[test]
    fn every_action_has_the_nodes_it_needs() {
        assert_for_all(|lanes, _, backlog, plan| {
            let vacant = plan.vacant.count_ones() as usize;
            match plan.action {
                Action::Guess => backlog.stuck >= lanes,
                Action::Exchange => vacant > 0 && backlog.pool >= vacant,
                Action::Start => backlog.has_puzzles && backlog.pool < vacant,
                Action::Refill => {
                    vacant > 0 && backlog.pool < vacant && !backlog.has_puzzles && backlog.stuck < lanes
                }
                Action::Sweep | Action::Done => true,
            }
        });
    }

    #[test]
    fn a_source_is_not_empty_and_is_found_if_there_is_one() {
        for lanes in [4, 8] {
            for busy in 0..=all_lanes(lanes) {
                for backlog in backlogs(lanes) {
                    let idle = busy != all_lanes(lanes);
                    let work = backlog.pool > 0 || backlog.stuck > 0 || backlog.has_puzzles;
                    let source = refill_source(lanes, busy, backlog);
                    let is_right = match source {
                        RefillSource::Pool => idle && backlog.pool > 0,
                        RefillSource::Puzzles => idle && backlog.has_puzzles && backlog.pool == 0,
                        RefillSource::Guess => {
                            idle && backlog.stuck > 0 && backlog.pool == 0 && !backlog.has_puzzles
                        }
                        RefillSource::Check => busy == 0 && backlog.settled > 0 && !work,
                        RefillSource::Nothing => !idle || !work && (busy != 0 || backlog.settled == 0),
                    };
                    assert!(is_right, "{lanes} lanes: {busy:x} {backlog:?} {source:?}");
                }
            }
        }
    }

    /// The engine without puzzles: the results of sweeps are random, and nodes are only counted.
    struct Model {
        lanes: usize,
        random: u64,
        busy: u32,
        backlog: Backlog,
        puzzles: usize,
        /// Guesses that still produce children; later ones produce none.
        productive: usize,
        /// The largest number of nodes in a list before others were appended.
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
            self.longest = self.longest.max(self.backlog.stuck).max(self.backlog.settled);
            self.busy &= !(plan.stuck | plan.settled);
            self.backlog.stuck += plan.stuck.count_ones() as usize;
            self.backlog.settled += plan.settled.count_ones() as usize;
        }

        fn add(&mut self, count: usize) {
            self.backlog.pool += count;
            self.enter();
        }

        fn enter(&mut self) {
            for lane in 0..self.lanes {
                if self.busy >> lane & 1 == 0 && self.backlog.pool > 0 {
                    self.busy |= 1 << lane;
                    self.backlog.pool -= 1;
                }
            }
        }

        fn start(&mut self) {
            let count = self.puzzles.min(self.lanes);
            self.puzzles -= count;
            self.backlog.has_puzzles = self.puzzles > 0;
            self.add(count);
        }

        fn take_stuck(&mut self) -> usize {
            let count = self.backlog.stuck.min(self.lanes);
            self.backlog.stuck -= count;
            let productive = count.min(self.productive);
            self.productive -= productive;
            2 * productive
        }

        fn check(&mut self) {
            self.backlog.settled -= self.backlog.settled.min(self.lanes);
        }

        fn run(&mut self) {
            let (mut stuck, mut settled) = (0, 0);
            for _ in 0..100_000 {
                if self.backlog.settled >= self.lanes {
                    self.check();
                }
                let plan = plan(self.lanes, LaneSets { busy: self.busy, stuck, settled }, self.backlog);
                match plan.action {
                    Action::Sweep => {}
                    Action::Guess => {
                        let children = self.take_stuck();
                        self.leave(plan);
                        self.add(children);
                    }
                    Action::Exchange => {
                        self.leave(plan);
                        self.enter();
                        assert_eq!(self.busy, all_lanes(self.lanes));
                    }
                    Action::Start => {
                        self.leave(plan);
                        self.start();
                    }
                    Action::Refill => {
                        self.leave(plan);
                        loop {
                            match refill_source(self.lanes, self.busy, self.backlog) {
                                RefillSource::Pool => self.enter(),
                                RefillSource::Puzzles => self.start(),
                                RefillSource::Guess => {
                                    let children = self.take_stuck();
                                    self.add(children);
                                }
                                RefillSource::Check => self.check(),
                                RefillSource::Nothing => break,
                            }
                        }
                    }
                    Action::Done => return,
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
            panic!("endless: {:x} {:?}", self.busy, self.backlog);
        }
    }

    /// For any results of the sweeps, the batch ends with nothing left, and a list holds fewer nodes than there are
    /// lanes before others are appended, so there are slots for these.
    #[test]
    fn every_batch_ends_and_the_lists_do_not_overflow() {
        for lanes in [4, 8, 16] {
            let mut longest = 0;
            for seed in 1..=300 {
                let puzzles = seed as usize % (3 * lanes);
                let backlog = Backlog { pool: 0, stuck: 0, settled: 0, has_puzzles: puzzles > 0 };
                let mut model = Model {
                    lanes,
                    random: seed,
                    busy: 0,
                    backlog,
                    puzzles,
                    productive: 5 * lanes,
                    longest: 0,
                };
                model.run();
                let left = (
                    model.busy,
                    model.puzzles,
                    model.backlog.pool,
                    model.backlog.stuck,
                    model.backlog.settled,
                );
                assert_eq!(left, (0, 0, 0, 0, 0));
                longest = longest.max(model.longest);
            }
            assert!((lanes / 2..lanes).contains(&longest), "{longest} of {lanes}");
        }
    }
}
