//! Chains in Eureka notation, as players write them: `(3)r1c2=(3-5)r1c7=(5)r4c7 => r4c2<>3`.
//!
//! `=` is a strong link: one of both is true. `-` is a weak link: one of both is false. Links within a cell are written
//! in its brackets. A loop ends with `-`, the link back to its start.

use core::fmt::{self, Formatter, Write};

use super::cells::{CellMask, each};
use super::sentences::{digit_indices, write_cell, write_digit};
use super::{MOST_LINKS, Step, Technique, TechniqueSet};

impl Step {
    /// Returns a chain in Eureka notation; `None` for a chain that branches, one that is cut, and other techniques.
    ///
    /// ```
    /// use lanedoku::Grid;
    /// use lanedoku_steps::{Explainer, PencilMarks, TechniqueSet};
    ///
    /// let puzzle: Grid =
    ///     "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.".parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// explainer.set_techniques(TechniqueSet::read("AIC").unwrap());
    /// let step = explainer.next_step(&PencilMarks::new(&puzzle)).unwrap();
    /// assert_eq!(
    ///     step.eureka().unwrap().to_string(),
    ///     "(3)r5c6=(3)r6c6-(3)r8c6=(3)r8c2 => r5c2<>3, r8c6<>3"
    /// );
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn eureka(&self) -> Option<impl fmt::Display + '_> {
        let branching = TechniqueSet::MULTIPLE_CHAINS.or(TechniqueSet::DYNAMIC_CHAINS);
        let branching = branching.or(TechniqueSet::NESTED_CHAINS).with(Technique::NishioForcingChain);
        let follows = self.links().windows(2).zip(0_u8..).all(|(pair, number)| {
            matches!(pair, [one, other] if other.from == number && one.is_true != other.is_true)
        });
        let is_chain = self.links().len() > 2 && self.links().len() < MOST_LINKS;
        (is_chain && follows && !branching.contains(self.technique)).then_some(Eureka(self))
    }
}

struct Eureka<'a>(&'a Step);

impl Eureka<'_> {
    /// The digit and the cells of a link.
    fn node(&self, number: usize) -> (u8, CellMask) {
        (self.0.links().get(number).map_or(0, |link| link.digit), self.0.cells_of_link(number))
    }
}

impl fmt::Display for Eureka<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Eureka(step) = *self;
        let links = step.links();
        let last = links.len().saturating_sub(1);
        // A chain begins with its victim, if that is true, and ends with it; a loop begins and ends with one statement.
        let is_true = |number: usize| links.get(number).is_some_and(|link| link.is_true);
        let is_loop = is_true(0) == is_true(last) && self.node(0) == self.node(last);
        let first = usize::from(is_true(0));
        let end = if is_true(last) { last + 1 } else { last };
        let mut number = first;
        while number < end {
            let (_, cells) = self.node(number);
            f.write_char(if number == first { '(' } else { sign(is_true(number)) })?;
            if number > first {
                f.write_char('(')?;
            }
            loop {
                write_digit(self.node(number).0.into(), f)?;
                number += 1;
                if number >= end || self.node(number).1 != cells {
                    break;
                }
                f.write_char(sign(is_true(number)))?;
            }
            f.write_char(')')?;
            write_group(cells, f)?;
        }
        if is_loop {
            f.write_char('-')?;
        }
        f.write_str(" => ")?;
        write_result(step, f)
    }
}

/// The link before a statement.
const fn sign(is_true: bool) -> char {
    if is_true { '=' } else { '-' }
}

/// Writes the cells of a group, which share a row or a column: `r1c23`.
fn write_group(cells: CellMask, f: &mut Formatter<'_>) -> fmt::Result {
    let lines = |of: fn(usize) -> usize| each(cells).fold(0_u16, |lines, cell| lines | 1 << (of(cell) % 16));
    for (name, lines) in [('r', lines(|cell| cell / 9)), ('c', lines(|cell| cell % 9))] {
        f.write_char(name)?;
        (0..9).filter(|line| lines >> line & 1 == 1).try_for_each(|line| write_digit(line + 1, f))?;
    }
    Ok(())
}

/// Writes the digit that a step places, or the candidates that it removes.
fn write_result(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    if let Some((cell, digit)) = step.placement() {
        write_cell(cell, f)?;
        f.write_char('=')?;
        return write_digit(digit.into(), f);
    }
    let removed = step.eliminations().iter().enumerate().filter(|(_, digits)| **digits != 0);
    removed.enumerate().try_for_each(|(number, (cell, digits))| {
        f.write_str(if number > 0 { ", " } else { "" })?;
        write_cell(cell, f)?;
        f.write_str("<>")?;
        digit_indices(*digits).try_for_each(|digit| write_digit(digit + 1, f))
    })
}
