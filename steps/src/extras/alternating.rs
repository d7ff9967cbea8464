//! Alternating inference chains by name, and those with groups: the candidates of a digit where a box crosses a line.
//!
//! A chain begins with a candidate or group that is false, and follows strong and weak links in turn. At its end
//! another one is true. So one of the two ends is true, whichever it is.

use super::super::cells::{ALL_CELLS, BOXES, CellMask, UNIT_CELLS, bit, each};
use super::super::{PencilMarks, Step, StepVisitor, Technique, TechniqueSet};
use super::peers;

/// The candidates, by digit and cell, then the groups, by digit and crossing.
const SINGLES: usize = 729;
const NODES: usize = SINGLES + 9 * CROSSINGS.len();
const NONE: u16 = u16::MAX;
/// The most strong links of a chain.
const MOST_LINKS: usize = 16;

/// The cells where rows, then columns, cross boxes.
const CROSSINGS: [CellMask; 54] = {
    let (mut crossings, mut place) = ([0; 54], 0);
    while place < 54 {
        let (line, part) = (place / 3, place % 3);
        let own_box = if line < 9 { line / 3 * 3 + part } else { part * 3 + (line - 9) / 3 };
        crossings[place] = UNIT_CELLS[line] & UNIT_CELLS[BOXES + own_box];
        place += 1;
    }
    crossings
};

/// A candidate, or a group: the digit, from 0, is in one of these cells, or in none.
#[derive(Clone, Copy)]
struct GroupNode {
    digit: usize,
    cells: CellMask,
}

impl GroupNode {
    const fn is_group(self) -> bool {
        !self.cells.is_power_of_two()
    }

    /// The cells that lose a digit if the node is true.
    fn removes(self, digit: usize) -> CellMask {
        match digit == self.digit {
            true => each(self.cells).fold(ALL_CELLS, |seen, cell| seen & peers(cell)),
            false if self.is_group() => 0,
            false => self.cells,
        }
    }
}

/// The links of a board, and the ways from one node.
struct Network<'a> {
    marks: &'a PencilMarks,
    has_groups: bool,
    /// The nodes of which each is true if a node is false.
    strong: [[u16; 4]; NODES],
    /// For a node that is true, the one before it, which is false; and the reverse.
    true_from: [u16; NODES],
    false_from: [u16; NODES],
    /// The true nodes in the order in which they are found.
    queue: [u16; NODES],
}

impl<'a> Network<'a> {
    fn new(marks: &'a PencilMarks, has_groups: bool) -> Self {
        let (strong, from) = ([[NONE; 4]; NODES], [NONE; NODES]);
        let mut network =
            Network { marks, has_groups, strong, true_from: from, false_from: from, queue: from };
        for (number, own) in (0..).zip(&mut { strong }) {
            network.strong_links(number, own);
            if let Some(place) = network.strong.get_mut(usize::from(number)) {
                *place = *own;
            }
        }
        network
    }

    /// Returns a node; `None` for a candidate that is not there, or a group with fewer than two.
    fn node(&self, number: u16) -> Option<GroupNode> {
        let number = usize::from(number);
        let (digit, cells) = match number.checked_sub(SINGLES) {
            None => (number / 81, bit(number % 81)),
            Some(group) => (group / CROSSINGS.len(), *CROSSINGS.get(group % CROSSINGS.len())?),
        };
        let cells = cells & self.marks.places().get(digit)?;
        let is_node = cells != 0 && (number < SINGLES || self.has_groups && !cells.is_power_of_two());
        is_node.then_some(GroupNode { digit, cells })
    }

    /// Returns the number of the node with these cells, if they are all candidates of a crossing, or one.
    fn number(&self, GroupNode { digit, cells }: GroupNode) -> Option<u16> {
        if cells.is_power_of_two() {
            return Some((digit * 81) as u16 + cells.trailing_zeros() as u16);
        }
        let places = self.marks.places().get(digit)?;
        let crossing = CROSSINGS.iter().position(|crossing| crossing & places == cells && cells != 0)?;
        self.has_groups.then_some((SINGLES + digit * CROSSINGS.len() + crossing) as u16)
    }

    /// Finds the strong links of a node: in its units, and in a cell with two candidates.
    fn strong_links(&self, number: u16, links: &mut [u16; 4]) {
        let Some(node) = self.node(number) else { return };
        let places = self.marks.places().get(node.digit).copied().unwrap_or_default();
        let units = UNIT_CELLS.iter().filter(|unit| node.cells & !**unit == 0);
        let others = units.map(|unit| GroupNode { cells: unit & places & !node.cells, ..node });
        let own_cell = self.marks.candidates().get(node.cells.trailing_zeros() as usize);
        let rest = own_cell.copied().unwrap_or_default() & !(1 << node.digit);
        let is_pair = !node.is_group() && rest.is_power_of_two();
        let in_cell = is_pair.then(|| GroupNode { digit: rest.trailing_zeros() as usize, ..node });
        let found = others.chain(in_cell).filter_map(|other| self.number(other));
        for (place, other) in links.iter_mut().zip(found) {
            *place = other;
        }
    }

    fn strong(&self, number: u16) -> impl Iterator<Item = u16> + use<> {
        let links = self.strong.get(usize::from(number)).copied().unwrap_or([NONE; 4]);
        links.into_iter().filter(|other| *other != NONE)
    }

    /// Calls `take` with the nodes with strong links that are false if a node is true.
    fn weak(&self, node: GroupNode, mut take: impl FnMut(u16)) {
        let has_links = |number: u16| self.strong(number).next().is_some();
        for (digit, places) in self.marks.places().iter().enumerate() {
            let seen = node.removes(digit);
            for cell in each(seen & places) {
                let number = (digit * 81 + cell) as u16;
                if has_links(number) {
                    take(number);
                }
            }
            if !self.has_groups || digit != node.digit {
                continue;
            }
            for (crossing, cells) in CROSSINGS.iter().enumerate() {
                let number = (SINGLES + digit * CROSSINGS.len() + crossing) as u16;
                if cells & places & !seen == 0 && has_links(number) {
                    take(number);
                }
            }
        }
    }

    /// Finds the nodes that are true after so many strong links from a false one, and not after fewer: a range of the
    /// queue.
    fn ends(&mut self, start: u16, strong_links: usize) -> core::ops::Range<usize> {
        (self.true_from, self.false_from) = ([NONE; NODES], [NONE; NODES]);
        let (mut layer, mut end) = (0..0, 0);
        let add = |network: &mut Self, from: u16, end: &mut usize| {
            for number in network.strong(from) {
                if let Some(place) = network.true_from.get_mut(usize::from(number))
                    && *place == NONE
                    && let Some(last) = network.queue.get_mut(*end)
                {
                    (*place, *last) = (from, number);
                    *end += 1;
                }
            }
        };
        if let Some(own) = self.false_from.get_mut(usize::from(start)) {
            *own = start;
        }
        add(self, start, &mut end);
        for _ in 1..strong_links {
            layer = layer.end..end;
            for place in layer.clone() {
                let Some(&number) = self.queue.get(place) else { continue };
                let Some(node) = self.node(number) else { continue };
                let (mut found, mut count) = ([NONE; 160], 0);
                self.weak(node, |other| {
                    if let Some(place) = found.get_mut(count)
                        && self.false_from.get(usize::from(other)) == Some(&NONE)
                    {
                        *place = other;
                        count += 1;
                    }
                });
                for &other in found.iter().take(count) {
                    if let Some(from) = self.false_from.get_mut(usize::from(other)) {
                        *from = number;
                    }
                    add(self, other, &mut end);
                }
            }
        }
        layer.end..end
    }

    /// The nodes on the way to a true one, the last one first: true, false, and so on.
    fn way(&self, start: u16, end: u16) -> impl Iterator<Item = (u16, bool)> {
        let mut next = Some((end, true));
        core::iter::from_fn(move || {
            let (number, is_true) = next?;
            let from = if is_true { &self.true_from } else { &self.false_from };
            let is_first = number == start && !is_true;
            next = from.get(usize::from(number)).filter(|_| !is_first).map(|from| (*from, !is_true));
            Some((number, is_true))
        })
    }

    /// A step with the links of the way to a true node, and if it is a loop, back to the start.
    fn step(&self, technique: Technique, start: u16, end: u16, is_loop: bool) -> Step {
        let mut step = Step::new(technique, 64);
        let count = self.way(start, end).count();
        let back = is_loop.then_some((start, false));
        let links = back.into_iter().zip([count]).chain(self.way(start, end).zip((0..count).rev()));
        for ((number, is_true), place) in links {
            let Some(node) = self.node(number) else { continue };
            step = step.with_link(place, (node.digit, node.cells), is_true);
        }
        step
    }
}

/// Finds chains of a set: discontinuous loops and AICs, or with groups those and continuous loops. Shorter ones come
/// first.
pub(in super::super) fn chains<const GROUPED: bool>(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    visit: &mut StepVisitor,
) -> Option<Step> {
    let mut network = Network::new(marks, GROUPED);
    for strong_links in 2..=MOST_LINKS {
        let mut is_done = true;
        for start in 0..NODES as u16 {
            let ends = network.ends(start, strong_links);
            is_done &= ends.is_empty();
            for place in ends {
                let Some(&end) = network.queue.get(place) else { continue };
                if let Some(step) = conclude(&network, techniques, (start, end), visit) {
                    return Some(step);
                }
            }
        }
        if is_done {
            break;
        }
    }
    None
}

/// Visits the steps of a chain.
fn conclude(
    network: &Network,
    techniques: TechniqueSet,
    (start, end): (u16, u16),
    visit: &mut StepVisitor,
) -> Option<Step> {
    use Technique::*;

    let [first, last] = [network.node(start)?, network.node(end)?];
    let removed = |one: GroupNode, other: GroupNode| {
        let places = network.marks.places().iter().enumerate();
        places.map(move |(digit, places)| (digit, places & one.removes(digit) & other.removes(digit)))
    };
    let nodes = || network.way(start, end).filter_map(|(number, _)| network.node(number));
    let has_some = || removed(first, last).any(|(_, cells)| cells != 0);
    let is_loop = network.has_groups
        && techniques.contains(GroupedContinuousLoop)
        && first.cells & !last.removes(first.digit) == 0;
    let is_chain = if start == end { !first.is_group() } else { has_some() };
    // Ways with a group, and only these if there may be groups.
    if !is_chain && !is_loop || network.has_groups && !nodes().any(GroupNode::is_group) {
        return None;
    }
    if is_loop {
        // The weak links of the way, and the one from its end to its start.
        let pairs = || nodes().skip(1).step_by(2).zip(nodes().skip(2).step_by(2)).chain([(first, last)]);
        let step = network.step(GroupedContinuousLoop, start, end, true);
        let all = pairs().flat_map(|(one, other)| removed(one, other));
        let step = all.fold(step, |step, (digit, cells)| step.removing(cells, 1 << digit));
        if step.eliminates()
            && let Some(step) = visit(step.deciding_by_nodes(nodes().map(|node| (node.digit, node.cells))))
        {
            return Some(step);
        }
    }
    let is_one_digit = nodes().all(|node| node.digit == first.digit);
    let all_cells = removed(first, last).fold(0, |all, (_, cells)| all | cells);
    let [discontinuous, aic, x_chain] = match network.has_groups {
        true => [GroupedDiscontinuousLoop, GroupedAic, GroupedXChain],
        false => [DiscontinuousLoop, Aic, XChain],
    };
    let has_several = start != end && (!all_cells.is_power_of_two() || !techniques.contains(discontinuous));
    let technique = match () {
        // X-chains without groups are found as such.
        () if is_one_digit && techniques.contains(x_chain) => x_chain,
        () if has_several && techniques.contains(aic) => aic,
        () => discontinuous,
    };
    if !is_chain || !techniques.contains(technique) || technique == XChain {
        return None;
    }
    let step = || {
        let step = network.step(technique, start, end, false);
        step.deciding_by_nodes(nodes().map(|node| (node.digit, node.cells)))
    };
    let removing = |cells: CellMask| {
        removed(first, last)
            .fold(step(), |step, (digit, own)| step.removing(own & cells, 1 << digit))
            .without_removed()
    };
    match technique {
        _ if start == end => visit(step().placing(first.cells.trailing_zeros() as usize, first.digit)),
        // It is about the candidates of one cell.
        _ if technique == discontinuous => each(all_cells).find_map(|cell| visit(removing(bit(cell)))),
        _ => visit(removing(ALL_CELLS)),
    }
}
