// The board: an ARIA grid with one cell in the tab order, its keys, and the drawing over it.

import {
  collisions, column, digitsOf, isSingle, lowest, place, row, sees, unitCells,
} from './cells.js';
import {$, make, segment, setText, toast} from './dom.js';
import {askHint, closeHint, doHint} from './hints.js';
import {
  byHand, canRedo, canUndo, clear, digits, erase, isAuto, isEmpty, isFew, redo, set, setUse, settings, shownMarks, state,
  subscribe, type, undo,
} from './state.js';

const cells = [];
// Writes only what has changed: the browser makes anew what is written.
const setClass = (element, name) => { if (element.className !== name) element.className = name; };

for (let r = 0; r < 9; r++) {
  const line = make('div', {role: 'row'});
  for (let c = 0; c < 9; c++) {
    const cell = 9 * r + c;
    const element = make('div', {
      role: 'gridcell', tabindex: '-1',
      onpointerdown: () => select(cell), onfocus: () => { if (state.at !== cell) select(cell); },
    }, make('b', {'aria-hidden': 'true'}));
    cells.push(element);
    line.append(element);
  }
  $('board').append(line);
}

export function select(cell) {
  const [before, now] = [cells[state.at], cells[cell]];
  state.at = cell;
  before.classList.remove('sel');
  now.classList.add('sel');
  now.tabIndex = 0;
  now.focus({preventScroll: true});
  if (before !== now) before.tabIndex = -1; // last: what has the focus is not taken from the tab order
  drawSame();
}

// The digits and marks that equal the digit of the selected cell stand out.
const shown = Array(81).fill(''); // the digit of each cell
let stands = [];
function drawSame() {
  const digit = settings.same ? String(shown[state.at]) : '';
  for (const element of stands) element.classList.remove('same');
  stands = digit === '' ? [] : cells.flatMap((element, cell) => [...(String(shown[cell]) === digit ? [element] : []),
    ...(element.marks?.[digit - 1].textContent ? [element.marks[digit - 1]] : [])]);
  for (const element of stands) element.classList.add('same');
}
// The link at the top of the page leads to the selected cell.
$('board').addEventListener('focus', () => select(state.at));

function enter(digit, shift) {
  const refused = type(state.at, digit, shift);
  if (refused) toast(refused);
}

const toggle = (a, b) => setUse(state.use === a ? b : a);
const LETTERS = {
  h: askHint, enter: doHint, escape: closeHint, z: undo, y: redo,
  s: () => toggle('answer', 'digits'), m: () => toggle('marks', 'digits'), a: () => set('auto', !settings.auto),
};
const MOVES = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

function onKey(event) {
  const {key, code, ctrlKey, metaKey, altKey, shiftKey} = event;
  const command = ctrlKey || metaKey;
  const at = state.at;
  const did = (f) => { event.preventDefault(); f(); };
  if (MOVES[key] && !altKey) {
    const by = command ? 3 : 1;
    const [down, right] = MOVES[key];
    return did(() => select(9 * ((row(at) + down * by + 9) % 9) + (column(at) + right * by + 9) % 9));
  }
  if (command && /^[zy]$/i.test(key)) return did(key.toLowerCase() === 'y' || shiftKey ? redo : undo);
  if (command || altKey) return;
  if (key === 'Home') return did(() => select(at - column(at)));
  if (key === 'End') return did(() => select(at - column(at) + 8));
  const digit = +(code.match(/^(?:Digit|Numpad)(\d)$/) ?? key.match(/^(\d)$/))?.[1];
  if (digit) {
    return did(() => {
      enter(digit, shiftKey);
      if (!byHand()) select((at + 1) % 81);
    });
  }
  if (digit === 0 || ['.', ' ', 'Delete', 'Backspace'].includes(key)) {
    return did(() => {
      erase(state.at);
      if (!byHand()) select((at + (key === 'Backspace' ? 80 : 1)) % 81);
    });
  }
  const letter = LETTERS[key.toLowerCase()];
  if (letter) did(letter);
}
$('board').addEventListener('keydown', onKey);

const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) =>
  make('button', {onclick: () => enter(digit, false)}, String(digit), make('small', {'aria-hidden': 'true'}), make('span', {class: 'vh'})));
$('keys').append(...keys);
$('undo').onclick = undo;
$('redo').onclick = redo;
$('erase').onclick = () => erase(state.at);
$('clear').onclick = clear;

const showUse = segment($('use'), [['answer', 'Answer'], ['hand', 'By hand']],
  () => (byHand() ? 'hand' : 'answer'), (value) => setUse(value === 'hand' ? 'digits' : 'answer'));
const choices = [
  ['auto', 'Automatic pencil marks'], ['same', 'Equal digits stand out'], ['wrong', 'Wrong digits are told'], ['whole', 'Hints tell all at once'],
].map(([name, text]) => {
  const input = make('input', {type: 'checkbox', onchange: () => set(name, input.checked)});
  $('choices').append(make('label', {}, text, input));
  return [name, input];
});
const showMode = segment($('mode'), [['digits', 'Digits'], ['marks', 'Marks']], () => state.use, setUse);

// What a cell shows: {classes, digit, says, two?, marks?}.
function look(cell, {all, bad, step, stepCells, left}) {
  const {answer, clue, hint} = state;
  const found = (classes, digit, says) => ({classes, digit, says});
  if (clue[cell]) return found('clue', clue[cell], `clue ${clue[cell]}`);
  if (all[cell]) {
    const wrong = settings.wrong && !hint?.before && answer.kind === 'unique' && answer.solution[cell] !== all[cell] && !bad.has(cell);
    return found(wrong ? 'mine wrong' : 'mine', all[cell], `${all[cell]}, by hand${wrong ? ', wrong' : ''}`);
  }
  if (step?.placement?.[0] === cell) return found('tgt sol', step.placement[1], `${step.placement[1]} is the hint`);
  const isDeciding = step && !step.placement && stepCells.has(cell);
  if (isDeciding || byHand()) {
    const marks = isDeciding ? step.marks[cell] : left[cell];
    const list = digitsOf(marks).join(' ');
    const says = isAuto() || isDeciding ? `open, can be ${list || 'nothing'}` : list ? `open, marks ${list}` : 'open';
    return {classes: '', digit: '', says, marks};
  }
  if (step) return found('', '', 'open');
  if (answer.kind === 'unique') return found('sol', answer.solution[cell], `solution ${answer.solution[cell]}`);
  if (answer.kind !== 'multiple') return found('', '', 'open');
  const {solution, second, possible} = answer;
  if (possible && isSingle(possible[cell])) return found('sol', lowest(possible[cell]), `solution ${lowest(possible[cell])}`);
  if (isFew()) return found('', '', 'open, not settled');
  const [first, other] = [solution[cell], second[cell]];
  if (first === other) return found('sol loose', first, `${first} in both, not settled`);
  if (state.pair !== 'both') {
    const digit = state.pair === 'first' ? first : other;
    return found('diff sol', digit, `${digit} in this solution`);
  }
  return {classes: 'diff', digit: '', says: `${first} or ${other}`, two: [first, other]};
}

// The parts of a step that have the second colour.
const OTHERS = ['fins', 'pincers', 'set B', 'colour B', 'colour D', 'subset', 'strong link', 'excluders'];

function drawMarks(element, cell, mask, step) {
  const hasBox = Boolean(element.marks);
  if (mask === undefined) {
    if (hasBox) element.marks[0].parentNode.remove();
    element.marks = null;
    return;
  }
  if (!hasBox) {
    const box = make('span', {class: 'm', 'aria-hidden': 'true'}, ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => make('i')));
    element.append(box);
    element.marks = [...box.children];
  }
  const has = (list, digit) => list?.some(([c, d]) => c === cell && d === digit);
  element.marks.forEach((mark, at) => {
    const digit = at + 1;
    const gone = isAuto() && state.struck[cell] >> at & 1 && !step;
    setText(mark, mask >> at & 1 || gone ? String(digit) : '');
    const link = step?.links.find(({cells, digit: d}) => cells.includes(cell) && d === digit);
    const isOther = step?.parts.some(({role, candidates}) => OTHERS.includes(role) && has(candidates, digit));
    setClass(mark, has(step?.eliminations, digit) ? 'cut' : link && !link.isTrue ? 'not' : isOther ? 'hit other' : has(step?.deciding, digit) ? 'hit' : gone ? 'gone' : '');
  });
}

subscribe(() => {
  const {hint} = state;
  const step = hint?.step;
  // A step of the path is shown on the board before it.
  const all = hint?.before ? step.digits : digits();
  const bad = new Set(collisions(all).flatMap((collision) => collision.cells));
  const units = (step ?? hint)?.units ?? [];
  const unit = new Set(units.flatMap(({kind, index}) => unitCells(kind, index)));
  const stepCells = new Set(unit);
  if (step) for (const [cell] of [...step.deciding, ...step.eliminations, ...step.links.map((link) => [link.cell])]) stepCells.add(cell);
  for (const element of stands.splice(0)) element.classList.remove('same');
  const left = !hint?.before ? shownMarks() : isAuto() ? step.marks : new Uint16Array(81);
  const context = {all, bad, step, stepCells, left};
  cells.forEach((element, cell) => {
    const {classes, digit, says, two, marks: mask} = look(cell, context);
    shown[cell] = digit;
    setClass(element, `c ${classes}${bad.has(cell) ? ' bad' : ''}${unit.has(cell) ? ' unit' : ''}${cell === state.at ? ' sel' : ''}`);
    if (element.tabIndex === (cell === state.at ? -1 : 0)) element.tabIndex = cell === state.at ? 0 : -1;
    setText(element.firstChild, String(digit));
    // A label, because 81 texts that nobody sees take as long to lay out as the board.
    const label = `${place(cell)}, ${says}${bad.has(cell) ? ', collides' : ''}`;
    if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
    element.querySelector('.two')?.remove();
    if (two) element.append(make('span', {class: 'two', 'data-first': two[0], 'data-second': two[1]}));
    drawMarks(element, cell, mask, step);
  });
  drawSame();
  drawOver(step, units);

  keys.forEach((key, at) => {
    const left = 9 - all.filter((digit) => digit === at + 1).length;
    setText(key.children[0], isEmpty() ? '' : left > 0 ? String(left) : '–');
    setText(key.children[1], `, ${Math.max(0, left)} to place`);
    key.classList.toggle('done', left <= 0);
  });
  $('undo').disabled = !canUndo();
  $('redo').disabled = !canRedo();
  $('clear').disabled = isEmpty() && !byHand();
  document.body.classList.toggle('empty', isEmpty());
  $('tools').hidden = isEmpty();
  $('mode').hidden = !byHand();
  $('modenote').hidden = byHand();
  showUse();
  showMode();
  for (const [name, input] of choices) input.checked = name === 'auto' ? isAuto() : settings[name];
  choices[0][1].disabled = Boolean(state.given);
});

// The drawing over the board, in units of a tenth of a cell.
const x = (cell) => 10 * column(cell) + 5;
const y = (cell) => 10 * row(cell) + 5;

function shape(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  $('over').append(element);
}
const ring = (cell, kind = '') => shape('circle', {class: kind, cx: x(cell), cy: y(cell), r: 3.8});
// A line between two points, which begins and ends a little off them.
function line([x1, y1], [x2, y2], kind, off) {
  const f = off / Math.max(off, Math.hypot(x2 - x1, y2 - y1));
  shape('line', {
    class: kind, x1: x1 + (x2 - x1) * f, y1: y1 + (y2 - y1) * f, x2: x2 - (x2 - x1) * f, y2: y2 - (y2 - y1) * f,
  });
}
const centre = (cell) => [x(cell), y(cell)];
const candidateAt = (cell, digit) => [x(cell) + 3 * ((digit - 1) % 3 - 1), y(cell) + 3 * (Math.floor((digit - 1) / 3) - 1)];

function drawOver(step, units) {
  $('over').replaceChildren();
  const {answer} = state;
  if (answer.kind === 'collision') {
    for (const {cells: same} of answer.list) {
      same.forEach((cell) => ring(cell, 'clash'));
      same.slice(1).forEach((cell, at) => line(centre(same[at]), centre(cell), 'clash', 3.8));
    }
  }
  if (answer.kind === 'none') answer.wrongClues?.filter(({unique}) => unique).forEach(({cell}) => ring(cell, 'clash dash'));
  if (state.hint?.wrong !== undefined) ring(state.hint.wrong, 'clash dash');
  for (const {kind, index} of units) {
    const unit = unitCells(kind, index);
    const [x0, y0] = centre(unit[0]);
    const [x1, y1] = centre(unit[8]);
    shape('rect', {class: 'house', x: x0 - 5, y: y0 - 5, width: x1 - x0 + 10, height: y1 - y0 + 10});
  }
  if (!step) return;
  if (step.placement) drawReasons(step);
  for (const {cell, digit, isTrue, causes} of step.links) {
    for (const before of causes.map((cause) => step.links[cause])) {
      arrow(candidateAt(before.cell, before.digit), candidateAt(cell, digit), isTrue ? '' : 'weak');
    }
  }
}

// An arrow from one statement to what follows from it. It bends to its right, so that none covers the way back, nor
// what is between in a row.
function arrow([x1, y1], [x2, y2], kind) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const bend = Math.min(3, length / 6) / length;
  const [cx, cy] = [(x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend];
  const toward = (x, y, off) => {
    const f = off / Math.max(off, Math.hypot(cx - x, cy - y));
    return [x + (cx - x) * f, y + (cy - y) * f];
  };
  const [[sx, sy], [tx, ty]] = [toward(x1, y1, 1.3), toward(x2, y2, 1.1)];
  shape('path', {class: kind, d: `M${sx} ${sy}Q${cx} ${cy} ${tx} ${ty}`});
  if (length < 2.7) return;
  const [dx, dy] = [(tx - x2) / 1.1, (ty - y2) / 1.1];
  shape('path', {class: 'arrow', d: `M${tx} ${ty}L${tx + 1.6 * dx - 0.8 * dy} ${ty + 1.6 * dy + 0.8 * dx}L${tx + 1.6 * dx + 0.8 * dy} ${ty + 1.6 * dy - 0.8 * dx}z`});
}

// Why a digit has one cell left, or a cell one digit: the digits of the board that exclude the rest.
function drawReasons({placement: [target, digit], units, digits: before}) {
  const holds = (value) => before.findIndex((d, cell) => d === value && sees(cell, target));
  if (!units.length) {
    for (let other = 1; other <= 9; other++) if (other !== digit && holds(other) >= 0) ring(holds(other));
    return;
  }
  const sources = new Set();
  for (const cell of unitCells(units[0].kind, units[0].index)) {
    if (before[cell] || cell === target) continue;
    const source = before.findIndex((d, at) => d === digit && sees(at, cell));
    if (source < 0) continue;
    shape('path', {d: `M${x(cell) - 1.4} ${y(cell) - 1.4}l2.8 2.8m0-2.8l-2.8 2.8`});
    if (row(source) === row(cell) || column(source) === column(cell)) line(centre(source), centre(cell), 'band', 3.8);
    sources.add(source);
  }
  sources.forEach((cell) => ring(cell));
}
