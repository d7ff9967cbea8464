// What needs no browser: cells, links, the published figures, the size.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {mock, test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {PAGE_FILES, folder, require} from '../build.mjs';
import {candidates, collisions, digitsOf, fromLine, isSingle, lowest, place, sees, toLine, unitCells, unitName} from '../src/cells.js';
import {duration, number, plural, toast} from '../src/dom.js';
import {LEVELS, wordOf} from '../src/levels.js';
import {fromLink, fromWork, mayHold, ofMarks, toText, withWork} from '../src/links.js';
import {LOOPS, NATIVE} from '../src/published.js';
import {EASY, HARD, MANY, TWO} from './browser.mjs';
import {loadSync} from '../../wasm/lanedoku.js';

const lz = require('lz-string');
const engine = loadSync(...['lanedoku', 'lanedoku-reader'].map((name) => readFileSync(join(folder, `${name}.wasm`))));
const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');

// Boards of all kinds, most of them with collisions.
function* boards() {
  for (const line of [EASY, HARD, TWO, MANY, '.'.repeat(81)]) yield fromLine(line);
  let state = 1;
  const random = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
  for (let board = 0; board < 200; board++) {
    const digits = new Uint8Array(81);
    for (let clue = 0; clue < board % 30; clue++) digits[random(81)] = 1 + random(9);
    yield digits;
  }
}

test('the page finds the collisions that the engine finds', () => {
  for (const digits of boards()) {
    // The page names a unit with all its equal digits; the engine names pairs.
    const pairs = new Set();
    for (const {kind, index, digit, cells} of collisions(digits)) {
      cells.forEach((a, at) => cells.slice(at + 1).forEach((b) => pairs.add(`${kind} ${index} ${digit} ${a} ${b}`)));
    }
    for (const {unit, digit, cells} of engine.collisions(digits)) {
      assert(pairs.has(`${unit.kind} ${unit.index} ${digit} ${cells.join(' ')}`), `${toLine(digits)} ${cells}`);
    }
    assert.equal(pairs.size > 0, engine.collisions(digits).length > 0);
  }
});

test('the page has the pencil marks that the engine has', () => {
  for (const digits of boards()) {
    if (collisions(digits).length) continue;
    assert.deepEqual(candidates(digits), engine.candidates(digits), toLine(digits));
  }
  assert(sees(0, 10) && sees(0, 8) && sees(0, 72) && !sees(0, 12) && !sees(0, 0));
});

test('sets of digits, cells and units by their definitions', () => {
  for (let mask = 0; mask < 512; mask++) {
    const digits = [...mask.toString(2)].reverse().flatMap((bit, at) => (bit === '1' ? [at + 1] : []));
    assert.deepEqual(digitsOf(mask), digits);
    assert.equal(isSingle(mask), digits.length === 1, `${mask}`);
    if (mask) assert.equal(lowest(mask), digits[0]);
  }
  const shown = Array.from({length: 9}, (_, r) => Array.from({length: 9}, (__, c) => `row ${r + 1}, column ${c + 1}`)).flat();
  assert.deepEqual(Array.from({length: 81}, (_, cell) => place(cell)), shown);
  // The engine has its own numbers of cells and of units.
  for (const [kind, step] of [['row', 1], ['column', 9], ['box', 1]]) {
    for (let index = 0; index < 9; index++) {
      assert.equal(unitName(kind, index), `${kind} ${index + 1}`);
      const cells = unitCells(kind, index);
      assert.deepEqual([cells.length, cells[1] - cells[0]], [9, step]);
      for (const cell of cells.slice(1)) {
        const digits = new Uint8Array(81);
        digits[cells[0]] = digits[cell] = 7;
        assert(engine.collisions(digits).some(({unit}) => unit.kind === kind && unit.index === index), `${kind} ${index}, ${cell}`);
      }
    }
  }
});

test('a duration, read back, is what was measured, to two digits or to one of its unit', () => {
  const units = {millionth: 1e-6, thousandths: 1e-3, seconds: 1};
  for (let seconds = 6e-7; seconds < 5000; seconds *= 1.013) {
    const text = duration(seconds);
    const [, figure, word] = text.match(/^([\d.,]+) (millionth|thousandths|seconds)(s? of a second)?$/) ?? assert.fail(text);
    const value = Number(figure.replaceAll(',', '')) * units[word];
    assert(Math.abs(value - seconds) <= Math.max(0.051 * seconds, 0.51 * (word === 'millionth' ? 1e-6 : 0)), `${seconds}: ${text}`);
    // In the unit that has a figure from 1 to 999, and no more digits than a reader takes in.
    assert(Number(figure.replaceAll(',', '')) < 1000 || word === 'seconds', text);
    assert(figure.length <= 4 || figure.includes(','), text);
    assert.equal(/^1 millionth of/.test(text), figure === '1' && word === 'millionth', text);
  }
});

test('numbers have English commas, and one of a thing is one', () => {
  for (const [value, text] of [[0, '0'], [999, '999'], [1000, '1,000'], [1234567, '1,234,567'], [10n ** 20n, '100,000,000,000,000,000,000']]) assert.equal(number(value), text);
  assert.deepEqual([0, 1, 2, 1000].map((n) => plural(n, 'step')), ['0 steps', '1 step', '2 steps', '1,000 steps']);
  assert.equal(plural(2, 'this', 'these'), '2 these');
});

test('a toast is seen for two seconds from the last one on, and heard', () => {
  const elements = {};
  globalThis.document = {getElementById: (id) => (elements[id] ??= {
    textContent: '', on: false, classList: {add() { elements[id].on = true; }, remove() { elements[id].on = false; }},
  })};
  mock.timers.enable({apis: ['setTimeout']});
  try {
    for (const gap of [0, 500, 1900, 1999]) {
      toast('one');
      mock.timers.tick(gap);
      toast('two');
      mock.timers.tick(1999);
      assert.deepEqual([elements.toast.on, elements.toast.textContent, elements.live.textContent], [true, 'two', 'two'], `${gap}`);
      mock.timers.tick(1);
      assert.equal(elements.toast.on, false);
    }
  } finally {
    mock.timers.reset();
    delete globalThis.document;
  }
});

test('a puzzle as a text, read by the engine, is the puzzle', () => {
  for (const digits of boards()) {
    if (!digits.some(Boolean)) continue;
    assert.deepEqual(fromLine(fromLink(`http://localhost/#${toText({clue: digits, given: null})}`)), digits);
    if (collisions(digits).length) continue;
    const marks = ofMarks(engine.candidates(digits));
    const {kind, candidates: again} = engine.parse(fromLink(`http://localhost/#${toText(marks)}`));
    assert.equal(kind, 'candidates');
    assert.deepEqual(ofMarks(again), marks);
  }
});

test('a puzzle with the work on it, as an address, is both again; what is damaged is none', () => {
  let seed = 7;
  const random = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % n;
  for (const clue of boards()) {
    const work = {
      clue, given: null, mine: clue.map((digit) => (digit ? 0 : random(10))),
      ...Object.fromEntries(['struck', 'noted'].map((name) => [name, Uint16Array.from(clue, random(2) ? () => random(512) : () => 0)])),
    };
    for (const puzzle of [work, ...(collisions(clue).length ? [] : [{...work, ...ofMarks(engine.candidates(clue)), mine: new Uint8Array(81)}])]) {
      const address = `http://localhost/#${withWork(puzzle)}`;
      assert(mayHold(address));
      assert.deepEqual(fromWork(address), puzzle);
      for (const end of [1, 40, 100]) assert.equal(fromWork(address.slice(0, -end))?.clue.length ?? null, null);
    }
  }
});

// The worker, without a browser: it is a module that takes and sends messages.
test('a worker answers its jobs as the engine does, and reports its times by the clock that all workers share', async () => {
  const sent = [];
  Object.assign(globalThis, {onmessage: null, postMessage: (message) => sent.push(message)});
  await import(join(folder, 'src/worker.js'));
  const modules = Object.fromEntries([['engine', 'lanedoku'], ['traces', 'lanedoku-trace']].map(([name, file]) =>
    [name, new WebAssembly.Module(readFileSync(join(folder, `${file}.wasm`)))]));
  const ask = (name, data) => {
    sent.length = 0;
    globalThis.onmessage({data: {name, data, modules}});
    const [last, ...reports] = sent.toReversed();
    if (last.error !== undefined) throw new Error(last.error);
    return [last.result, ...reports.toReversed().map(({report}) => report)];
  };
  assert.deepEqual(ask('warm'), [null]);
  assert.throws(() => ask('minimize', {clue: fromLine(MANY), seed: 1}), /expected a puzzle with one solution, found one with several/);
  for (const puzzle of [EASY, HARD].map(fromLine)) {
    assert.deepEqual(ask('solve', puzzle)[0].solution, engine.solve(puzzle).solution);
    assert.deepEqual(ask('minimize', {clue: puzzle, seed: 5}), [engine.minimize(puzzle, {seed: 5})]);
    assert.deepEqual(ask('hint', {digits: puzzle, candidates: engine.candidates(puzzle)}), [engine.hint(puzzle)]);
    const facts = ask('facts', puzzle).slice(1);
    assert.deepEqual(Object.assign({}, ...facts),
      {redundant: engine.redundantClues(puzzle).length, canonical: engine.canonical(puzzle), rating: engine.rate(puzzle)});
    const wrong = puzzle.slice();
    const cell = wrong.findIndex(Boolean);
    wrong[cell] = engine.solve(puzzle).solution.find((digit, at) => at !== cell && !sees(at, cell) && digit !== wrong[cell]);
    for (const slip of ask('wrongClues', wrong)[0]) {
      assert.equal(slip.unique, engine.solve(wrong.map((digit, at) => (at === slip.cell ? 0 : digit))).status === 'unique');
    }
  }
  assert.deepEqual(ask('possible', fromLine(MANY)), [engine.possible(fromLine(MANY)).possible]);
  assert.equal(ask('count', fromLine(TWO))[0].count, 2n);
  assert.deepEqual(ask('generate', {seed: 12345678901234567n, symmetry: 'diagonal'}), [engine.generate({seed: 12345678901234567n, symmetry: 'diagonal'})]);

  const seconds = () => (performance.timeOrigin + performance.now()) / 1000;
  ask('prepare', {seed: 7, first: 3, puzzles: 30, disguises: 40});
  const before = seconds();
  const [{began, ended, wrong}, ...parts] = ask('race');
  assert(before <= began && began <= ended && ended <= seconds(), `${[before, began, ended, seconds()]}`);
  assert.equal(wrong, 0);
  assert.equal(parts.reduce((sum, part) => sum + part.length, 0), 1200);
  assert(parts.every((part) => part.every((steps) => steps > 0)));
});

const fPuzzle = (edit = () => {}) => {
  const data = {size: 9, title: 'A title', grid: Array.from({length: 9}, (_, r) => Array.from({length: 9}, (_, c) => {
    const digit = +HARD[9 * r + c] || 0;
    return digit ? {value: digit, given: true} : {};
  }))};
  edit(data);
  return lz.compressToBase64(JSON.stringify(data));
};
const fromLoad = (load) => engine.parse(`https://f-puzzles.com/?load=${load}`);

test('what LZ-string packs unfolds, and what is damaged is told', () => {
  const texts = ['', 'a', 'aaaaaaaaaaaaaaaaaaaaaa', 'abcabcabcabc', 'ä€𝄞 – 数独', 'a'.repeat(200_000)];
  for (let length = 1; length < 400; length += 7) texts.push(Array.from({length}, (_, k) => String.fromCharCode(32 + (k * k * length) % 700)).join(''));
  for (const title of texts) assert.equal(toLine(fromLoad(fPuzzle((data) => { data.title = title; })).digits), HARD);
  const whole = fPuzzle();
  for (let at = 0; at < whole.length - 4; at += 3) {
    assert.equal(fromLoad(whole.slice(0, at)).kind, 'error');
    for (const byte of '*z') fromLoad(whole.slice(0, at) + byte + whole.slice(at + 1));
  }
  // A text that unfolds to too much.
  assert.match(fromLoad(fPuzzle((data) => { data.title = 'a'.repeat(3e5); })).message, /damaged/);
});

test('plain puzzles of f-puzzles are read, and others refused', () => {
  assert.equal(toLine(fromLoad(fPuzzle()).digits), HARD);
  assert.equal(toLine(fromLoad(fPuzzle((data) => { data.grid[0][1] = {value: 1}; })).digits), HARD);
  assert.match(fromLoad(fPuzzle((data) => { data['diagonal+'] = true; })).message, /diagonal\+/);
  assert.match(fromLoad(fPuzzle((data) => { data.thermometer = [{lines: [['R1C1', 'R1C2']]}]; })).message, /thermometer/);
  assert.match(fromLoad(fPuzzle((data) => { data.grid[0][0].region = 5; })).message, /irregular/);
  assert.match(fromLoad(fPuzzle((data) => { data.grid.pop(); })).message, /9x9/);
  assert.match(fromLoad(fPuzzle((data) => { data.grid = Array(4).fill(Array(4).fill({})); })).message, /expected a 9x9 board, found 4x4/);
  assert.match(fromLoad('N4IgzglgXg').message, /damaged/);
  assert.match(fromLoad(lz.compressToBase64('{"grid":3}')).message, /damaged/);
});

test('addresses of this page and of other sites are read', () => {
  const zeros = HARD.replaceAll('.', '0');
  for (const address of [
    `http://localhost/#${zeros}`, `http://localhost/?s=${zeros}`, `https://example.org/sudoku?s=${HARD}`,
    `https://www.sudokuwiki.org/sudoku.htm?bd=${zeros}`, `https://sudoku.coach/en/play/${HARD}`, `sudokupad.app/${zeros}\n`,
  ]) {
    // Without the engine.
    assert.equal(toLine(fromLine(fromLink(address))), HARD, address);
    assert.equal(mayHold(address), /[?#]/.test(address), address);
  }
  const load = fPuzzle();
  for (const address of [`https://www.f-puzzles.com/?load=${load}`, `https://www.f-puzzles.com/?load=${encodeURIComponent(load)}`, `https://f-puzzles.com/#load=${load}`, `http://localhost/?load=${load}`]) {
    assert.equal(fromLink(address), address);
    assert(mayHold(address), address);
    assert.equal(toLine(engine.parse(address).digits), HARD, address);
  }
  for (const address of ['http://localhost/', 'http://localhost/#loop', HARD, '', 'not an address']) assert(!mayHold(address), address);
});

test('the published figures are those of the run that they name', () => {
  const run = read('../../benches/results/2026-11-23-zen-4-sets.csv');
  for (const [name, participant, figure] of NATIVE) {
    const line = run.split('\n').find((row) => row.startsWith(`unique,minimal,10000,${participant},puzzle,`));
    assert.equal(Number(line.split(',')[5]), figure, name);
  }
  assert.match(run, /machine: AMD EPYC.*Zen 4/);
  // The loops: the column of the hard board in the ladder's table of the loops that look ahead.
  const table = read('../../ladder/README.md').split('id="looking-ahead"')[1];
  for (const [name, rung, figure] of LOOPS) {
    const line = table.split('\n').find((row) => row.startsWith(`| ${rung} |`));
    assert.equal(Number(line.split('|')[4]), figure, name);
  }
});

test('each rating of the scale has one word, and the book has the same table', () => {
  for (let tenths = 10; tenths <= 200; tenths++) {
    const words = LEVELS.filter(([, least, most]) => tenths >= Math.round(10 * least) && tenths <= Math.round(10 * most));
    assert.deepEqual(words.map(([word]) => word), [wordOf(tenths / 10)], `${tenths / 10}`);
  }
  const rows = LEVELS.map(([word, least, most, takes]) => `| ${word} | ${most === 20 ? `from ${least}` : `${least.toFixed(1)} to ${most}`} | ${takes} |`);
  assert(read('../../doc/page.md').includes(rows.join('\n')), rows.join('\n'));
});

test('the page is small', () => {
  // File by file, as servers send them. The three boards of other layouts are some 1,600 bytes of the page.
  const compressed = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), {level: 9}).length, 0);
  const sizes = [PAGE_FILES.filter((file) => file !== 'lanedoku.js'), ['lanedoku.js'], ['lanedoku.wasm'], ['lanedoku-reader.wasm']].map(compressed);
  console.log(`After gzip: the page ${sizes[0]} bytes, the engine's JavaScript ${sizes[1]}, the engine ${sizes[2]}, the reader ${sizes[3]}`);
  assert(sizes[0] <= 39800 && sizes[2] <= 159000 && sizes[3] <= 102000, `${sizes}`);
});

test('no inline script or style, and no address of another site', () => {
  const html = read('../index.html');
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  for (const file of ['index.html', 'style.css', ...readdirSync(new URL('../src', import.meta.url)).map((name) => `src/${name}`)]) {
    const found = read(`../${file}`).match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)\S+/);
    assert.equal(found, null, file);
  }
});
