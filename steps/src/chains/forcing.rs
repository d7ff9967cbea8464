//! Chains that branch: a candidate leads to a contradiction, or all cases lead to the same statement.

use super::super::cells::{CellMask, bit, each};
use super::super::{PencilMarks, Step, Technique, TechniqueSet};
use super::board::{
    CANDIDATES, CELL, Candidate, CandidateBoard, CandidateSet, SHARED, Statement, around, unit_number,
};
use super::choose::{BestChain, Rank};
use super::implications::{Implications, Rules, falses_of};
use super::links::{LinkGraph, Links};

/// A family of chains that branch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// A digit's candidate leads to a contradiction of the same digit.
    Nishio,
    /// All candidates of a cell or unit lead to the same; each statement follows from one other.
    Multiple,
    /// The same and contradictions; a statement may rest on several others.
    Dynamic,
}

impl Family {
    const fn rules(self) -> Rules {
        Rules { one_digit: matches!(self, Family::Nishio), is_dynamic: !matches!(self, Family::Multiple) }
    }

    const fn base(self) -> f64 {
        match self {
            Family::Nishio => 7.5,
            Family::Multiple => 8.0,
            Family::Dynamic => 8.5,
        }
    }

    const fn technique(self, cases: Cases) -> Technique {
        match (self, cases) {
            (Family::Nishio, _) => Technique::NishioForcingChain,
            (Family::Multiple, Cases::Unit) => Technique::UnitForcingChains,
            (Family::Multiple, _) => Technique::CellForcingChains,
            (Family::Dynamic, Cases::TrueAndFalse) => Technique::DynamicDoubleForcingChains,
            (Family::Dynamic, Cases::Cell) => Technique::DynamicCellForcingChains,
            (Family::Dynamic, Cases::Unit) => Technique::DynamicUnitForcingChains,
            (Family::Dynamic, Cases::Contradiction) => Technique::DynamicContradiction,
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

/// The working memory.
pub(super) struct ForcingMemory {
    /// What follows from each candidate of a cell.
    by_digit: [Implications; 9],
    /// What follows from the other places of a digit in a unit.
    by_place: [Implications; 8],
    /// What follows if a candidate is false.
    if_false: Implications,
    /// All that each candidate makes false, and perhaps more.
    falses: [CandidateSet; CANDIDATES],
}

impl ForcingMemory {
    pub(super) const EMPTY: ForcingMemory = ForcingMemory {
        by_digit: [Implications::EMPTY; 9],
        by_place: [Implications::EMPTY; 8],
        if_false: Implications::EMPTY,
        falses: [CandidateSet::EMPTY; CANDIDATES],
    };
}

/// Finds the best step of a family and a set. On the scale, as in the judge, a cell of two candidates is no case of
/// chains that are not dynamic, nor does a unit count that begins with one.
pub(super) fn find(
    marks: &PencilMarks,
    family: Family,
    techniques: TechniqueSet,
    memory: &mut ForcingMemory,
    graph: &mut LinkGraph,
) -> Option<Step> {
    let board = CandidateBoard::new(marks);
    let (wrong, best) = (CandidateSet::EMPTY, BestChain::NONE);
    let mut search = ForcingSearch { board: &board, family, techniques, wrong, best };
    let least = match (techniques.is_scale(), family) {
        (true, Family::Multiple) => 3,
        (true, _) => 2,
        (false, _) => 1,
    };
    let cells = || each(marks.open()).filter(|&cell| board.digits(cell).count_ones() >= least);
    if family == Family::Multiple {
        graph.fill(&board, Links::Xy);
        graph.write_falses(&mut memory.falses);
    } else {
        for candidate in board.all().iter() {
            let falses = falses_of(&board, Statement { candidate, is_true: true }, family.rules());
            memory.falses[candidate.index() % CANDIDATES] = falses.unwrap_or_else(|| {
                search.wrong.insert(candidate);
                *board.all()
            });
        }
        // They may come before all cells and units, as only steps with the same cases have the same rank.
        for cell in cells() {
            for digit in each(board.digits(cell).into()) {
                search.try_candidate(Candidate::new(cell, digit), memory);
            }
        }
    }
    if family != Family::Nishio {
        for cell in cells() {
            search.try_cell(cell, memory);
        }
    }
    search.best.into_step()
}

/// Whether some statement may follow from each of some candidates. If one is that a candidate is true, another is that
/// the rest of its cell is false.
fn may_agree(mut cases: impl Iterator<Item = Candidate>, falses: &[CandidateSet; CANDIDATES]) -> bool {
    let of = |candidate: Candidate| &falses[candidate.index() % CANDIDATES];
    let first = cases.next().map_or(CandidateSet::EMPTY, |first| *of(first));
    !cases.fold(first, |common, candidate| common.intersection(of(candidate))).is_empty()
}

struct ForcingSearch<'a> {
    board: &'a CandidateBoard,
    family: Family,
    techniques: TechniqueSet,
    /// The candidates that contradict themselves.
    wrong: CandidateSet,
    best: BestChain,
}

impl ForcingSearch<'_> {
    /// Tries the cases that a candidate is true and that it is false.
    fn try_candidate(&mut self, candidate: Candidate, memory: &mut ForcingMemory) {
        let rules = self.family.rules();
        let ForcingMemory { by_digit: [if_true, ..], if_false, falses, .. } = memory;
        let [start, opposite] = [true, false].map(|is_true| Statement { candidate, is_true });
        // If a candidate is false, another may be the only one left: then all follows from this one.
        let mut strong = self.board.strong(candidate).into_iter().skip(usize::from(rules.one_digit));
        let other = match strong.find(|other| *other != Candidate::NONE) {
            Some(other) => (!self.wrong.contains(other)).then(|| falses[other.index() % CANDIDATES]),
            None => falses_of(self.board, opposite, rules),
        };
        let own = &mut falses[candidate.index() % CANDIDATES];
        let least_of_double = if self.techniques.is_scale() { 3 } else { 2 };
        let is_double = self.family == Family::Dynamic
            && self.board.digits(candidate.cell()).count_ones() >= least_of_double
            && other.is_none_or(|other| !other.intersection(own).is_empty());
        if self.wrong.contains(candidate) || is_double {
            let contradicted = if_true.run(self.board, start, rules);
            self.set_contradiction(start, contradicted, if_true);
            *own = *if_true.falses();
        }
        if other.is_none() || is_double {
            let contradicted = if_false.run(self.board, opposite, rules);
            self.set_contradiction(opposite, contradicted, if_false);
        }
        if is_double {
            self.try_cases(Cases::TrueAndFalse, 0, &[Some(&*if_true), Some(&*if_false)]);
        }
    }

    /// Tries the candidates of a cell, and the units in which they come first.
    fn try_cell(&mut self, cell: usize, memory: &mut ForcingMemory) {
        let (rules, digits) = (self.family.rules(), self.board.digits(cell));
        let ForcingMemory { by_digit, by_place, falses, .. } = memory;
        let of_cell = each(digits.into()).map(|digit| Candidate::new(cell, digit));
        let is_cell_tried = self.has(Cases::Cell) && may_agree(of_cell, falses);
        for (digit, if_true) in by_digit.iter_mut().enumerate().filter(|(digit, _)| digits >> digit & 1 == 1)
        {
            let candidate = Candidate::new(cell, digit);
            let units: [_; SHARED] =
                core::array::from_fn(|shared| self.places_tried(candidate, shared, falses));
            if is_cell_tried || units != [0; SHARED] {
                if_true.run(self.board, Statement { candidate, is_true: true }, rules);
            }
            for (shared, places) in units.into_iter().enumerate().filter(|(_, places)| *places != 0) {
                self.try_unit(candidate, shared, places, if_true, by_place);
            }
        }
        if is_cell_tried {
            let mut cases = [None; 9];
            for (place, digit) in each(digits.into()).enumerate() {
                if let (Some(case), Some(spread)) = (cases.get_mut(place), by_digit.get(digit)) {
                    *case = Some(spread);
                }
            }
            self.try_cases(Cases::Cell, 0, &cases);
        }
    }

    /// Returns the places of a digit in a unit if they may agree, and if the candidate is the first of several.
    fn places_tried(
        &self,
        candidate: Candidate,
        shared: usize,
        falses: &[CandidateSet; CANDIDATES],
    ) -> CellMask {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let places = self.board.places(digit) & around(cell, shared);
        let is_first = places & (bit(cell) - 1) == 0 && places != bit(cell);
        let candidates = each(places).map(|cell| Candidate::new(cell, digit));
        if shared != CELL && is_first && self.has(Cases::Unit) && may_agree(candidates, falses) {
            places
        } else {
            0
        }
    }

    /// Tries the places of a digit in a unit, of which the candidate is the first.
    fn try_unit(
        &mut self,
        candidate: Candidate,
        shared: usize,
        places: CellMask,
        if_true: &Implications,
        by_place: &mut [Implications; 8],
    ) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        for (place, spread) in each(places & !bit(cell)).zip(by_place.iter_mut()) {
            let start = Statement { candidate: Candidate::new(place, digit), is_true: true };
            spread.run(self.board, start, self.family.rules());
        }
        let mut cases = [None; 9];
        let others = by_place.iter().take(places.count_ones() as usize - 1);
        for (case, spread) in cases.iter_mut().zip([if_true].into_iter().chain(others)) {
            *case = Some(spread);
        }
        self.try_cases(Cases::Unit, 1 << (unit_number(cell, shared) % 32), &cases);
    }

    /// Looks for statements that hold in every case.
    fn try_cases(&mut self, cases: Cases, units: u32, spreads: &[Option<&Implications>]) {
        let spreads = || spreads.iter().flatten();
        let Some(first) = spreads().next().filter(|_| self.has(cases) && spreads().count() > 1) else {
            return;
        };
        for statement in first.statements(true).chain(first.statements(false)) {
            if !spreads().all(|spread| spread.contains(statement)) || !self.is_news(statement) {
                continue;
            }
            let length = spreads().map(|spread| spread.least_length(statement)).sum();
            if !self.is_better(length, cases) {
                continue;
            }
            let length = spreads().map(|spread| spread.length(statement, self.board)).sum();
            if self.is_better(length, cases) {
                let step = Step { units, ..Step::new(self.family.technique(cases), 0) };
                let ends = spreads().map(|spread| (*spread, statement));
                self.set(step, statement, ends, length, cases);
            }
        }
    }

    /// Sets the step that an assumption is wrong as the best, if it is.
    fn set_contradiction(
        &mut self,
        start: Statement,
        contradicted: Option<Candidate>,
        spread: &Implications,
    ) {
        let Some(contradicted) = contradicted else { return };
        let ends = [true, false].map(|is_true| Statement { candidate: contradicted, is_true });
        let length = ends.iter().map(|&end| spread.length(end, self.board)).sum();
        let result = Statement { is_true: !start.is_true, ..start };
        let is_better = self.has(Cases::Contradiction) && self.is_better(length, Cases::Contradiction);
        if is_better && self.is_news(result) {
            let step = Step::new(self.family.technique(Cases::Contradiction), 0);
            self.set(step, result, ends.into_iter().map(|end| (spread, end)), length, Cases::Contradiction);
        }
    }

    /// Whether the set has the technique of these cases.
    fn has(&self, cases: Cases) -> bool {
        self.techniques.contains(self.family.technique(cases))
    }

    fn rank(&self, length: u32, cases: Cases) -> Rank {
        Rank::new(self.family.base(), length, cases as u8)
    }

    fn is_better(&self, length: u32, cases: Cases) -> bool {
        self.best.is_better(self.rank(length, cases))
    }

    /// Whether a statement changes the board.
    fn is_news(&self, statement: Statement) -> bool {
        let (cell, digit) = (statement.candidate.cell(), statement.candidate.digit());
        !statement.is_true || self.board.digits(cell) & !(1 << digit) != 0
    }

    /// Sets a step as the best: the statements that each end rests on are its links.
    fn set<'a>(
        &mut self,
        step: Step,
        result: Statement,
        ends: impl Iterator<Item = (&'a Implications, Statement)>,
        length: u32,
        cases: Cases,
    ) {
        let mut step = step.concluding(result, self.board);
        for (spread, end) in ends {
            let first_link = step.links().len();
            spread.visit(end, self.board, |statement, from| {
                let from = from.and_then(|from| step.find_link(from, first_link));
                step.add_link(statement, from);
            });
        }
        self.best.set(self.rank(length, cases), step.deciding_by_links());
    }
}
