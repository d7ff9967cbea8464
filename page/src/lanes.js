// Sixteen puzzles side by side, sweep by sweep, and what the lanes do in three ways of filling them.

import {digitsOf, isSingle, lowest} from './cells.js';
import {calm, clock, drawBoard, drawing, ink, pen, write} from './canvas.js';
import {$, announce, make, number, plural, setSpeed, setText} from './dom.js';
import {run, traces, tracesReady} from './engine.js';

const LANES = 16;
const PUZZLES = 4000;
const KEPT = 80; // sweeps that are shown

const WAYS = {
  one: ['One lane', 'one puzzle after the other', {lanes: 1, refill: false}],
  wait: ['Sixteen, all wait for the slowest', 'new puzzles when all are done', {lanes: LANES, refill: false}],
  refill: ['Sixteen, refilled at once', 'Lanedoku', {lanes: LANES, refill: true}],
};

let puzzles = null;
let banks = {}; // for each way {trace, log}
let way = 'refill';
let zoom = 4;
let owed = 0;
let scan = -1; // the word that a slow sweep is at

const speed = () => 10 ** +$('n-speed').value;
const isOver = () => banks.refill?.trace.over;

const bars = {};
for (const [name, [title, about]] of Object.entries(WAYS)) {
  const bar = make('i');
  const count = make('b', {class: 'num'}, '0');
  const input = make('input', {type: 'radio', name: 'way', onchange: () => { way = name; draw(); }});
  input.checked = name === way;
  $('n-mode').append(make('label', {}, input, title, make('small', {}, about), make('span', {class: 'b'}, bar, count)));
  bars[name] = {bar, count};
}
$('n-legend').append(...[
  ['begin', 'a puzzle begins'], ['moved', 'a guess of it moves here'], ['guess', 'guess'], ['dead', 'contradiction'], ['done', 'puzzle done'], ['wait', 'waits to leave'], ['idle', 'idle'],
].map(([kind, text]) => make('li', {}, make('i', {class: `k k-${kind}`, 'aria-hidden': 'true'}, /begin|moved/.test(kind) ? '12' : ''), text)));

async function begin() {
  time.stop();
  puzzles ??= await run('generate', {seed: 3, n: PUZZLES}).done;
  for (const [name, [, , options]] of Object.entries(WAYS)) {
    banks[name]?.trace.free();
    banks[name] = {trace: traces.lanesTrace(puzzles, options), log: []};
  }
  owed = 0;
  scan = -1;
  draw();
}

function sweep() {
  for (const {trace, log} of Object.values(banks)) {
    if (!trace.sweep()) continue;
    log.unshift(trace.lanes);
    log.length = Math.min(log.length, KEPT);
  }
}

const bits = (word) => {
  let count = 0;
  for (let left = word; left; left &= left - 1) count++;
  return count;
};

function hatch(k, x, y, w, h) {
  k.save();
  k.beginPath();
  k.rect(x, y, w, h);
  k.clip();
  k.strokeStyle = ink.grid;
  k.lineWidth = 1;
  k.beginPath();
  for (let at = -h; at < w; at += 6) {
    k.moveTo(x + at, y + h);
    k.lineTo(x + at + h, y);
  }
  k.stroke();
  k.restore();
}

// Four shades, so that neighbours differ, by the number of the puzzle: a guess may move to another lane.
function shade(k, puzzle, x, y, w, h) {
  k.fillStyle = puzzle % 2 ? ink.tint2 : ink.tint;
  k.globalAlpha = puzzle % 4 < 2 ? 1 : 0.65;
  k.fillRect(x, y, w, h);
  k.globalAlpha = 1;
}

function drawEvent(k, lane, before, x, y, w, h, size) {
  if (!lane || lane.event === 'idle') return hatch(k, x, y, w, h);
  const {puzzle, begins, event, done} = lane;
  shade(k, puzzle, x, y, w, h);
  const middle = x + w / 2;
  const centre = y + h / 2;
  k.fillStyle = ink.ink;
  if (done) k.fillRect(x, y, w, 2.5);
  if (begins || before?.puzzle !== puzzle) {
    write(k, puzzle + 1, middle, centre + 0.5, {size, align: 'center', ...(begins ? {weight: 650, colour: ink.ink} : {})});
  } else if (event === 'guess') {
    k.fillStyle = ink.accent;
    k.beginPath();
    k.moveTo(middle - 2, centre - 3);
    k.lineTo(middle + 2.5, centre);
    k.lineTo(middle - 2, centre + 3);
    k.fill();
  } else if (event === 'contradiction') {
    k.fillStyle = ink.signal;
    k.fillRect(middle - 2, centre - 2, 4, 4);
  } else if (event === 'waiting') {
    k.fillRect(middle - 3, centre - 0.5, 6, 1);
  }
  return undefined;
}

function drawLanes({trace, log}) {
  const {k, w, h} = pen('n-lanes');
  const isSmall = w < 600;
  const left = isSmall ? 0 : 104;
  const width = Math.floor((w - left) / LANES * 10) / 10;
  const side = Math.min(width - 4, isSmall ? 19 : 40);
  const top = 16;
  const wordsTop = top + side + (isSmall ? 8 : 12);
  const wordHeight = isSmall ? 2.5 : 3.4;
  const wordsEnd = wordsTop + 27 * wordHeight;
  const history = wordsEnd + (isSmall ? 26 : 30);
  const line = isSmall ? 10.5 : 12;
  const label = (y, ...lines) => { if (!isSmall) lines.forEach((text, at) => write(k, text, 0, y + 16 * at, {size: 13})); };
  label(7, 'lane');
  label(top + side / 2 - 7, 'a puzzle', 'in each lane');
  label((wordsTop + wordsEnd) / 2 - 24, 'its candidates:', '27 words,', 'which are', '27 vectors');
  label(history + line / 2, 'newest sweep');
  label(history + line * 14, 'older');

  const words = trace.words();
  const candidates = trace.candidates();
  let busy = 0;
  for (let at = 0; at < LANES; at++) {
    const x0 = left + at * width;
    const x = x0 + (width - side) / 2 - 1;
    write(k, at, x0 + width / 2 - 1, 7, {size: 11, align: 'center'});
    if (!trace.lanes[at] || trace.lanes[at].event === 'idle') {
      k.strokeStyle = ink.line;
      k.lineWidth = 1;
      k.strokeRect(x + 0.5, top + 0.5, side - 1, side - 1);
      continue;
    }
    busy++;
    candidates[at].forEach((mask, cell) => {
      const count = bits(mask);
      k.fillStyle = count === 1 ? ink.ink : count <= 3 ? ink.soft : ink.line;
      k.globalAlpha = count === 1 ? 1 : count <= 3 ? 0.55 : 0.75;
      k.fillRect(x + cell % 9 * side / 9, top + Math.floor(cell / 9) * side / 9, side / 9 - 0.5, side / 9 - 0.5);
    });
    words.forEach((word, row) => {
      k.fillStyle = scan === row ? ink.accent : ink.soft;
      k.globalAlpha = scan === row ? 1 : 0.62;
      k.fillRect(x, wordsTop + row * wordHeight, Math.max(1, bits(word[at]) / 27 * side), wordHeight - 0.8);
    });
    k.globalAlpha = 1;
    if (at === zoom) {
      k.strokeStyle = ink.accent;
      k.lineWidth = 2;
      k.strokeRect(x - 2, top - 2, side + 4, side + 4);
    }
  }
  if (scan >= 0) {
    k.strokeStyle = ink.accent;
    k.lineWidth = 1.5;
    k.strokeRect(left - 3, wordsTop + scan * wordHeight - 2, LANES * width + 2, wordHeight + 3);
    write(k, `one instruction, ${plural(busy, 'puzzle')}`, left + LANES * width - 2, wordsEnd + 9, {weight: 600, colour: ink.accent, align: 'right'});
  } else {
    write(k, isSmall ? 'each row of bars is one vector' : 'every row of bars is one vector: one instruction works on all of it', left + LANES * width - 2, wordsEnd + 9, {align: 'right'});
  }
  const rows = Math.min(Math.floor((h - history) / line), log.length);
  for (let at = 0; at < rows; at++) {
    for (let lane = 0; lane < LANES; lane++) {
      drawEvent(k, log[at][lane], log[at + 1]?.[lane], left + lane * width, history + at * line, width - 2, line, isSmall ? 8.5 : 11);
    }
  }
  if (!rows) write(k, 'Every sweep adds a row here, the newest on top.', left, history + line / 2, {size: 14});
}

function drawZoom({trace}) {
  const lane = Math.min(zoom, trace.lanes.length - 1);
  const {puzzle} = trace.lanes[lane];
  const candidates = puzzle === null ? null : trace.candidates()[lane];
  const {k, w} = pen('n-zoom');
  drawBoard(k, Math.min(w, 198), (cell, x, y, c) => {
    const mask = candidates?.[cell] ?? 0;
    if (isSingle(mask)) return write(k, lowest(mask), x + c / 2, y + c * 0.53, {size: c * 0.6, weight: 500, colour: ink.ink, align: 'center'});
    k.fillStyle = ink.soft;
    for (const digit of digitsOf(mask)) k.fillRect(x + c * (0.2 + (digit - 1) % 3 * 0.24), y + c * (0.2 + Math.floor((digit - 1) / 3) * 0.24), 2.2, 2.2);
    return undefined;
  });
  setText($('n-zoomcap'), candidates ? `Lane ${lane}: puzzle ${number(puzzle + 1)}` : `Lane ${lane} is empty`);
}

function drawSpeed() {
  const v = speed();
  setSpeed('n', `${plural(v < 9.5 ? +v.toFixed(1) : Math.round(v), 'sweep')} a second`);
}

function draw() {
  drawSpeed();
  const bank = banks[way];
  if (!bank) return write(pen('n-lanes').k, 'Run it, or make one sweep.', 0, 12, {size: 14});
  drawLanes(bank);
  drawZoom(bank);
  const most = Math.max(12, banks.refill.trace.done * 1.02);
  for (const [name, {bar, count}] of Object.entries(bars)) {
    const {done} = banks[name].trace;
    bar.style.width = `${100 * done / most}%`;
    setText(count, number(done));
  }
  const {sweeps, busySweeps} = bank.trace;
  const share = sweeps ? Math.round(100 * busySweeps / (sweeps * LANES)) : 0;
  $('n-count').replaceChildren(make('b', {}, number(sweeps)), ' sweeps', ...(sweeps ? [', ', make('b', {}, `${share}%`),
    make('span', {class: 'wide-only'}, ' of the lanes at work'), make('span', {class: 'phone-only'}, ' busy')] : []));
  setText($('n-run'), time.runs ? 'Pause' : 'Run');
  $('n-run').disabled = $('n-step').disabled = isOver();
  return undefined;
}

const time = clock((seconds) => {
  const v = speed();
  owed += seconds * v;
  scan = v < 6 && !calm.matches ? Math.min(26, Math.floor(owed % 1 * 27)) : -1;
  const whole = Math.floor(owed);
  owed -= whole;
  for (let left = whole; left > 0 && !isOver(); left--) sweep();
  if (isOver()) time.stop();
  if (whole || scan >= 0) draw();
});

let first;
async function act(what) {
  await (first ??= begin());
  scan = -1;
  what();
  draw();
}
$('n-run').onclick = () => act(() => {
  if (time.runs) return time.stop();
  owed = calm.matches ? 1 : 0;
  return time.start();
});
$('n-step').onclick = async () => {
  await act(() => {
    time.stop();
    sweep();
  });
  announce(`Sweep ${number(banks[way].trace.sweeps)}. Puzzles done: ${Object.values(banks).map(({trace}, at) =>
    `${Object.values(WAYS)[at][0]}: ${trace.done}`).join('. ')}.`);
};
$('n-again').onclick = () => act(begin);
$('n-speed').oninput = draw;

function pick(event) {
  const {left, width} = $('n-lanes').getBoundingClientRect();
  const label = width < 600 ? 0 : 104;
  const lane = Math.floor((event.clientX - left - label) / ((width - label) / LANES));
  if (lane >= 0 && lane < LANES && lane !== zoom) {
    zoom = lane;
    draw();
  }
}
$('n-lanes').addEventListener('pointermove', pick);
$('n-lanes').addEventListener('pointerdown', pick);
$('n-lanes').addEventListener('keydown', (event) => {
  const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (!by) return;
  event.preventDefault();
  zoom = (zoom + by + LANES) % LANES;
  draw();
  announce($('n-zoomcap').textContent);
});

drawing('lanes', draw);
const controls = ['n-run', 'n-step', 'n-again', 'n-speed'];
tracesReady.then((isThere) => {
  for (const id of controls) $(id).disabled = !isThere;
  setText($('n-note'), `The puzzles are minimal ones, made here. The schedule is that of the native engine, sweep by sweep; it is simpler in that guesses move at once, and that a lane with a contradiction shows candidates by the plain rules. Sixteen lanes are a 512-bit vector.${isThere ? ' Your browser’s vectors have four.' : ''}`);
});
drawSpeed();
