// The puzzle and the work on it, with undo. A change goes through `change`; whoever draws subscribes.

import {candidates, place} from './cells.js';

const fresh = () => ({
  clue: new Uint8Array(81),
  given: null, // the pencil marks of a puzzle that came with some
  mine: new Uint8Array(81), // digits set by hand
  struck: new Uint16Array(81), // pencil marks struck by hand
});

export const state = {
  ...fresh(),
  at: 0, // the selected cell
  use: 'answer', // 'answer': keys set clues; 'digits', 'marks': by hand
  pair: 'both', // which of two solutions is shown
  answer: {kind: 'empty'},
  hint: null,
  version: 0, // of the board: grows with each change
};

const undos = [];
const redos = [];
const drawers = [];
let solver = () => {};

export const subscribe = (draw) => drawers.push(draw);
export const draw = () => drawers.forEach((each) => each());
export const onPuzzle = (solve) => { solver = solve; };
export const canUndo = () => undos.length > 0;
export const canRedo = () => redos.length > 0;

export const byHand = () => state.use !== 'answer';
export const clueCount = () => state.clue.reduce((sum, digit) => sum + (digit > 0), 0);
export const isEmpty = () => !clueCount() && !state.given && !state.mine.some(Boolean);
export const digits = () => state.clue.map((digit, cell) => digit || state.mine[cell]);

// The pencil marks: what no digit excludes, the puzzle allows, and nobody struck.
export function marks() {
  const all = digits();
  return candidates(all).map((mask, cell) => (all[cell] ? mask : mask & (state.given?.[cell] ?? 511) & ~state.struck[cell]));
}

// The puzzle itself, without the work by hand, as the engine takes it.
export const puzzle = () => (state.given
  ? {candidates: state.given.map((mask, cell) => (state.clue[cell] ? 1 << (state.clue[cell] - 1) : mask))}
  : state.clue);

const copyOf = ({clue, given, mine, struck}) =>
  ({clue: clue.slice(), given: given && given.slice(), mine: mine.slice(), struck: struck.slice()});

function changed() {
  state.hint = null;
  state.version++;
  save();
  solver();
  draw();
}

const NAMES = ['clue', 'given', 'mine', 'struck'];
const textOf = (work) => JSON.stringify(NAMES.map((name) => work[name] && [...work[name]]));

export function change(edit) {
  const before = copyOf(state);
  edit();
  // What changes nothing is no step to undo.
  if (textOf(state) !== textOf(before)) {
    undos.push(before);
    redos.length = 0;
  }
  changed();
}

function step(from, to) {
  if (!from.length) return;
  to.push(copyOf(state));
  Object.assign(state, from.pop());
  changed();
}
export const undo = () => step(undos, redos);
export const redo = () => step(redos, undos);

// A new puzzle in place of the old one: {clue, given?}.
export function open(puzzle) {
  state.pair = 'both';
  if (puzzle.given) state.use = 'marks';
  change(() => Object.assign(state, fresh(), puzzle));
}

export function setUse(use) {
  state.use = use;
  state.hint = null;
  draw();
}

// A digit is typed into a cell; `asMark` strikes or restores a pencil mark. Returns why nothing was done, if nothing
// was.
export function type(cell, digit, asMark) {
  const bit = 1 << (digit - 1);
  if (asMark || state.use === 'marks') {
    if (digits()[cell]) return `${place(cell)} holds a digit`;
    if (state.use !== 'marks') state.use = 'marks';
    if (!((marks()[cell] | state.struck[cell]) & bit)) return `${digit} is excluded there`;
    change(() => { state.struck[cell] ^= bit; });
  } else if (state.use === 'digits') {
    if (state.clue[cell]) return `${place(cell)} is a clue`;
    change(() => { state.mine[cell] = state.mine[cell] === digit ? 0 : digit; });
  } else {
    setClue(cell, state.clue[cell] === digit ? 0 : digit);
  }
  return null;
}

export function setClue(cell, digit) {
  change(() => {
    state.clue[cell] = digit;
    state.mine[cell] = 0;
    if (state.given) state.given[cell] = digit ? 1 << (digit - 1) : 511;
  });
}

export function erase(cell) {
  if (!byHand()) setClue(cell, 0);
  else if (state.mine[cell]) change(() => { state.mine[cell] = 0; });
}

// The work by hand goes first, then the puzzle.
export function clear() {
  if (byHand() && (state.mine.some(Boolean) || state.struck.some(Boolean))) {
    change(() => { state.mine.fill(0); state.struck.fill(0); });
  } else {
    state.use = 'answer';
    open({});
  }
}

// The work outlives the page: a phone closes pages that are not looked at.
const KEY = 'lanedoku';
function save() {
  try {
    localStorage.setItem(KEY, textOf(state));
  } catch { /* Then it does not. */ }
}
export function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    // Another version of the page may have kept something else.
    const cells = (list, most, Numbers) => {
      if (list.length !== 81 || !list.every((n) => Number.isInteger(n) && n >= 0 && n <= most)) throw RangeError();
      return Numbers.from(list);
    };
    const [clue, mine] = [kept[0], kept[2]].map((list) => cells(list, 9, Uint8Array));
    const [given, struck] = [kept[1], kept[3]].map((list, at) => (list || at ? cells(list, 511, Uint16Array) : null));
    Object.assign(state, {clue, given, mine, struck});
    if (mine.some(Boolean) || struck.some(Boolean)) state.use = 'digits';
    solver();
  } catch { /* Nothing kept, or nothing readable. */ }
}
