// The puzzle and the work on it, as a machine: random actions in several tabs, and beside them a model, which is
// written in another way (texts, and a list with a place in it, where the page has arrays and two stacks). It needs no
// browser.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {fromLine} from '../src/cells.js';
import {fromLink, ofMarks, toText} from '../src/links.js';

// What the browser keeps: for all tabs of the page, and for each of them.
const storage = {isFull: false};
const store = () => {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, text) {
      if (storage.isFull) throw new Error('the quota is used up');
      kept.set(key, text);
    },
  };
};
globalThis.localStorage = store();

// A tab: a page that has just been opened, with what it kept before. A module with another query is another instance.
let pages = 0;
async function openPage(session = store()) {
  globalThis.sessionStorage = session;
  const page = {...await import(`../src/state.js?page=${++pages}`), drawn: 0, solved: 0, session};
  page.subscribe(() => { page.drawn++; });
  page.onPuzzle(() => { page.solved++; });
  page.restore();
  return page;
}

function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const CELLS = Array.from({length: 81}, (_, cell) => cell);
const unitsOf = (cell) => [`row ${Math.floor(cell / 9)}`, `column ${cell % 9}`, `box ${Math.floor(cell / 27)} ${Math.floor(cell % 9 / 3)}`];
const PEERS = CELLS.map((a) => CELLS.filter((b) => a !== b && unitsOf(a).some((unit) => unitsOf(b).includes(unit))));

// A board of the model: a cell is {clue, mine, given, struck, noted}: digits as characters, '' for none; marks as text.
const ALL = '123456789';
const emptyBoard = () => CELLS.map(() => ({clue: '', mine: '', given: ALL, struck: '', noted: ''}));
const without = (text, digits) => [...text].filter((digit) => !digits.includes(digit)).join('');
const digitOf = (cell) => cell.clue || cell.mine;
const excluded = (board, at) => PEERS[at].map((other) => digitOf(board[other])).join('');
const left = (board, at) => (digitOf(board[at]) || without(board[at].given, excluded(board, at) + board[at].struck));
const sameBoard = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const copy = (board) => board.map((cell) => ({...cell}));

// What the page should be.
class Model {
  constructor({board, use} = {board: emptyBoard(), use: 'answer'}) {
    this.history = [board];
    this.at = 0;
    this.use = use;
    this.saved = null; // the board and its use, as this tab has kept them last
    this.isChanged = false;
  }

  get board() { return this.history[this.at]; }

  step(edit) {
    const next = copy(this.board);
    edit(next);
    if (!sameBoard(next, this.board)) this.history = [...this.history.slice(0, ++this.at), next];
    this.isChanged = true;
  }

  move(by) {
    if (this.history[this.at + by] === undefined) return;
    this.at += by;
    this.isChanged = true;
  }

  save() {
    if (this.isChanged && !storage.isFull) newest = this.saved = {board: copy(this.board), use: this.use};
    this.isChanged = false;
  }
}
let newest; // what any tab has kept last

// The board that a page shows.
const text = (mask) => [...ALL].filter((digit) => mask >> (digit - 1) & 1).join('');
const shownBy = ({state}) => CELLS.map((at) => ({
  clue: String(state.clue[at] || ''), mine: String(state.mine[at] || ''),
  given: state.given ? text(state.given[at]) : ALL, struck: text(state.struck[at]), noted: text(state.noted[at]),
}));
// A puzzle without marks of its own, and one with all of them, are the same in the model; a clue is its only mark.
const plain = (board) => board.map((cell) => ({...cell, given: cell.clue || cell.given}));

function check(page, model, what) {
  assert.deepEqual(plain(shownBy(page)), plain(model.board), `the board, ${what}`);
  assert.equal(page.canUndo(), model.at > 0, `undo, ${what}`);
  assert.equal(page.canRedo(), model.at + 1 < model.history.length, `redo, ${what}`);
  assert.deepEqual(Array.from(page.marks(), text), CELLS.map((at) => left(model.board, at)), `the marks, ${what}`);
  const own = (at) => without(model.board[at].noted, excluded(model.board, at));
  const shown = Array.from(page.shownMarks(), text);
  for (const at of CELLS) if (!digitOf(model.board[at])) assert.equal(shown[at], page.isAuto() ? left(model.board, at) : own(at), `shown, ${what}`);
  assert(page.isAuto() === (page.settings.auto || page.state.given !== null), what);
  assert.equal(page.digits().map(Number).join(''), model.board.map((cell) => digitOf(cell) || '0').join(''), what);
  assert.equal(page.clueCount(), model.board.filter((cell) => cell.clue).length, what);
  assert.equal(page.isEmpty(), !page.state.given && model.board.every((cell) => !digitOf(cell)), what);
  assert.equal(page.byHand(), model.use !== 'answer', `${page.state.use}, ${what}`);
  const masks = page.puzzle().candidates;
  if (masks) assert.deepEqual(Array.from(masks, text), model.board.map((cell) => cell.clue || cell.given), `the puzzle, ${what}`);
  else assert.deepEqual(Array.from(page.puzzle(), (digit) => String(digit || '')), model.board.map((cell) => cell.clue), `the puzzle, ${what}`);
}

// Puzzles of all kinds, most of them with collisions and without a solution: to the state it is all the same.
function anyPuzzle(random) {
  const puzzle = {clue: new Uint8Array(81)};
  for (let clues = random(40); clues > 0; clues--) puzzle.clue[random(81)] = 1 + random(9);
  // A clue is a cell with one mark; the others have several, or none.
  if (random(3) === 2) return ofMarks(Uint16Array.from(puzzle.clue, (digit) => (digit ? 1 << (digit - 1) : [0, 511, 3 << random(8), 0b101 << random(7)][random(4)])));
  return puzzle;
}
const asBoard = ({clue, given}) => CELLS.map((at) => ({
  clue: String(clue[at] || ''), mine: '', given: given ? text(given[at]) : ALL, struck: '', noted: '',
}));
const useOf = (puzzle, before) => (puzzle.given ? 'hand' : before);

// The actions: each does something to a page and the same to the model, and may return the page that takes its place.
const actions = {
  key(page, model, random) {
    const [at, digit, shift] = [random(81), String(1 + random(9)), random(4) === 0];
    const cell = model.board[at];
    const {use} = page.state;
    const asMark = shift || use === 'marks';
    const refused = page.type(at, +digit, shift);
    if (asMark && digitOf(cell)) return void assert.match(refused, /^row \d, column \d holds a digit$/);
    if (asMark) {
      // A mark in between changes nothing about what the keys set.
      assert.equal(page.state.use, use === 'answer' ? 'digits' : use);
      model.isChanged ||= model.use !== 'hand';
      model.use = 'hand';
      if (!without(cell.given, excluded(model.board, at)).includes(digit)) return void assert.equal(refused, `${digit} is excluded there`);
      const list = page.isAuto() ? 'struck' : 'noted';
      model.step((board) => {
        const marks = board[at][list];
        board[at][list] = marks.includes(digit) ? without(marks, digit) : [...marks, digit].sort().join('');
      });
    } else if (model.use === 'hand') {
      if (cell.clue) return void assert.equal(refused, `row ${Math.floor(at / 9) + 1}, column ${at % 9 + 1} is a clue`);
      model.step((board) => { board[at].mine = cell.mine === digit ? '' : digit; });
    } else {
      model.step((board) => Object.assign(board[at], cell.clue === digit ? {clue: '', given: ALL} : {clue: digit, mine: '', given: digit}, {mine: ''}));
    }
    assert.equal(refused, null);
  },
  erase(page, model, random) {
    const at = random(3) ? random(81) : Math.max(0, model.board.findIndex(digitOf));
    const cell = model.board[at];
    page.erase(at);
    if (model.use === 'hand' && cell.clue) return;
    model.step((board) => Object.assign(board[at], model.use !== 'hand' ? {clue: '', mine: '', given: ALL}
      : cell.mine ? {mine: ''} : page.isAuto() ? {struck: ''} : {noted: ''}));
  },
  clear(page, model) {
    page.clear();
    if (model.use === 'hand' && model.board.some((cell) => cell.mine || cell.struck || cell.noted)) {
      model.step((board) => board.forEach((cell) => Object.assign(cell, {mine: '', struck: '', noted: ''})));
    } else {
      model.use = 'answer';
      model.step((board) => Object.assign(board, emptyBoard()));
    }
  },
  use(page, model, random) {
    const use = ['answer', 'digits', 'marks'][random(3)];
    page.setUse(use);
    assert.equal(page.state.use, use);
    model.use = use === 'answer' ? use : 'hand';
    model.isChanged = true;
  },
  auto(page) { page.set('auto', !page.settings.auto); },
  open(page, model, random) {
    const puzzle = anyPuzzle(random);
    const hand = random(2) ? true : undefined;
    model.step((board) => Object.assign(board, asBoard(puzzle)));
    model.use = hand ? 'hand' : useOf(puzzle, model.use);
    page.open(puzzle, hand);
    assert.equal(page.state.pair, 'both');
  },
  undo(page, model) { page.undo(); model.move(-1); },
  redo(page, model) { page.redo(); model.move(+1); },
  // A hint that is done: several cells in one step.
  hint(page, model, random) {
    const marks = Array.from({length: random(4)}, () => [random(81), String(1 + random(9))]);
    page.state.hint = {title: 'Of the board before'};
    page.change(() => marks.forEach(([at, digit]) => { page.state.struck[at] |= 1 << (digit - 1); }));
    assert.equal(page.state.hint, null, 'a hint ends with its board');
    model.step((board) => marks.forEach(([at, digit]) => { board[at].struck = [...without(board[at].struck, digit), digit].sort().join(''); }));
  },
  full() { storage.isFull = !storage.isFull; },
  // A link to the puzzle, opened in this tab: the puzzle without the work by hand.
  link(page, model) {
    if (page.isEmpty()) return;
    const line = fromLink(`https://example.org/#${toText(page.state)}`);
    const given = line.length === 729 && Uint16Array.from(line.match(/.{9}/g), (nine) => [...nine].reduce((mask, digit) => mask | (+digit && 1 << (digit - 1)), 0));
    page.open(given ? ofMarks(given) : {clue: fromLine(line)}, true);
    model.use = 'hand';
    model.step((board) => board.forEach((cell) => Object.assign(cell, {mine: '', struck: '', noted: ''})));
  },
  // The page is closed and opened again: the board as this tab kept it, with the answer only if it was asked for here.
  // A tab that has kept none, or a new one, begins with what was kept last, by hand.
  async reload(page, model, random) {
    const isNew = random(4) === 0;
    const own = !isNew && model.saved;
    const again = await openPage(isNew ? store() : page.session);
    const {board, use} = own || newest || {board: emptyBoard(), use: 'answer'};
    const isEmpty = !again.state.given && board.every((cell) => !digitOf(cell));
    const next = new Model({board: copy(board), use: isEmpty ? 'answer' : own ? use : 'hand'});
    assert.equal(again.settings.auto, JSON.parse(localStorage.getItem('lanedoku-settings'))?.auto ?? false);
    next.saved = own || (newest && !storage.isFull ? {board: copy(board), use: next.use} : null);
    return {page: again, model: next};
  },
};
// Common things often.
const NAMES = Object.keys(actions).flatMap((name) => Array({key: 30, undo: 10, redo: 8, use: 5, erase: 4, hint: 3, reload: 2}[name] ?? 1).fill(name));

test('the board, its marks, undo, redo and what is kept are those of the model, whatever is done in one tab or in two', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = numbers(seed);
    storage.isFull = false;
    localStorage.kept.clear();
    newest = null;
    const tabs = [];
    for (let tab = 0; tab < 1 + seed % 2; tab++) tabs.push({page: await openPage(), model: new Model()});
    const done = [];
    try {
      for (let actionsLeft = 60; actionsLeft > 0; actionsLeft--) {
        const at = random(tabs.length);
        const name = NAMES[random(NAMES.length)];
        done.push(tabs.length > 1 ? `${name} in tab ${at}` : name);
        const {page, model} = tabs[at];
        globalThis.sessionStorage = page.session;
        const {drawn, solved} = page;
        const before = model.at;
        tabs[at] = await actions[name](page, model, random) ?? tabs[at];
        tabs[at].model.save();
        if (model.at !== before) assert(page.drawn > drawn && page.solved > solved, 'a change is drawn and solved');
        check(tabs[at].page, tabs[at].model, `in tab ${at}`);
      }
      // What was done in one tab has left the other alone.
      tabs.forEach((tab, number) => check(tab.page, tab.model, `in tab ${number}, at the end`));
    } catch (error) {
      error.message = `seed ${seed}, after ${done.join(', ')}: ${error.message}`;
      throw error;
    }
  }
});

test('what is kept by another version of the page, or damaged, is no board, and the page begins empty', async () => {
  const page = await openPage();
  page.type(5, 7, false);
  const right = JSON.parse(localStorage.getItem('lanedoku'));
  const wrong = ['', 'null', '[]', '{}', '7', '[[],null,[],[]]', '[1,null,2,3]', JSON.stringify(right).slice(0, -2)];
  for (const [at, most] of [[0, 9], [1, 511], [2, 9], [3, 511], [4, 511]]) {
    for (const value of [most + 1, -1, 0.5, '1', null]) {
      const list = right.map((part) => (Array.isArray(part) ? [...part] : part));
      if (at === 4 && value === null) continue;
      list[at] ??= Array(81).fill(511);
      list[at][80] = value;
      wrong.push(JSON.stringify(list));
    }
    for (const length of [80, 82]) wrong.push(JSON.stringify(right.map((part, each) => (each === at ? Array(length).fill(1) : part))));
  }
  for (const text of wrong) {
    localStorage.kept.set('lanedoku', text);
    const again = await openPage();
    assert(again.isEmpty() && again.state.clue.length === 81 && again.marks().length === 81, text);
    again.type(80, 9, false);
    assert.equal(again.clueCount(), 1, text);
  }
});
