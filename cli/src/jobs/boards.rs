//! What makes 9x9 boards of 9x9 boards, many at a time: `minimize`, `canonical`, `shuffle`.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use lanedoku::{Grid, Solver, Status, Symmetry, Workshop, Workspace};

use super::{Desk, Place, collisions_of};
use crate::blocks::Block;
use crate::formats::{Puzzle, Reading};
use crate::output::Record;
use crate::pipeline::{Answers, Job, Turn, Worker};

/// What to make of each board.
#[derive(Clone, Copy)]
pub enum Craft {
    /// A minimal puzzle: clues are taken away in random order, as long as the solution stays the only one.
    Minimize { solver: Solver, seed: u64 },
    /// The canonical form; of equivalent boards only the first, if `dedupe`.
    Canonical { dedupe: bool },
    /// So many random symmetry images.
    Shuffle { seed: u64, copies: u64 },
}

pub struct Boards {
    pub desk: Arc<Desk>,
    pub craft: Craft,
    /// The canonical forms so far, two digits a byte.
    seen: Mutex<HashSet<[u8; 41]>>,
}

impl Boards {
    pub fn new(desk: Arc<Desk>, craft: Craft) -> Self {
        Boards { desk, craft, seen: Mutex::default() }
    }

    /// Whether no equivalent board was seen before.
    fn is_new(&self, form: &Grid) -> bool {
        let mut packed = [0; 41];
        for (packed, pair) in packed.iter_mut().zip(form.digits().chunks(2)) {
            *packed = pair.iter().fold(0, |packed, digit| 16 * packed + digit);
        }
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(packed)
    }
}

impl Job for Boards {
    fn desk(&self) -> &Desk {
        &self.desk
    }

    fn worker(&self) -> Box<dyn Worker + '_> {
        let memory = matches!(self.craft, Craft::Minimize { .. }).then(Default::default);
        Box::new(Crafting { job: self, memory, boards: Vec::new(), made: Vec::new() })
    }
}

struct Crafting<'a> {
    job: &'a Boards,
    /// What it takes to minimize.
    memory: Option<(Box<Workspace>, Box<Workshop>)>,
    /// One for each entry; where that is no 9x9 board, an empty one.
    boards: Vec<Grid>,
    made: Vec<Option<Grid>>,
}

impl Worker for Crafting<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, turn: &Turn) {
        let Boards { desk, craft, .. } = self.job;
        let place = Place::of(block);
        let readings = desk.read_all(place, block);
        self.boards.clear();
        self.boards.extend(readings.iter().map(|reading| match reading {
            Ok(Reading { puzzle: Puzzle::Nine(board), .. }) => *board,
            _ => Grid::EMPTY,
        }));
        self.made.clear();
        match craft {
            Craft::Minimize { solver, seed } => {
                self.made.resize(self.boards.len(), None);
                if let Some((workspace, workshop)) = &mut self.memory {
                    let made = &mut self.made;
                    solver.minimize(&self.boards, *seed, block.before, made, workspace, workshop);
                }
            }
            Craft::Canonical { .. } => {
                self.made.extend(self.boards.iter().map(|board| Some(board.canonical())))
            }
            // Each copy is made when it is written.
            Craft::Shuffle { .. } => self.made.extend(self.boards.iter().copied().map(Some)),
        }
        if let Craft::Canonical { dedupe: true } = craft {
            // The first of equivalent boards is kept, so blocks are looked at in order.
            turn.wait();
        }
        for (index, (entry, reading)) in block.entries.iter().zip(readings).enumerate() {
            let puzzle = match reading {
                Ok(reading) => desk.take(place, reading, answers),
                Err(flaw) => {
                    desk.refuse(place, entry, &flaw, answers);
                    continue;
                }
            };
            let Puzzle::Nine(board) = puzzle else {
                let reason = "expected a 9x9 board of clues".into();
                desk.decline(place, entry, &puzzle, Status::Invalid, reason, answers);
                continue;
            };
            let Some(made) = self.made[index] else {
                let (status, reason) = why_not(&puzzle, &board);
                desk.decline(place, entry, &puzzle, status, reason, answers);
                continue;
            };
            answers.totals.read += 1;
            let input = board.to_line();
            let carried = desk.carried(place, entry);
            let write = |made: &Grid, answers: &mut Answers| {
                let line = made.to_line();
                let record = Record {
                    input: Some(&input),
                    ..Record::new(place.line(entry), Status::Unique, true, &line)
                };
                desk.shape.write_uncounted(&record, &carried, &mut answers.text);
                answers.totals.made += 1;
            };
            match craft {
                Craft::Canonical { dedupe: true } if !self.job.is_new(&made) => {}
                Craft::Shuffle { seed, copies } => {
                    let first = (block.before + index as u64).wrapping_mul(*copies);
                    for copy in 0..*copies {
                        write(&Symmetry::random(*seed, first.wrapping_add(copy)).apply(&made), answers);
                        if answers.text.len() > super::enumerate::MANY {
                            turn.write(answers);
                        }
                    }
                }
                _ => write(&made, answers),
            }
        }
    }
}

/// Why there is no minimal puzzle to be made of a puzzle.
#[cold]
fn why_not(puzzle: &Puzzle, board: &Grid) -> (Status, String) {
    let status = Solver::new().solve(board).status;
    let reason = match status {
        Status::Invalid => collisions_of(puzzle).unwrap_or_default(),
        Status::NoSolution => "the puzzle has no solution".into(),
        _ => "the puzzle has several solutions".into(),
    };
    (status, reason)
}
