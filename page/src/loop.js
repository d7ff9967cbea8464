// The branchless loop at work on the puzzle of the board. The engine keeps the trace; this draws it.

import {lowest} from './cells.js';
import {calm, clock, drawBoard, drawing, ink, pen, write} from './canvas.js';
import {$, announce, make, number, plural, segment, setSpeed, setText} from './dom.js';
import {traces, tracesReady} from './engine.js';
import {EXAMPLES} from './examples.js';
import {state, subscribe} from './state.js';

let trace = null;
let order = 'rows';
export let board = null; // the clues that the trace is of
let owed = 0; // parts of a step, at low speed
let drawn = 0;
let tell = false; // the next drawing to a screen reader; not while it runs

const speed = () => 10 ** +$('l-speed').value;
const isFastest = () => +$('l-speed').value > 6.95;
const ended = () => trace.status !== 'running';

// The listing, with the bits of the last step forward and of the last step back.
const LINES = [
  ['row  = free[r] | tried', (step) => step.row],
  ['col  = free[c] | tried', (step) => step.column],
  ['box  = free[b] | tried', (step) => step.box],
  ['had  = tried | (tried - 1)', (step) => step.had],
  ['can  = row & col & box & ~had', (step) => step.can],
  ['pick = can & -can', (step) => step.pick, 'pick'],
  ['tried   = pick', (step) => step.pick, 'pick'],
  ['free[r] = row ^ pick', (step) => step.row ^ step.pick],
  ['free[c] = col ^ pick', (step) => step.column ^ step.pick],
  ['free[b] = box ^ pick', (step) => step.box ^ step.pick],
  ['at  += (can≠0) - (can=0)', null],
];
const listing = LINES.map(([code, value, kind]) => {
  const bits = (side) => make('span', {class: `bits ${side}`},
    ...(value ? Array.from({length: 9}, () => make('i')) : [make('span', {class: 'res'}, ...(side === 'fw'
      ? ['1 − 0', make('span', {class: 'wide-only'}, ' = forward')] : ['0 − 1', make('span', {class: 'wide-only'}, ' = back')]))]));
  const [forward, back] = [bits('fw'), bits('bw')];
  $('l-body').append(make('div', {class: 'ln'}, make('code', {}, code), forward, back));
  return {value, kind, forward, back};
});

function drawListing(step, recent) {
  const last = {forward: recent.findLast(({forward}) => forward), back: recent.findLast(({forward}) => !forward)};
  const isForward = Boolean(step?.forward);
  for (const {value, kind, ...sides} of listing) {
    for (const side of ['forward', 'back']) {
      const of = last[side];
      sides[side].classList.toggle('now', Boolean(step) && isForward === (side === 'forward'));
      if (!value) continue;
      const mask = of ? value(of) : 0;
      [...sides[side].children].forEach((bit, at) => {
        const on = mask >> at & 1;
        setText(bit, on ? String(at + 1) : '·');
        bit.className = on ? `on ${kind ?? ''}` : '';
      });
    }
  }
  $('b-f').classList.toggle('now', Boolean(step) && isForward);
  $('b-b').classList.toggle('now', Boolean(step) && !isForward);
}

function sentence(step) {
  if (!step) return 'One step visits one open cell.';
  const {tried, pick} = step;
  if (tried) return `The cell held ${lowest(tried)}: free again. ${pick ? `The next that fits is ${lowest(pick)}: forward.` : 'Nothing higher fits: back.'}`;
  return `The cell was empty: lines 1 to 3 change nothing. ${pick ? `The lowest that fits is ${lowest(pick)}: forward.` : 'Nothing fits: back.'}`;
}

const hue = (step) => (step.forward ? [ink.tint2, ink.accent] : [ink['signal-tint'], ink.signal]);

function drawTheBoard(step, tried) {
  const {k, w, h} = pen('l-board');
  const positions = new Map(trace.records.map(({cell}, at) => [cell, at]));
  const next = ended() ? -1 : trace.records[trace.depth].cell;
  drawBoard(k, Math.min(w, h), (cell, x, y, c) => {
    if (cell === step?.cell) {
      [k.fillStyle] = hue(step);
      k.fillRect(x, y, c, c);
    }
    const at = positions.get(cell);
    const digit = at === undefined ? trace.digits[cell] : tried[at] && lowest(tried[at]);
    const style = at !== undefined ? {colour: ink.accent} : board[cell] ? {colour: ink.ink, weight: 650} : {colour: ink.soft, weight: 650};
    if (digit) write(k, digit, x + c / 2, y + c * 0.53, {size: c * 0.56, align: 'center', ...style});
    if (cell === next) {
      k.strokeStyle = ink.ink;
      k.lineWidth = 2;
      k.strokeRect(x + 1.5, y + 1.5, c - 3, c - 3);
    }
  });
}

function drawMasks(step) {
  const {k, w, h} = pen('l-masks');
  const isWide = w > 260;
  const size = isWide ? Math.min((w - 3 * 38) / 27, (h - 18) / 9) : Math.floor(Math.min((h - 72) / 27, (w - 44) / 9) * 2) / 2;
  const cell = step && trace.records[step.position];
  const masks = trace.masks();
  ['rows', 'columns', 'boxes'].forEach((name, kind) => {
    const x0 = isWide ? kind * (size * 9 + 44) : 0;
    const y0 = 17 + (isWide ? 0 : kind * (size * 9 + 24));
    write(k, name, x0, y0 - 9);
    const of = cell && [cell.row, cell.column, cell.box][kind];
    for (let unit = 0; unit < 9; unit++) {
      const y = y0 + unit * size;
      if (unit === of) {
        const [tint, colour] = hue(step);
        k.fillStyle = tint;
        k.fillRect(x0 - 2, y - 1, size * 9 + 3, size + 0.5);
        write(k, `${'rcb'[kind]} = ${unit + 1}`, x0 + size * 9 + 6, y + size / 2, {weight: 600, colour});
      }
      for (let digit = 0; digit < 9; digit++) {
        const on = masks[9 * kind + unit] >> digit & 1;
        const side = on ? size - 2.5 : 2;
        k.fillStyle = on ? ink.ink : ink.edge;
        k.fillRect(x0 + digit * size + (size - side) / 2 - 0.5, y + (size - side) / 2 - 0.5, side, side);
      }
    }
  });
}

function drawPacked(step, tried) {
  const {k, w} = pen('l-pack');
  const count = trace.records.length;
  const perLine = w < 600 ? Math.ceil(count / 3) : count;
  const width = Math.min(22, (w - 26) / perLine);
  const line = 15;
  const place = (at) => [26 + (at % perLine) * width, Math.floor(at / perLine) * (line * 4 + 6)];
  for (let at = 0; at < count; at += perLine) [...'rcb'].forEach((name, part) => write(k, name, 0, place(at)[1] + 8 + part * line, {size: 11}));
  trace.records.forEach((cell, at) => {
    const [x, y] = place(at);
    const middle = x + width / 2 - 0.5;
    k.fillStyle = tried[at] ? ink.tint : ink.fill;
    k.fillRect(x, y, width - 1, line * 4 + 2);
    [cell.row, cell.column, cell.box].forEach((n, part) => write(k, n + 1, middle, y + 9 + part * line, {size: 11, align: 'center'}));
    write(k, tried[at] ? lowest(tried[at]) : '·', middle, y + 9 + 3 * line,
      tried[at] ? {size: 13, weight: 650, colour: ink.accent, align: 'center'} : {align: 'center'});
  });
  if (!count) return;
  const [x, y] = place(Math.min(trace.depth, count - 1));
  k.strokeStyle = step ? hue(step)[1] : ink.ink;
  k.lineWidth = 2.5;
  k.strokeRect(x - 0.5, y + 1, width, line * 4 + 1);
  if (!step) return;
  // An arrow: the last move.
  const middle = x + width / 2 - 0.5;
  const to = step.forward ? 1 : -1;
  const below = y + line * 4 + 9;
  k.fillStyle = k.strokeStyle;
  k.fillRect(middle + (to > 0 ? -9 : 2), below - 1, 7, 2);
  k.beginPath();
  k.moveTo(middle + 7 * to, below);
  k.lineTo(middle - 2 * to, below - 4);
  k.lineTo(middle - 2 * to, below + 4);
  k.fill();
}

function drawPath() {
  const {k, w, h} = pen('l-path');
  const left = 26;
  const height = h - 20;
  const most = trace.records.length;
  const {least, greatest, stepsPerBin} = trace.path();
  const y = (depth) => height - 2 - depth / most * (height - 8);
  write(k, most, left - 6, y(most) + 2, {align: 'right'});
  write(k, 0, left - 6, y(0) - 2, {align: 'right'});
  k.strokeStyle = ink.line;
  k.strokeRect(left, y(most), w, y(0) - y(most));
  const count = least.length;
  const scale = (w - left) / Math.max(120, count);
  if (stepsPerBin === 1 && scale >= 1) {
    k.lineWidth = scale > 4 ? 2 : 1.3;
    for (let bin = 0; bin < count; bin++) {
      const [from, to] = [least[bin - 1] ?? 0, least[bin]];
      k.strokeStyle = to > from ? ink.accent : ink.signal;
      k.beginPath();
      k.moveTo(left + bin * scale, y(from));
      k.lineTo(left + (bin + 1) * scale, y(to));
      k.stroke();
    }
  } else {
    k.fillStyle = ink.accent;
    for (let at = 0; at < Math.min(w - left, count * scale); at++) {
      const first = Math.floor(at / scale);
      const end = Math.max(first + 1, Math.ceil((at + 1) / scale));
      const high = y(Math.max(...greatest.subarray(first, end)));
      k.fillRect(left + at, high, 1, Math.max(1.5, y(Math.min(...least.subarray(first, end))) - high));
    }
  }
  write(k, 'step 0', left, h - 7);
  write(k, `step ${number(Math.max(120, trace.furthest))}`, w, h - 7, {align: 'right'});
}

const controls = ['l-run', 'l-back', 'l-step', 'l-again', 'l-speed'];

function drawSpeed() {
  const v = speed();
  setSpeed('l', isFastest() ? 'as fast as it goes' : `${plural(v < 9.5 ? Math.round(v) : +v.toPrecision(2), 'step')} a second`);
}

// The buttons are right at once, also while the drawing waits.
function drawButtons() {
  setText($('l-run'), time.runs ? 'Pause' : ended() ? 'Run again' : 'Run');
  $('l-back').disabled = !trace.steps;
  $('l-step').disabled = ended();
}

function draw() {
  drawn = performance.now();
  drawSpeed();
  if (!trace) return;
  const recent = trace.recent();
  const tried = trace.tried();
  const step = recent.at(-1);
  drawTheBoard(step, tried);
  drawListing(step, recent);
  drawMasks(step);
  drawPacked(step, tried);
  drawPath();
  setText($('l-say'), sentence(step));
  const {steps} = trace;
  const bold = make('b', {}, number(steps));
  if (trace.status === 'solved') $('l-count').replaceChildren('Solved in ', bold, ' steps');
  else if (ended()) $('l-count').replaceChildren('No solution, after ', bold, ' steps');
  else $('l-count').replaceChildren('step ', bold, make('span', {class: 'wide-only'}, `, cell ${trace.depth + 1} of ${trace.records.length}`));
  if (tell) announce(`${$('l-count').textContent}. ${sentence(step)}`);
  tell = false;
  drawButtons();
}

const time = clock((seconds, at) => {
  if (isFastest()) {
    const end = performance.now() + 8;
    do trace.run(20000); while (!ended() && performance.now() < end);
  } else {
    owed += seconds * speed();
    const steps = Math.floor(owed);
    owed -= steps;
    if (!steps) return;
    const end = performance.now() + 8;
    for (let left = steps; left > 0 && !ended() && performance.now() < end; left -= 20000) trace.run(Math.min(left, 20000));
  }
  if (ended()) {
    time.stop();
    tell = true;
  }
  // Fast drawings flicker; with reduced motion they come twice a second.
  const gap = calm.matches ? 500 : speed() > 40 ? 90 : 0;
  if (ended() || at - drawn >= gap) draw();
});

function begin(show = draw) {
  time.stop();
  trace?.free();
  trace = traces.loopTrace(board, {order});
  owed = 0;
  drawButtons();
  show();
}

$('l-run').onclick = () => {
  if (time.runs) time.stop();
  else {
    if (ended()) begin();
    owed = 1;
    time.start();
  }
  draw();
};
$('l-step').onclick = () => {
  time.stop();
  trace.run(1);
  tell = true;
  draw();
};
$('l-back').onclick = () => {
  time.stop();
  trace.seek(trace.steps - 1);
  tell = true;
  draw();
};
$('l-again').onclick = () => begin();
$('l-speed').oninput = draw;
segment($('l-order'), [['rows', 'Row by row'], ['constrained', 'Fewest choices first']], () => order, (value) => {
  order = value;
  begin();
});

// The puzzle of the board, unless it has none that the loop could take.
let version = -1;
function follow() {
  if (version === state.version) return;
  version = state.version;
  const own = !['empty', 'collision', 'waiting'].includes(state.answer.kind) && state.clue.some(Boolean);
  const clue = own ? state.clue : EXAMPLES[2].clue;
  setText($('l-which'), own ? 'This is your puzzle.' : 'This is an example; your own puzzle comes here once the board has one.');
  if (board && clue.every((digit, cell) => digit === board[cell])) return;
  board = clue.slice();
  if (traces) begin(later);
}
subscribe(follow);
const later = drawing('loop', draw);
tracesReady.then((isThere) => {
  for (const id of controls) $(id).disabled = !isThere;
  version = -1;
  board = null;
  follow();
});
drawSpeed();
