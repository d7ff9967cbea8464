// The puzzle and the work on it, with undo. A change goes through `change`; whoever draws subscribes.

import {candidates, place} from './cells.js';

const fresh = () => ({
  clue: new Uint8Array(81),
  given: null, // the pencil marks of a puzzle that came with some
  mine: new Uint8Array(81), // digits set by hand
  struck: new Uint16Array(81), // automatic pencil marks that were struck by hand
  noted: new Uint16Array(81), // pencil marks of one's own
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

// What a player chooses once, for all tabs.
export const settings = {
  auto: false, // pencil marks are all that is left, instead of one's own
  same: true, // equal digits stand out
  wrong: true, // wrong digits are told
  whole: false, // a hint is the whole step at once
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
export const clueCount = () => state.clue.filter(Boolean).length;
export const isEmpty = () => !state.given && !['clue', 'mine'].some((name) => state[name].some(Boolean));
// No puzzle with one solution has fewer clues.
export const isFew = () => clueCount() < 17 && !state.given;
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

// A puzzle that came with marks shows these.
export const isAuto = () => settings.auto || Boolean(state.given);
export const hasProgress = () => ['mine', 'struck', 'noted'].some((name) => state[name].some(Boolean));

// The pencil marks to be seen. One's own are hidden while a digit excludes them.
export const shownMarks = () => (isAuto() ? marks() : candidates(digits()).map((mask, cell) => mask & state.noted[cell]));

const NAMES = ['clue', 'given', 'mine', 'struck', 'noted'];
const copyOf = (work) => Object.fromEntries(NAMES.map((name) => [name, work[name]?.slice() ?? null]));

function changed() {
  state.hint = null;
  state.version++;
  save();
  solver();
  draw();
}

const listsOf = (work) => NAMES.map((name) => work[name] && [...work[name]]);
const textOf = (work) => JSON.stringify(listsOf(work));

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

// A new puzzle in place of the old one: {clue, given?, mine?, struck?, noted?}. `hand`: its answer is not asked for.
export function open(puzzle, hand = Boolean(puzzle.given)) {
  state.pair = 'both';
  if (hand && !byHand()) state.use = 'digits';
  change(() => Object.assign(state, fresh(), puzzle));
}

export function setUse(use) {
  state.use = use;
  state.hint = null;
  save();
  draw();
}

export function set(name, value) {
  settings[name] = value;
  keep(() => localStorage, 'lanedoku-settings', JSON.stringify(settings));
  draw();
}

// A digit is typed into a cell; `asMark` sets or takes out a pencil mark, strikes or restores an automatic one. Returns
// why nothing was done, if nothing was.
export function type(cell, digit, asMark) {
  const bit = 1 << (digit - 1);
  if (asMark || state.use === 'marks') {
    if (digits()[cell]) return `${place(cell)} holds a digit`;
    if (!byHand()) setUse('digits');
    if (!(candidates(digits())[cell] & (state.given?.[cell] ?? 511) & bit)) return `${digit} is excluded there`;
    change(() => { state[isAuto() ? 'struck' : 'noted'][cell] ^= bit; });
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
  else if (!state.clue[cell]) change(() => { state[state.mine[cell] ? 'mine' : isAuto() ? 'struck' : 'noted'][cell] = 0; });
}

// The work by hand goes first, then the puzzle.
export function clear() {
  if (byHand() && hasProgress()) {
    change(() => { for (const name of ['mine', 'struck', 'noted']) state[name].fill(0); });
  } else {
    state.use = 'answer';
    open({});
  }
}

// The work outlives the page: a phone closes pages that are not looked at. Each tab keeps its own; a new tab begins
// with the one that was kept last, by hand: nobody has asked this tab for the answer.
const KEY = 'lanedoku';
function keep(storage, key, text) {
  try {
    storage().setItem(key, text);
  } catch { /* Then it does not. */ }
}
function save() {
  const text = JSON.stringify([...listsOf(state), state.use]);
  keep(() => sessionStorage, KEY, text);
  keep(() => localStorage, KEY, text);
}
function read(storage, isOwn) {
  const kept = JSON.parse(storage.getItem(KEY));
  // Another version of the page may have kept something else.
  const cells = (list, most, Numbers) => {
    if (list.length !== 81 || !list.every((n) => Number.isInteger(n) && n >= 0 && n <= most)) throw RangeError();
    return Numbers.from(list);
  };
  const [clue, mine] = [kept[0], kept[2]].map((list) => cells(list, 9, Uint8Array));
  const [given, struck, noted] = [kept[1], kept[3], kept[4] ?? Array(81).fill(0)].map((list, at) =>
    (list || at ? cells(list, 511, Uint16Array) : null));
  Object.assign(state, {clue, given, mine, struck, noted});
  const use = isOwn && ['answer', 'digits', 'marks'].includes(kept[5]) ? kept[5] : 'digits';
  state.use = isEmpty() ? 'answer' : use;
}
// Returns whether this tab had kept a board.
export function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem('lanedoku-settings'));
    for (const name in settings) if (typeof kept[name] === 'boolean') settings[name] = kept[name];
  } catch { /* As they are. */ }
  for (const [storage, isOwn] of [[() => sessionStorage, true], [() => localStorage, false]]) {
    try {
      read(storage(), isOwn);
      keep(() => sessionStorage, KEY, JSON.stringify([...listsOf(state), state.use]));
      solver();
      return isOwn;
    } catch { /* Nothing kept, or nothing readable. */ }
  }
  return false;
}
