//! Solves puzzles as a person does.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use core::ops::ControlFlow;
use core::ptr;

use lanedoku::{AnyPuzzle, Grid, Status};
use lanedoku_steps::{
    Difficulty, Explainer, Hint, Level, Link, PencilMarks, Role, Step, Technique, TechniqueSet,
};

use crate::arguments::{
    ArrayArgument, Checked, MessageArgument, OutputArgument, RowsArgument, TextArgument, memory, memory_size,
    status_of, structure,
};
use crate::puzzle::{PuzzleForm, readable};
use crate::results::number;
use crate::settings::settings;
use crate::text::terminated;
use crate::types::*;

/// Finds the next human solving step on a 9x9 board: the first step of the easiest technique that finds one.
///
/// - `board`, `length`: as `puzzle` and `length` for `lanedoku_solve`: the digits that are placed. Or the candidates of
///   all cells: a cell with one has this digit if no cell that sees it has the candidate.
/// - `options`: only the side and the cells have an effect. The side must be 0 or 9.
/// - `candidates`: NULL, or 81 masks, the candidates that the person still has: bit `d - 1` for digit `d`. A candidate
///   is not considered if a digit on the board excludes it.
/// - `techniques`: the techniques to try, or NULL for those of the scale.
/// - `step`: receives the step, but only if the function returns `LANEDOKU_FOUND`.
/// - `workspace`, `workspace_size`: at least `lanedoku_explainer_workspace_size()` bytes at any address. Set them to
///   zero before their first use; then they can be used for any number of calls.
///
/// Returns `LANEDOKU_FOUND`; `LANEDOKU_NONE` if there is no step, because the board is complete, or needs more than the
/// techniques, or if the board has no solution with these candidates, as with a wrong digit; `LANEDOKU_MULTIPLE` if it
/// has several, unless `techniques` leaves out those that rely on there being one; `LANEDOKU_INVALID` if the text is
/// not a board, or two equal digits share a row, column or box; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_next_step(
    board: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    candidates: *const u16,
    techniques: *const lanedoku_techniques,
    step: *mut lanedoku_step,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (board, settings, candidates, step, memory) = unsafe {
            let (board, settings) = (TextArgument::new(board, length)?, settings(options)?.of_nine()?);
            let memory = (memory(workspace, workspace_size)?, structure(techniques));
            (board, settings, structure(candidates.cast()), OutputArgument::required(step)?, memory)
        };
        let Some(marks) = settings.read(board).map(|board| marks_with(board, candidates)) else {
            return Ok(LANEDOKU_INVALID);
        };
        Ok(match explainer_in(memory).hint(&marks) {
            Ok(Some(found)) => {
                step.write((&found).into());
                LANEDOKU_FOUND
            }
            Ok(None) => LANEDOKU_NONE,
            Err(status) => number(status),
        })
    };
    status_of(call())
}

/// Finds all human solving steps on a 9x9 board, by technique; of chains from one candidate to one result, the
/// shortest.
///
/// With nested chains, it can take some ten seconds. Of each family of techniques, it finds 2,048 steps at most:
/// boards with few digits have millions.
///
/// - `board`, `length`, `options`, `candidates`, `techniques`: as for `lanedoku_next_step`.
/// - `steps`, `capacity`: an array of `capacity` steps, or NULL and 0. It receives the first steps, as many as fit.
/// - `count`: receives the number of all steps, but only if the function returns `LANEDOKU_FOUND` or `_NONE`.
/// - `workspace`, `workspace_size`: as for `lanedoku_next_step`.
///
/// Returns `LANEDOKU_FOUND`, or `LANEDOKU_NONE`, `_MULTIPLE` or `_INVALID` as `lanedoku_next_step` does; or
/// `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_all_steps(
    board: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    candidates: *const u16,
    techniques: *const lanedoku_techniques,
    steps: *mut lanedoku_step,
    capacity: usize,
    count: *mut usize,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (board, settings, candidates, steps, count, memory) = unsafe {
            let (board, settings) = (TextArgument::new(board, length)?, settings(options)?.of_nine()?);
            let memory = (memory(workspace, workspace_size)?, structure(techniques));
            let (steps, count) = (ArrayArgument::new(steps, capacity)?, OutputArgument::required(count)?);
            (board, settings, structure(candidates.cast()), steps, count, memory)
        };
        let Some(marks) = settings.read(board).map(|board| marks_with(board, candidates)) else {
            return Ok(LANEDOKU_INVALID);
        };
        let mut written = 0;
        let found = explainer_in(memory).all_hints(&marks, &|| true, |step| {
            if written < capacity {
                steps.write(written, step.into());
            }
            written += 1;
            ControlFlow::Continue(())
        });
        if let Err(status) = found {
            return Ok(number(status));
        }
        count.write(written);
        Ok(if written > 0 { LANEDOKU_FOUND } else { LANEDOKU_NONE })
    };
    status_of(call())
}

/// Solves a 9x9 puzzle step by step, as a person does, and rates its difficulty.
///
/// - `puzzle`, `length`, `options`: as `board`, `length` and `options` for `lanedoku_next_step`.
/// - `techniques`: as for `lanedoku_next_step`. The numbers of `difficulty` compare with those of other programs only
///   for the techniques of the scale.
/// - `steps`, `capacity`: an array of `capacity` steps, or NULL and 0 if only the difficulty is needed. It receives the
///   first steps: as many as `difficulty` says or as fit. Most puzzles take fewer than 300 steps.
/// - `difficulty`: receives the difficulty, but only if steps are made: if the function returns `LANEDOKU_UNIQUE`; or
///   `LANEDOKU_MULTIPLE`, with `techniques` that do not rely on there being one solution. Then the steps lead as far as
///   the solutions agree.
/// - `workspace`, `workspace_size`: as for `lanedoku_next_step`.
///
/// Returns `LANEDOKU_UNIQUE`; `LANEDOKU_MULTIPLE`, `_NONE` or `_INVALID` for a puzzle that does not have one solution;
/// or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_explain(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    techniques: *const lanedoku_techniques,
    steps: *mut lanedoku_step,
    capacity: usize,
    difficulty: *mut lanedoku_difficulty,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, memory, steps, difficulty) = unsafe {
            let (puzzle, settings) = (TextArgument::new(puzzle, length)?, settings(options)?.of_nine()?);
            let memory = (memory(workspace, workspace_size)?, structure(techniques));
            let steps = ArrayArgument::new(steps, capacity)?;
            (puzzle, settings, memory, steps, OutputArgument::required(difficulty)?)
        };
        let Some(marks) = settings.read(puzzle).map(marks_of) else { return Ok(LANEDOKU_INVALID) };
        let (explainer, status) = (explainer_in(memory), marks.status());
        if explainer.accepts(status) {
            let mut written = 0;
            let found = explainer.visit_steps_from(&marks, |_, step| {
                if written < capacity {
                    steps.write(written, step.into());
                }
                written += 1;
                ControlFlow::Continue(())
            });
            difficulty.write(found.into());
        }
        Ok(number(status))
    };
    status_of(call())
}

/// Rates the difficulty of many 9x9 puzzles for a person, see `lanedoku_explain`. An invalid puzzle does not affect the
/// others.
///
/// - `puzzles`, `count`, `stride`: as for `lanedoku_solve_batch`.
/// - `options`, `techniques`: as for `lanedoku_explain`. Candidates have 162 bytes as masks, and
///   729 as text.
/// - `difficulties`: an array of `count` difficulties. Only those of puzzles with the status `LANEDOKU_UNIQUE` are
///   written.
/// - `statuses`: an array of `count` statuses. All are written, each as `lanedoku_explain` returns it. A puzzle with
///   several solutions is not rated with any techniques.
/// - `workspace`, `workspace_size`: as for `lanedoku_next_step`.
///
/// Returns `LANEDOKU_OK` when every puzzle has its status; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or `_KERNEL`.
/// If `count` is 0, nothing is read or written, and the arrays may be NULL; the options and the workspace are still
/// checked.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_difficulty_batch(
    puzzles: *const c_char,
    count: usize,
    stride: usize,
    options: *const lanedoku_options,
    techniques: *const lanedoku_techniques,
    difficulties: *mut lanedoku_difficulty,
    statuses: *mut lanedoku_status,
    workspace: *mut c_void,
    workspace_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (settings, memory, puzzles, difficulties, statuses) = unsafe {
            let settings = settings(options)?.of_nine()?;
            let memory = (memory(workspace, workspace_size)?, structure(techniques));
            let length = match settings.is_candidates {
                true => <[u16; 81]>::length(settings.format),
                false => Grid::length(settings.format),
            };
            let puzzles = RowsArgument::new(puzzles, count, stride, length)?;
            let difficulties = ArrayArgument::new(difficulties, count)?;
            (settings, memory, puzzles, difficulties, ArrayArgument::new(statuses, count)?)
        };
        let explainer = explainer_in(memory);
        let write = |index, found| {
            statuses.write(index, write_difficulty(found, &difficulties.item(index)));
        };
        if settings.is_candidates {
            for (index, candidates) in readable(settings.format, puzzles, &statuses) {
                write(index, explainer.difficulty_from(&PencilMarks::from_pencil_marks(&candidates)));
            }
        } else {
            for (index, board) in readable::<Grid>(settings.format, puzzles, &statuses) {
                write(index, explainer.difficulty(&board));
            }
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Writes a difficulty if there is one. Returns the status of the puzzle.
fn write_difficulty(
    found: Result<Difficulty, Status>,
    place: &OutputArgument<lanedoku_difficulty>,
) -> lanedoku_status {
    match found {
        Ok(difficulty) => {
            place.write(difficulty.into());
            LANEDOKU_UNIQUE
        }
        Err(status) => number(status),
    }
}

/// Writes a step, or a hint at it, as one English sentence, such as "Hidden single: in box 2, 8 has one cell, r1c6."
///
/// - `step`: a step that `lanedoku_next_step` or `lanedoku_explain` wrote.
/// - `hint`: one of `LANEDOKU_HINT_...`.
/// - `message`, `message_length`, `needed`: as for `lanedoku_error_message`. The sentence of a long chain can have
///   thousands of characters.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` for an unknown hint or technique; or `LANEDOKU_ERROR_NULL` or
/// `_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_step_text(
    step: *const lanedoku_step,
    hint: lanedoku_hint,
    message: *mut c_char,
    message_length: usize,
    needed: *mut usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (step, message) = unsafe {
            let step = structure(step).ok_or(LANEDOKU_ERROR_NULL)?;
            (step, MessageArgument::new(message, message_length, needed)?)
        };
        let is_in_lines = hint == LANEDOKU_HINT_LINES;
        let hint = match hint {
            LANEDOKU_HINT_WHERE => Some(Hint::Where),
            LANEDOKU_HINT_WHAT => Some(Hint::What),
            LANEDOKU_HINT_WHY => Some(Hint::Why),
            LANEDOKU_HINT_EUREKA | LANEDOKU_HINT_LINES => None,
            _ => return Err(LANEDOKU_ERROR_OPTION),
        };
        let step = step_of(&step)?;
        match (hint, step.eureka()) {
            (Some(hint), _) => message.write(step.hint(hint)),
            (None, _) if is_in_lines => message.write(format_args!("{step:#}")),
            (None, Some(chain)) => message.write(chain),
            (None, None) => message.write(""),
        }
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Tells the parts of a step by their roles: the base, cover and fins of a fish, the pivot and pincers of a wing,
/// almost locked sets, colours. Chains have links instead.
///
/// - `step`: as for `lanedoku_step_text`.
/// - `parts`: receives the parts, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` for an unknown technique; or `LANEDOKU_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_step_parts(
    step: *const lanedoku_step,
    parts: *mut lanedoku_step_parts,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (step, parts) =
            unsafe { (structure(step).ok_or(LANEDOKU_ERROR_NULL)?, OutputArgument::required(parts)?) };
        let step = step_of(&step)?;
        let none = lanedoku_step_part { role: 0, units: 0, candidates: [0; 81], reserved: 0 };
        let mut found = lanedoku_step_parts { count: 0, parts: [none; LANEDOKU_STEP_PARTS] };
        for (place, part) in found.parts.iter_mut().zip(step.parts()) {
            let role = part.role as lanedoku_role + 1;
            *place =
                lanedoku_step_part { role, units: part.unit_bits(), candidates: *part.candidates(), ..none };
            found.count += 1;
        }
        parts.write(found);
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Tells more about a link of a chain: its cells, and all links that it follows from.
///
/// - `step`: as for `lanedoku_step_text`.
/// - `number`: the number of the link, from 0.
/// - `link`: receives the answer, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` for an unknown technique, or if the step has no such link; or
/// `LANEDOKU_ERROR_NULL`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_find_step_link(
    step: *const lanedoku_step,
    number: usize,
    link: *mut lanedoku_step_link,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (step, link) =
            unsafe { (structure(step).ok_or(LANEDOKU_ERROR_NULL)?, OutputArgument::required(link)?) };
        let step = step_of(&step)?;
        if number >= step.links().len() {
            return Err(LANEDOKU_ERROR_OPTION);
        }
        let mut found = lanedoku_step_link {
            strength: step.is_strong_link(number).map_or(0, |is_strong| 1 + u8::from(is_strong)),
            cell_count: 0,
            cause_count: 0,
            reserved: 0,
            cells: [0; 8],
            causes: [0; LANEDOKU_STEP_LINKS],
        };
        for (place, cell) in found.cells.iter_mut().zip(step.link_cells(number)) {
            *place = cell as u8;
            found.cell_count += 1;
        }
        for (place, cause) in found.causes.iter_mut().zip(step.causes(number)) {
            *place = cause as u8;
            found.cause_count += 1;
        }
        link.write(found);
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the name of a role, such as `fins`.
///
/// The string is NUL-terminated and never freed. It is NULL if no role has this number: to list all roles, count up
/// from 1 to the first NULL.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_role_name(role: lanedoku_role) -> *const c_char {
    let place = (role as usize).checked_sub(1);
    place.and_then(|place| ROLES.get(place)).map_or(ptr::null(), |name| name.as_ptr().cast())
}

/// Returns the name of a technique, such as `hidden single`.
///
/// The string is NUL-terminated and never freed. It is empty for 0, the hardest technique of a full board, and NULL if
/// no technique has this number: to list all techniques, count up from 1 to the first NULL.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_technique_name(technique: lanedoku_technique) -> *const c_char {
    let Some(place) = (technique as usize).checked_sub(1) else { return c"".as_ptr() };
    NAMES.get(place).map_or(ptr::null(), |name| name.as_ptr().cast())
}

/// Finds a technique by its name, in upper or lower case, with spaces, `-` or `_` between the words.
///
/// - `name`, `length`: the name, which does not need to be NUL-terminated.
/// - `technique`: receives its number, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` if no technique has this name; or `LANEDOKU_ERROR_NULL` or `_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_technique_from_name(
    name: *const c_char,
    length: usize,
    technique: *mut lanedoku_technique,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (name, technique) =
            unsafe { (TextArgument::new(name, length)?, OutputArgument::required(technique)?) };
        let found = name.read(|name| str::from_utf8(name).ok().and_then(|name| name.parse().ok()));
        technique.write(number_of(found.ok_or(LANEDOKU_ERROR_OPTION)?));
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Reads a set of techniques from names.
///
/// - `names`, `length`: names of techniques and of sets, with commas between them, such as `singles,x-wing` or
///   `scale,-uniqueness`, which leaves out what follows the `-`. They are written as for
///   `lanedoku_technique_from_name`. The sets are `scale`, `all`, `hodoku` (HoDoKu's techniques, in its order),
///   `singles`, `locked candidates`, `subsets`, `basic fish`, `finned fish`, `wings`, `uniqueness`, `colouring`,
///   `almost locked sets`, `forcing chains`, `dynamic chains` and `nested chains`. Without a name, the set is empty.
/// - `techniques`: receives the set, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_OPTION` if one of the names is unknown; or `LANEDOKU_ERROR_NULL` or `_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_techniques_from_names(
    names: *const c_char,
    length: usize,
    techniques: *mut lanedoku_techniques,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (names, techniques) =
            unsafe { (TextArgument::new(names, length)?, OutputArgument::required(techniques)?) };
        let set = names.read(|names| TechniqueSet::read(str::from_utf8(names).ok()?).ok());
        let bits = set.ok_or(LANEDOKU_ERROR_OPTION)?.bits() << 1;
        techniques.write(lanedoku_techniques { bits: [bits as u64, (bits >> 64) as u64] });
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}

/// Returns the size in bytes of the workspace for `lanedoku_next_step`, `lanedoku_explain` and
/// `lanedoku_difficulty_batch`: less than `LANEDOKU_EXPLAINER_WORKSPACE_MAX`.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_explainer_workspace_size() -> usize {
    memory_size::<Explainer>()
}

const _: () = assert!(memory_size::<Explainer>() < LANEDOKU_EXPLAINER_WORKSPACE_MAX);

/// Returns an explainer in this memory, with the caller's techniques.
fn explainer_in(
    (memory, techniques): (&mut MaybeUninit<Explainer>, Option<lanedoku_techniques>),
) -> &mut Explainer {
    let explainer = Explainer::write_new(memory);
    if let Some(techniques) = techniques {
        explainer.set_techniques(set_of(techniques));
    }
    explainer
}

/// Returns the set with these bits.
pub(crate) fn set_of(lanedoku_techniques { bits: [low, high] }: lanedoku_techniques) -> TechniqueSet {
    TechniqueSet::from_bits((u128::from(high) << 64 | u128::from(low)) >> 1)
}

/// Returns the marks of a 9x9 board whose open cells have at most these candidates.
fn marks_with(board: AnyPuzzle, candidates: Option<[u16; 81]>) -> PencilMarks {
    let mut marks = marks_of(board);
    for (cell, &digits) in candidates.iter().flatten().enumerate() {
        marks.eliminate(cell, !digits);
    }
    marks
}

/// Returns the marks of a 9x9 puzzle.
fn marks_of(puzzle: AnyPuzzle) -> PencilMarks {
    match puzzle {
        AnyPuzzle::Board(board) => PencilMarks::new(&Grid::try_from(&board).unwrap_or(Grid::EMPTY)),
        AnyPuzzle::Candidates(candidates) => PencilMarks::from_pencil_marks(&candidates),
    }
}

/// The names of all roles, NUL-terminated.
static ROLES: [[u8; 20]; Role::ALL.len()] = {
    let mut names = [[0; 20]; Role::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        assert!(Role::ALL[place] as usize == place, "numbers are places plus 1");
        assert!(Role::ALL[place].name().len() < names[place].len());
        names[place] = terminated(Role::ALL[place].name());
        place += 1;
    }
    names
};

/// The names of all techniques, NUL-terminated.
static NAMES: [[u8; 40]; Technique::ALL.len()] = {
    let mut names = [[0; 40]; Technique::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        assert!(Technique::ALL[place] as usize == place, "numbers are places plus 1");
        assert!(place + 1 < LANEDOKU_TECHNIQUE_COUNTS, "a technique has a count, and a bit in a set");
        assert!(Technique::ALL[place].name().len() < names[place].len());
        names[place] = terminated(Technique::ALL[place].name());
        place += 1;
    }
    names
};

/// Returns the number of a technique.
pub(crate) const fn number_of(technique: Technique) -> lanedoku_technique {
    technique as lanedoku_technique + 1
}

impl From<Difficulty> for lanedoku_difficulty {
    fn from(difficulty: Difficulty) -> Self {
        let mut counts = [0; LANEDOKU_TECHNIQUE_COUNTS];
        for (count, &technique) in counts.iter_mut().skip(1).zip(Technique::ALL) {
            *count = difficulty.count(technique) as u16;
        }
        let hodoku = difficulty.hodoku();
        lanedoku_difficulty {
            level: difficulty.level.tenths().into(),
            pearl: difficulty.pearl.tenths().into(),
            diamond: difficulty.diamond.tenths().into(),
            hardest: difficulty.hardest.map_or(0, number_of),
            steps: difficulty.steps() as u32,
            counts,
            hodoku_score: hodoku.map_or(0, |(score, _)| score),
            hodoku_class: hodoku.map_or(0, |(_, class)| class as u32 + 1),
            reserved: [0; 7],
        }
    }
}

impl From<&Step> for lanedoku_step {
    fn from(step: &Step) -> Self {
        let (cell, digit) = step.placement().unwrap_or_default();
        let mut links = [lanedoku_link { cell: 0, digit: 0, is_true: 0, from: 0 }; LANEDOKU_STEP_LINKS];
        for (place, &Link { cell, digit, is_true, from }) in links.iter_mut().zip(step.links()) {
            *place = lanedoku_link { cell, digit, is_true: is_true.into(), from };
        }
        lanedoku_step {
            technique: number_of(step.technique()),
            level: step.level().tenths().into(),
            units: step.unit_bits(),
            cell: cell as u8,
            digit,
            link_count: step.links().len() as u16,
            eliminations: *step.eliminations(),
            deciding: *step.deciding(),
            links,
            inside: *step.inside_bits(),
            causes: *step.cause_bytes(),
        }
    }
}

// The header cannot refer to the constant of the crate.
const _: () = assert!(LANEDOKU_STEP_LINKS == lanedoku_steps::MOST_LINKS);
const _: () = assert!(LANEDOKU_STEP_CAUSES == lanedoku_steps::MOST_CAUSES);

/// Returns the step of a record.
fn step_of(record: &lanedoku_step) -> Checked<Step> {
    let place = (record.technique as usize).checked_sub(1);
    let technique = place.and_then(|place| Technique::ALL.get(place)).ok_or(LANEDOKU_ERROR_OPTION)?;
    let link = |link: &lanedoku_link| Link {
        cell: link.cell,
        digit: link.digit,
        is_true: link.is_true != 0,
        from: link.from,
    };
    Ok(Step::from_parts(
        *technique,
        Level::from_tenths(record.level as u8),
        record.units,
        (record.digit != 0).then_some((record.cell.into(), record.digit)),
        &record.eliminations,
        &record.deciding,
        (record.links.iter().map(link).take(record.link_count.into()), &record.inside, &record.causes),
    ))
}
