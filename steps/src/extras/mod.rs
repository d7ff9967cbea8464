//! Techniques that players name and Sukaku Explainer reports only as chains, or not at all.
//!
//! Their levels place them among the judge's techniques. Skyscraper, two-string kite and turbot fish have the numbers
//! that Sukaku Explainer gives them where it searches them on their own: 4.0, 4.1, 4.2. The others have none there;
//! they follow the order in which HoDoKu tries them: locked pairs before pointing; a W-wing before the XY-wing; finned
//! fish after unique rectangles of all kinds, and larger ones after the fish of their size; colouring, XY-chains,
//! named chains, grouped ones and almost locked sets before other chains.

mod als;
mod alternating;
mod colouring;
mod finned;
mod locked_sets;
mod rectangles;
mod strong_links;
#[cfg(test)]
mod tests;

pub(super) use als::{als_xy_wing, als_xz, wxyz_wing};
pub(super) use alternating::chains;
pub(super) use colouring::{multi_colours_1, multi_colours_2, remote_pair, simple_colouring};
pub(super) use finned::finned_fish;
pub(super) use locked_sets::locked_set;
pub(super) use rectangles::rectangle;
pub(super) use strong_links::{empty_rectangle, two_strong_links, w_wing};

use super::cells::{CellMask, PEERS};
use super::{Link, Step};

/// The cells that share a unit with a cell.
fn peers(cell: usize) -> CellMask {
    PEERS.get(cell).copied().unwrap_or_default()
}

impl Step {
    /// Sets the links of a chain: cell, digit from 0, and whether it is true. The first is an assumption.
    fn through(mut self, statements: &[(usize, usize, bool)]) -> Self {
        for (number, (link, &(cell, digit, is_true))) in self.links.iter_mut().zip(statements).enumerate() {
            let from = number.saturating_sub(1) as u8;
            *link = Link { cell: cell as u8, digit: digit as u8 + 1, is_true, from };
            self.link_count = number as u8 + 1;
        }
        self
    }
}
