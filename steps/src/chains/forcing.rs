//! Chains that branch: a candidate leads to a contradiction, or all cases lead to the same statement.

use super::super::cells::{CellMask, bit, each};
use super::super::explainer::WantedChains;
use super::super::{PencilMarks, Step, Technique, TechniqueSet};
use super::ChainMemory;
use super::board::{BOX, CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement};
use super::board::{around, numbers, unit_number};
use super::choose::{BestChain, Rank};
use super::closure::{Closure, Rules, falses_of, statement};
use super::inside::{InnerFinds, InnerMemory};
use super::links::{LinkGraph, Links};
use super::nested::{identify, mix};
use super::patterns::OpenCells;

/// The most candidates for which what follows is kept. Hard puzzles have fewer.
const MOST_SETS: usize = 512;

impl Rules {
    fn base(self) -> f64 {
        match (self.one_digit, self.is_dynamic) {
            (true, _) => 7.5,
            (_, false) => 8.0,
            (_, true) => 8.5 + 0.5 * f64::from(self.level),
        }
    }

    const fn technique(self, cases: Cases) -> Technique {
        match (self.level, self.inner, cases) {
            (0, ..) if self.one_digit => Technique::NishioForcingChain,
            (0, _, Cases::Unit) if !self.is_dynamic => Technique::UnitForcingChains,
            (0, ..) if !self.is_dynamic => Technique::CellForcingChains,
            (0, _, Cases::TrueAndFalse) => Technique::DynamicDoubleForcingChains,
            (0, _, Cases::Cell) => Technique::DynamicCellForcingChains,
            (0, _, Cases::Unit) => Technique::DynamicUnitForcingChains,
            (0, _, Cases::Contradiction) => Technique::DynamicContradiction,
            (1, ..) => Technique::DynamicChainsPlus,
            (2, ..) => Technique::NestedForcingChains,
            (3, ..) => Technique::NestedMultipleChains,
            (_, 0, _) => Technique::NestedDynamicChains,
            _ => Technique::NestedDynamicChainsPlus,
        }
    }
}

/// The cases of a step. Their number orders steps of the same length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cases {
    /// A candidate is true, or false.
    TrueAndFalse = 1,
    /// The candidates of a cell.
    Cell = 5,
    /// The places of a digit in a unit.
    Unit = 6,
    /// One case, which is impossible.
    Contradiction = 7,
}

/// The memory of searches within another: that of forcing chains by level, and that of chains without branches.
pub(super) struct Deeper<'a> {
    pub(super) levels: &'a mut [LevelMemory],
    pub(super) inner: &'a mut InnerMemory,
    /// Asked now and then. Once it returns false, no work is left.
    pub(super) go_on: &'a dyn Fn() -> bool,
}

/// The memory of a search within another.
pub(super) struct LevelMemory {
    pub(super) closures: Closures,
    pub(super) found: InnerFinds,
}

pub(super) struct Closures {
    /// The number of each candidate, and for the first of them, what follows if it is true, or more.
    numbers: [u16; CANDIDATES],
    sets: [[CandidateSet; 2]; MOST_SETS],
    /// What follows in the cases that are looked at.
    cases: [Closure; 9],
}

impl Closures {
    const EMPTY: Self = Closures {
        numbers: [0; CANDIDATES],
        sets: [[CandidateSet::EMPTY; 2]; MOST_SETS],
        cases: [Closure::EMPTY; 9],
    };

    /// Numbers the candidates of a board.
    fn number(&mut self, board: &CandidateBoard) {
        for (number, candidate) in board.all().iter().enumerate() {
            self.numbers[candidate.index() % CANDIDATES] = number as u16;
        }
    }

    /// What follows if a candidate is true, or more.
    fn sets_of(&self, candidate: Candidate) -> Option<&[CandidateSet; 2]> {
        self.sets.get(usize::from(self.numbers[candidate.index() % CANDIDATES]))
    }

    fn set(&mut self, candidate: Candidate, follows: [CandidateSet; 2]) {
        if let Some(own) = self.sets.get_mut(usize::from(self.numbers[candidate.index() % CANDIDATES])) {
            *own = follows;
        }
    }
}

/// The working memory.
pub(super) struct ForcingMemory {
    closures: Closures,
    levels: [LevelMemory; 1],
    inner: InnerMemory,
}

impl ForcingMemory {
    /// Sets how many statements the search for a step may find in chains with patterns or chains inside.
    pub(super) const fn renew(&mut self, work: u64) {
        self.inner.work = work;
    }

    pub(super) const EMPTY: ForcingMemory = ForcingMemory {
        closures: Closures::EMPTY,
        levels: [LevelMemory { closures: Closures::EMPTY, found: InnerFinds::EMPTY }],
        inner: InnerMemory::EMPTY,
    };
}

#[cfg(test)]
impl ForcingMemory {
    /// Finds the same as [`falses_of`] link by link.
    pub(super) fn falses_of(
        &mut self,
        board: &CandidateBoard,
        start: Statement,
        rules: Rules,
    ) -> Option<CandidateSet> {
        let ForcingMemory { closures: Closures { cases: [closure, ..], .. }, levels, inner } = self;
        let (cells, mut best) = (OpenCells { open: 0, placed: [0; 9] }, BestChain::new(None));
        let sink = ForcingSink::Best(&mut best);
        inner.work = u64::MAX;
        let search = ForcingSearch::new(board, &cells, rules, TechniqueSet::ALL, sink);
        closure.run(&search, start, &mut Deeper { levels, inner, go_on: &|| true });
        closure.contradiction().is_none().then_some(closure.sets[0])
    }
}

/// Finds the best step by some rules, of a set.
pub(super) fn find(
    marks: &PencilMarks,
    rules: Rules,
    techniques: TechniqueSet,
    memory: &mut ChainMemory,
    WantedChains { go_on, all }: WantedChains,
) -> Option<Step> {
    let board = CandidateBoard::new(marks);
    let mut placed = [0; 9];
    for digit in marks.digits() {
        if let Some(count) = placed.get_mut(usize::from(digit.wrapping_sub(1))) {
            *count += 1;
        }
    }
    let cells = OpenCells { open: marks.open(), placed };
    let mut best = BestChain::new(all);
    let mut search = ForcingSearch::new(&board, &cells, rules, techniques, ForcingSink::Best(&mut best));
    let ForcingMemory { closures, levels, inner } = &mut memory.forcing;
    // Without anything inside, it takes no time to speak of.
    let most = inner.work;
    if rules.level == 0 {
        inner.work = u64::MAX;
        search.sift(closures, &mut memory.simple.graph);
    }
    search.run(closures, &mut Deeper { levels, inner, go_on });
    // A search that was cut may have missed the best.
    let is_whole = inner.work > 0;
    if rules.level == 0 {
        inner.work = most;
    }
    best.into_step().filter(|_| is_whole)
}

/// Where the chains of a search go.
pub(super) enum ForcingSink<'a, 'b> {
    /// The best one counts.
    Best(&'a mut BestChain<'b>),
    /// The best one for each candidate counts. They rest on the candidates that the board lacks of another.
    All { found: &'a mut InnerFinds, source: &'a CandidateBoard },
}

pub(super) struct ForcingSearch<'a, 'b> {
    pub(super) board: &'a CandidateBoard,
    pub(super) cells: &'a OpenCells,
    pub(super) rules: Rules,
    techniques: TechniqueSet,
    sink: ForcingSink<'a, 'b>,
    /// Whether all that each candidate makes false, and perhaps more, is known before.
    is_sifted: bool,
    /// The candidates that are known to contradict themselves.
    wrong: CandidateSet,
}

impl<'a, 'b> ForcingSearch<'a, 'b> {
    pub(super) fn new(
        board: &'a CandidateBoard,
        cells: &'a OpenCells,
        rules: Rules,
        techniques: TechniqueSet,
        sink: ForcingSink<'a, 'b>,
    ) -> Self {
        let (is_sifted, wrong) = (false, CandidateSet::EMPTY);
        ForcingSearch { board, cells, rules, techniques, sink, is_sifted, wrong }
    }

    /// Finds all that each candidate makes false, and perhaps more, in a fast way.
    fn sift(&mut self, closures: &mut Closures, graph: &mut LinkGraph) {
        self.is_sifted = true;
        closures.cases.iter_mut().for_each(Closure::clear);
        if !self.rules.is_dynamic {
            graph.fill(self.board, Links::Xy);
            closures.numbers = graph.numbers;
            return graph.write_falses(&mut closures.sets);
        }
        closures.number(self.board);
        for candidate in self.board.all().iter() {
            let falses = falses_of(self.board, statement(candidate, true), self.rules);
            if falses.is_none() {
                self.wrong.insert(candidate);
            }
            closures.set(candidate, [falses.unwrap_or(*self.board.all()), CandidateSet::EMPTY]);
        }
    }

    /// Tries each candidate, then the places of each digit in a unit, and the candidates of each cell. On the scale, as
    /// in the judge, a cell of two candidates is no case of chains that are not dynamic, nor does a unit count that
    /// begins with one.
    pub(super) fn run(&mut self, closures: &mut Closures, deeper: &mut Deeper) {
        let least = match (self.techniques.is_scale(), self.rules.is_dynamic) {
            (true, false) => 3,
            (true, true) => 2,
            (false, _) => 1,
        };
        if !self.is_sifted {
            closures.number(self.board);
        }
        let (board, open) = (self.board, self.cells.open);
        let is_case = |cell: &usize| board.digits(*cell).count_ones() >= least;
        for cell in each(open) {
            for digit in each(board.digits(cell).into()) {
                self.try_candidate(Candidate::new(cell, digit), is_case(&cell), closures, deeper);
            }
        }
        for cell in each(if self.rules.one_digit { 0 } else { open }).filter(is_case) {
            let digits = board.digits(cell);
            for (slot, digit) in each(digits.into()).enumerate() {
                for shared in BOX..SHARED {
                    let places = board.places(digit) & around(cell, shared);
                    if places & (bit(cell) - 1) == 0 {
                        let units = 1 << (unit_number(cell, shared) % 32);
                        self.split((places, 1 << digit), units, slot, closures, deeper);
                    }
                }
            }
            self.split((bit(cell), digits), 0, 0, closures, deeper);
        }
    }

    /// Tries the cases that a candidate is true and that it is false.
    fn try_candidate(
        &mut self,
        candidate: Candidate,
        is_case: bool,
        closures: &mut Closures,
        deeper: &mut Deeper,
    ) {
        let is_case = is_case && self.rules.is_dynamic;
        let least_of_double = if self.techniques.is_scale() { 3 } else { 2 };
        let is_double = is_case
            && !self.rules.one_digit
            && self.board.digits(candidate.cell()).count_ones() >= least_of_double;
        let tried = match self.is_sifted {
            true if is_case => self.is_of_use(candidate, is_double, closures),
            true => return,
            false => [true, is_case, is_double],
        };
        for ((closure, is_true), is_tried) in closures.cases.iter_mut().zip([true, false]).zip(tried) {
            if !is_tried {
                continue;
            }
            let start = statement(candidate, is_true);
            closure.run(self, start, deeper);
            if is_case {
                self.try_contradiction(start, closure);
            }
        }
        if tried[0] {
            closures.set(candidate, closures.cases[0].sets);
        }
        if tried[2] {
            let [if_true, if_false, ..] = &closures.cases;
            self.try_cases(Cases::TrueAndFalse, 0, &[if_true, if_false]);
        }
    }

    /// Whether it is of use to try that a candidate is true, that it is false, and both.
    fn is_of_use(&self, candidate: Candidate, is_double: bool, closures: &Closures) -> [bool; 3] {
        // If a candidate is false, another may be the only one left: then all follows from this one.
        let mut strong = self.board.strong(candidate).into_iter().skip(self.rules.one_digit.into());
        let other = match strong.find(|other| *other != Candidate::NONE) {
            Some(other) => (!self.wrong.contains(other)).then(|| self.falses(other, closures)),
            None => falses_of(self.board, statement(candidate, false), self.rules),
        };
        let is_double = is_double
            && other.is_none_or(|other| !other.intersection(&self.falses(candidate, closures)).is_empty());
        [self.wrong.contains(candidate) || is_double, other.is_none() || is_double, is_double]
    }

    /// All that a candidate makes false, or more.
    fn falses(&self, candidate: Candidate, closures: &Closures) -> CandidateSet {
        closures.sets_of(candidate).map_or(*self.board.all(), |sets| sets[0])
    }

    /// Tries candidates of which one is true. Finds again how statements follow, unless none follows from all: from the
    /// first in a slot, where a cell finds it after its units.
    fn split(
        &mut self,
        (places, digits): (CellMask, u16),
        units: u32,
        slot: usize,
        closures: &mut Closures,
        deeper: &mut Deeper,
    ) {
        let split = if units == 0 { Cases::Cell } else { Cases::Unit };
        let starts = || {
            each(places).flat_map(|cell| each(digits.into()).map(move |digit| Candidate::new(cell, digit)))
        };
        let count = (places.count_ones() * digits.count_ones()) as usize;
        if count < 2 || !self.has(split) {
            return;
        }
        let rank = self.rank(split, 2 * count as u32 - 1);
        // If all make a candidate true, they make the rest of its cell false.
        let sides = if self.is_sifted { 0..1 } else { 0..2 };
        let is_promising = sides.into_iter().any(|side| {
            let own = starts().filter_map(|start| closures.sets_of(start)?.get(side));
            let common = own.fold(*self.board.all(), |common, own| common.intersection(own));
            common.iter().any(|candidate| {
                let removed = statement(candidate, side == 1).removes(self.board);
                removed != 0 && self.is_better(candidate.cell(), removed, rank)
            })
        });
        if is_promising {
            for (place, start) in starts().enumerate() {
                let (case, start) = (&mut closures.cases[(slot + place) % 9], statement(start, true));
                if !self.is_sifted || case.statements().next() != Some(start) {
                    case.run(self, start, deeper);
                }
            }
            let list: [_; 9] = core::array::from_fn(|place| &closures.cases[(slot + place) % 9]);
            self.try_cases(split, units, list.get(..count).unwrap_or_default());
        }
    }

    /// Whether the set has the technique of these cases.
    fn has(&self, cases: Cases) -> bool {
        self.techniques.contains(self.rules.technique(cases))
    }

    fn rank(&self, cases: Cases, length: u32) -> Rank {
        Rank::new(self.rules.base(), length, cases as u8)
    }

    fn is_better(&self, cell: usize, removed: u16, rank: Rank) -> bool {
        match &self.sink {
            ForcingSink::Best(best) => best.is_better(rank),
            ForcingSink::All { found, .. } => found.is_better(cell, removed, rank),
        }
    }

    /// Looks for statements that hold in every case.
    fn try_cases(&mut self, split: Cases, units: u32, cases: &[&Closure]) {
        let Some((first, others)) = cases.split_first() else { return };
        for is_true in [true, false] {
            for end in first.statements().filter(|end| end.is_true == is_true) {
                if others.iter().all(|closure| closure.contains(end)) {
                    self.offer(split, units, end, &mut cases.iter().map(|closure| (*closure, end)));
                }
            }
        }
    }

    /// An assumption is wrong if it leads to a contradiction.
    fn try_contradiction(&mut self, start: Statement, closure: &Closure) {
        let Some(last) = closure.contradiction() else { return };
        let result = Statement { is_true: !start.is_true, ..start };
        let ends = [true, false].map(|is_true| (closure, Statement { is_true, ..last }));
        self.offer(Cases::Contradiction, 0, result, &mut ends.into_iter());
    }

    /// Offers a chain to the sink: its result, and the statements at its ends.
    fn offer<'c>(
        &mut self,
        split: Cases,
        units: u32,
        result: Statement,
        ends: &mut (impl Iterator<Item = (&'c Closure, Statement)> + Clone),
    ) {
        let (cell, removed) = (result.candidate.cell(), result.removes(self.board));
        if removed == 0 || !self.has(split) {
            return;
        }
        let (mut least, mut inside) = (0, 0);
        for (closure, end) in ends.clone() {
            let node = closure.end(end);
            least += u32::from(node.depth) + 1;
            inside = inside.max(u32::from(node.inside));
        }
        if !self.is_better(cell, removed, self.rank(split, least + inside)) {
            return;
        }
        // Chains inside count once.
        let (mut length, mut seen, mut count, mut identity) = (0, [0; 64], 0, 1);
        for (closure, end) in ends.clone() {
            let basis = closure.basis(closure.end(end), self.board);
            length += 1;
            let mut all = identify(end);
            for number in numbers(&basis.nodes) {
                length += 1;
                all = all.wrapping_add(identify(closure.node(number).of));
            }
            identity = mix(identity ^ all);
            for reason in closure.reasons(&basis) {
                if reason.length > 0 && !seen.iter().take(count).any(|seen| *seen == reason.identity) {
                    length += u32::from(reason.length);
                    if let Some(last) = seen.get_mut(count) {
                        *last = reason.identity;
                        count += 1;
                    }
                }
            }
        }
        let rank = self.rank(split, length);
        if !self.is_better(cell, removed, rank) {
            return;
        }
        match &mut self.sink {
            ForcingSink::Best(best) => {
                let technique = self.rules.technique(split);
                let step = Step { units, ..Step::new(technique, 0) }.concluding(result, self.board);
                let step = ends.fold(step, |step, (closure, end)| {
                    // Both ways to a contradiction go through the same statements.
                    let first_link = if split == Cases::Contradiction { 0 } else { step.links().len() };
                    closure.show(step, first_link, end, self.board)
                });
                best.set(rank, step.deciding_by_links());
            }
            ForcingSink::All { found, source } => {
                let technique = Rules { level: 0, ..self.rules }.technique(Cases::Unit);
                found.begin(rank, technique, length as u16, identity);
                for (closure, end) in ends {
                    let end = closure.end(end);
                    let basis = closure.basis(end, self.board);
                    let all = numbers(&basis.nodes).map(|number| closure.node(number)).chain([end]);
                    for node in all.filter(|node| node.of.is_true) {
                        let candidate = node.of.candidate;
                        let is_unit =
                            |shared: &usize| units >> (unit_number(candidate.cell(), *shared) % 32) & 1 == 1;
                        let shared = match split {
                            _ if node.of != closure.node(0).of => node.shared.into(),
                            Cases::Cell => CELL,
                            Cases::Unit => (BOX..SHARED).find(is_unit).unwrap_or(CELL),
                            _ => continue,
                        };
                        found.rest_on(candidate, shared, self.board, source);
                    }
                }
                found.end(each(removed.into()).map(|digit| Candidate::new(cell, digit)));
            }
        }
    }
}
