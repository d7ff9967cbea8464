//! Steps of chains: the links that they show, and the name of a chain without branches.

use super::super::cells::{bit, cells_of, units_of};
use super::super::{Link, MOST_LINKS, Step, Technique};
use super::board::{CandidateBoard, Statement};

impl Step {
    /// Sets the result of a chain: its digit is placed, or removed.
    pub(super) fn concluding(self, result: Statement, board: &CandidateBoard) -> Self {
        let (cell, digit) = (result.candidate.cell(), result.candidate.digit());
        match result.is_true {
            true => self.placing(cell, digit),
            false => self.removing(bit(cell), board.digits(cell) & 1 << digit),
        }
    }

    /// Sets the links of a chain without branches from its statements, the last one first, and their number.
    pub(super) fn along(mut self, way: impl Iterator<Item = Statement>, count: usize) -> Self {
        for (place, statement) in (0..count).rev().zip(way) {
            if let Some(link) = self.links.get_mut(place) {
                *link = link_to(statement, place.saturating_sub(1));
            }
        }
        self.link_count = count.min(MOST_LINKS) as u8;
        self.deciding_by_links()
    }

    /// Adds a statement that follows from the link with a number. Returns its own number; `None` if there is no more
    /// space.
    pub(super) fn add_link(&mut self, statement: Statement, from: Option<usize>) -> Option<usize> {
        let number = usize::from(self.link_count);
        *self.links.get_mut(number)? = link_to(statement, from.unwrap_or(number));
        self.link_count += 1;
        Some(number)
    }

    /// Finds the link with a statement, from a number on.
    pub(super) fn find_link(&self, statement: Statement, first: usize) -> Option<usize> {
        let same = |link: &Link| *link == Link { from: link.from, ..link_to(statement, 0) };
        Some(first + self.links().iter().skip(first).position(same)?)
    }

    /// Lets the candidates of all links decide, but those that the step removes.
    pub(super) fn deciding_by_links(mut self) -> Self {
        let links = self.links;
        for link in links.iter().take(self.link_count.into()) {
            let digits = 1 << (link.digit.wrapping_sub(1) % 16);
            let removed = self.eliminations.get(usize::from(link.cell)).copied().unwrap_or_default();
            self = self.decided_by(bit(link.cell.into()), digits & !removed);
        }
        self
    }
}

fn link_to(statement: Statement, from: usize) -> Link {
    let (cell, digit) = (statement.candidate.cell() as u8, statement.candidate.digit() as u8 + 1);
    Link { cell, digit, is_true: statement.is_true, from: from as u8 }
}

/// Returns the technique of a chain without branches, by its strong links.
pub(super) fn name_chain(step: &Step, board: &CandidateBoard) -> Technique {
    let links = step.links();
    let is_one_digit = links.iter().all(|link| Some(link.digit) == links.first().map(|first| first.digit));
    let is_pair = |link: &Link| board.digits(link.cell.into()).count_ones() == 2;
    // From a false candidate to a true one.
    let mut strong = links.windows(2).filter_map(|pair| match pair {
        [from, to] if to.is_true => Some((from, to)),
        _ => None,
    });
    if step.placement().is_none()
        && !is_one_digit
        && strong.clone().all(|(from, to)| from.cell == to.cell && is_pair(to))
    {
        return Technique::XyChain;
    }
    match (step.placement(), [strong.next(), strong.next(), strong.next(), strong.next()]) {
        (None, [Some(one), Some(other), None, None]) if is_one_digit => name_of_two(one, other, board),
        (None, [Some(one), Some(middle), Some(other), None]) if is_w_wing([one, middle, other], board) => {
            Technique::WWing
        }
        _ if is_one_digit => Technique::XChain,
        _ => Technique::AlternatingChain,
    }
}

/// Whether a strong link of a digit joins two cells with the same two candidates.
fn is_w_wing([one, middle, other]: [(&Link, &Link); 3], board: &CandidateBoard) -> bool {
    let in_cell = |(from, to): (&Link, &Link)| from.cell == to.cell;
    let digits = |(link, _): (&Link, &Link)| board.digits(link.cell.into());
    let are_two = one.0.cell != other.0.cell && digits(one) == digits(other);
    in_cell(one) && in_cell(other) && middle.0.digit == middle.1.digit && are_two
}

/// Returns the technique of two strong links of a digit, joined by a weak one.
fn name_of_two(one: (&Link, &Link), other: (&Link, &Link), board: &CandidateBoard) -> Technique {
    let places = board.places(usize::from(one.0.digit).wrapping_sub(1));
    let lines = |link: &Link| units_of(link.cell.into()).map(|unit| (unit, places & cells_of(unit)));
    let shared = |one: &Link, other: &Link| {
        let (one, other) = (lines(one), lines(other));
        [0, 1].map(|kind| (one[kind].0 == other[kind].0).then_some(one[kind].1.count_ones()))
    };
    // Two places of a line may be joined in their box alone.
    let strong = |(from, to): (&Link, &Link)| shared(from, to).map(|count| count == Some(2));
    match (strong(one), strong(other), shared(one.1, other.0).map(|count| count.is_some())) {
        ([true, _], [true, _], [_, true]) | ([_, true], [_, true], [true, _]) => Technique::Skyscraper,
        ([true, _], [_, true], _) | ([_, true], [true, _], _) => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}
