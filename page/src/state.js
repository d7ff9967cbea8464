// The puzzle and the work on it, with undo. A change goes through `change`; whoever draws subscribes.

import {candidates} from './cells.js';

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
  const left = candidates(digits());
  return left.map((mask, cell) => (digits()[cell] ? mask : mask & (state.given?.[cell] ?? 511) & ~state.struck[cell]));
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

export function change(edit) {
  undos.push(copyOf(state));
  redos.length = 0;
  edit();
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

// A new puzzle in place of the old one: {clue, given?, mine?}.
export function open(puzzle) {
  state.pair = 'both';
  change(() => Object.assign(state, fresh(), puzzle));
}

export function setUse(use) {
  state.use = use;
  state.hint = null;
  draw();
}

// The work outlives the page: a phone closes pages that are not looked at.
const KEY = 'lanedoku';
function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(['clue', 'given', 'mine', 'struck'].map((name) => state[name] && [...state[name]])));
  } catch { /* Then it does not. */ }
}
export function restore() {
  try {
    const [clue, given, mine, struck] = JSON.parse(localStorage.getItem(KEY));
    Object.assign(state, {
      clue: Uint8Array.from(clue), given: given && Uint16Array.from(given),
      mine: Uint8Array.from(mine), struck: Uint16Array.from(struck),
    });
    if (mine.some(Boolean) || struck.some(Boolean)) state.use = 'digits';
    solver();
  } catch { /* Nothing kept, or nothing readable. */ }
}
