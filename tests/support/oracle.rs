//! An answer that owes nothing to the crate: a plain search on the candidates of 81 cells.
//!
//! It fills singles, then guesses where the fewest ways are left: the digits of a cell, or the places of a
//! digit in a row, column or box. Where contradictions were met, guesses are made sooner: the number of ways
//! is divided by a weight that every contradiction raises. Boards that look harmless and trap other rules
//! for hours take it a few hundred contradictions.

/// The cells of the nine rows, the nine columns and the nine boxes.
const UNITS: [[u8; 9]; 27] = {
    let mut units = [[0; 9]; 27];
    let mut index = 0;
    while index < 81 {
        let (unit, place) = (index / 9, index % 9);
        units[unit][place] = index as u8;
        units[9 + unit][place] = (9 * place + unit) as u8;
        units[18 + unit][place] = (unit / 3 * 27 + unit % 3 * 3 + place / 3 * 9 + place % 3) as u8;
        index += 1;
    }
    units
};

/// For each mask, bit `d` at bit `7 d`: nine counters that can be added up at once.
static SPREAD: [u64; 512] = {
    let mut spread = [0; 512];
    let mut index = 0;
    while index < 512 * 9 {
        let (mask, digit) = (index / 9, index % 9);
        spread[mask] |= (mask as u64 >> digit & 1) << (7 * digit);
        index += 1;
    }
    spread
};

/// The first `limit` solutions, in an order of its own; all of them if there are fewer. Bit `d - 1` of a mask
/// is digit `d`. `None` if it met as many contradictions as `patience` has.
pub fn solutions(candidates: &[u16; 81], limit: usize, patience: u32) -> Option<Vec<[u8; 81]>> {
    let mut search = Search { found: Vec::new(), limit, weights: [1; 324], patience };
    search.go(candidates.map(|mask| mask & 0x1ff));
    (search.patience > 0).then_some(search.found)
}

/// The candidates of a board of digits, 0 for an open cell.
pub fn candidates(digits: &[u8; 81]) -> [u16; 81] {
    digits.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) })
}

/// Whether two equal digits share a row, column or box.
pub fn collide(digits: &[u8; 81]) -> bool {
    UNITS.iter().any(|cells| {
        let digits = cells.map(|cell| digits[usize::from(cell)]);
        (1..9).any(|place| digits[place] != 0 && digits[..place].contains(&digits[place]))
    })
}

struct Search {
    found: Vec<[u8; 81]>,
    limit: usize,
    /// Of the 81 cells, then of the nine digits of each unit.
    weights: [u32; 324],
    /// Contradictions that may still be met.
    patience: u32,
}

impl Search {
    fn go(&mut self, mut masks: [u16; 81]) {
        if let Err(constraint) = fill_singles(&mut masks) {
            self.weights[constraint] += 1;
            self.patience = self.patience.saturating_sub(1);
            return;
        }
        let open = |ways: &(usize, u32)| ways.1 > 1;
        let cells = masks.iter().map(|mask| mask.count_ones()).enumerate().filter(open);
        let places = UNITS.iter().enumerate().flat_map(|(unit, cells)| {
            let mut counts = 0;
            cells.iter().for_each(|&cell| counts += SPREAD[usize::from(masks[usize::from(cell)])]);
            (0..9).map(move |digit| (81 + 9 * unit + digit, (counts >> (7 * digit)) as u32 & 0x7f))
        });
        let fewest = cells.chain(places.filter(open)).min_by(|one, other| {
            let [left, right] = [one, other].map(|ways| u64::from(self.weights[ways.0]));
            (u64::from(one.1) * right).cmp(&(u64::from(other.1) * left))
        });
        let ways: Vec<(usize, u16)> = match fewest {
            None => return self.found.push(masks.map(|mask| mask.trailing_zeros() as u8 + 1)),
            Some((cell @ ..81, _)) => {
                (0..9).map(|digit| (cell, 1 << digit)).filter(|way| masks[cell] & way.1 != 0).collect()
            }
            Some((place, _)) => {
                let (unit, digit) = ((place - 81) / 9, 1 << ((place - 81) % 9));
                let cells = UNITS[unit].iter().map(|&cell| (usize::from(cell), digit));
                cells.filter(|way| masks[way.0] & digit != 0).collect()
            }
        };
        for (cell, digit) in ways {
            if self.found.len() < self.limit && self.patience > 0 {
                let mut child = masks;
                child[cell] = digit;
                self.go(child);
            }
        }
    }
}

/// Fills naked and hidden singles until none is left, or names the cell or the digit of a unit that has no way.
fn fill_singles(masks: &mut [u16; 81]) -> Result<(), usize> {
    loop {
        let before = *masks;
        for (unit, cells) in UNITS.iter().enumerate() {
            let (mut once, mut twice, mut single) = (0, 0, 0);
            for cell in cells.map(usize::from) {
                let mask = masks[cell];
                twice |= once & mask;
                once |= mask;
                if mask.is_power_of_two() {
                    if single & mask != 0 {
                        return Err(cell);
                    }
                    single |= mask;
                }
            }
            if once != 0x1ff {
                return Err(81 + 9 * unit + (!once).trailing_zeros() as usize);
            }
            for cell in cells.map(usize::from) {
                let hidden = masks[cell] & once & !twice;
                match hidden.count_ones() {
                    0 if masks[cell].is_power_of_two() => {}
                    0 => masks[cell] &= !single,
                    1 => masks[cell] = hidden,
                    _ => return Err(cell),
                }
                if masks[cell] == 0 {
                    return Err(cell);
                }
            }
        }
        if *masks == before {
            return Ok(());
        }
    }
}
