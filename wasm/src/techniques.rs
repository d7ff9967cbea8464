//! The names of techniques, sets of them, and what steps say of a puzzle, on boards of any layout.

use lanedoku::Unit;
use lanedoku_steps::{Difficulty, Level, Technique, TechniqueSet};

use crate::memory::{Output, call};

/// The techniques whose bits are set, 64 of them in `low`.
pub(crate) fn techniques(low: u64, high: u64) -> TechniqueSet {
    TechniqueSet::from_bits(u128::from(high) << 64 | u128::from(low))
}

/// Reads the set of techniques that the input names, without those that no puzzle needs with this hardest technique, or
/// any for a number above all, and a rating of at most so many tenths. The output is its bits, in two numbers.
#[unsafe(no_mangle)]
pub extern "C" fn technique_set(uniqueness: u32, hardest: u32, most: u32) -> i32 {
    call(|memory| {
        let names = String::from_utf8_lossy(&memory.input);
        match TechniqueSet::read(&names) {
            Ok(set) => {
                let hardest = Technique::ALL.get(hardest as usize).copied();
                let chosen = |set: TechniqueSet| if uniqueness != 0 { set } else { set.without_uniqueness() };
                if let Some(missing) = hardest.filter(|hardest| !chosen(set).can_name(*hardest)) {
                    let message = format_args!("technique: {missing} is not among the techniques in use");
                    return memory.output.fail(message);
                }
                let set = chosen(set.up_to(hardest, Level::from_tenths(most.min(200) as u8)));
                memory.output.bytes(&set.bits().to_le_bytes());
            }
            Err(unknown) => {
                let sets = TechniqueSet::NAMED.iter().map(|(name, _)| *name);
                let names = sets.chain(Technique::ALL.iter().map(|technique| technique.name()));
                let known: Vec<_> = names.collect();
                return memory
                    .output
                    .fail(format_args!("techniques: expected {}, found '{unknown}'", known.join(", ")));
            }
        }
        Ok(0)
    })
}

/// Answers with the names of all techniques, in the order of the scale. Returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn technique_names() -> i32 {
    call(|memory| {
        Technique::ALL.iter().for_each(|technique| memory.output.text(technique.name()));
        Ok(Technique::ALL.len() as u32)
    })
}

/// Writes how hard a puzzle is, as `rate` describes it.
pub(crate) fn write_difficulty(found: &Difficulty, output: &mut Output) {
    let [level, pearl, diamond] = [found.level, found.pearl, found.diamond].map(|level| level.tenths());
    output.bytes(&[level, pearl, diamond, found.hardest.map_or(u8::MAX, |hardest| hardest as u8)]);
    let hodoku = found.hodoku();
    output.bytes(&hodoku.map_or(0, |(score, _)| score).to_le_bytes());
    output.bytes(&[hodoku.map_or(0, |(_, class)| class as u8 + 1)]);
    for &technique in Technique::ALL {
        output.bytes(&(found.count(technique) as u16).to_le_bytes());
    }
}

/// The number of the kind of a unit, as in `lanedoku.js`, and its index.
pub(crate) fn unit_kind(unit: Unit) -> (u8, u8) {
    match unit {
        Unit::Row(index) => (0, index as u8),
        Unit::Column(index) => (1, index as u8),
        Unit::Box(index) => (2, index as u8),
        Unit::Region(index) => (3, index as u8),
        Unit::House(index) => (4, index as u8),
    }
}
