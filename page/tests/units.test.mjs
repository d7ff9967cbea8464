// What needs no browser: cells, links, the published figures, the size.

import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {PAGE_FILES, folder, require} from '../build.mjs';
import {candidates, collisions, fromLine, sees, toLine} from '../src/cells.js';
import {fromFPuzzles, fromLink} from '../src/links.js';
import {decompress} from '../src/lz.js';
import {LOOPS, NATIVE} from '../src/published.js';
import {EASY, HARD, MANY, TWO} from './browser.mjs';
import {loadSync} from '../../wasm/lanedoku.js';

const lz = require('lz-string');
const engine = loadSync(readFileSync(join(folder, 'lanedoku.wasm')));
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

test('LZ-string texts unfold', () => {
  const texts = ['', 'a', 'aaaaaaaaaaaaaaaaaaaaaa', 'abcabcabcabc', 'ä€𝄞 – 数独', JSON.stringify({a: Array(300).fill({value: 3})})];
  for (let length = 1; length < 400; length += 7) texts.push(Array.from({length}, (_, k) => String.fromCharCode(32 + (k * k * length) % 700)).join(''));
  for (const text of texts) assert.equal(decompress(lz.compressToBase64(text)), text);
});

test('damaged LZ-string texts give null or another text, and end', () => {
  const whole = lz.compressToBase64(JSON.stringify({size: 9, grid: []}));
  for (let at = 0; at < whole.length; at++) {
    for (const damaged of [whole.slice(0, at), `${whole.slice(0, at)}*${whole.slice(at + 1)}`, `${whole.slice(0, at)}z${whole.slice(at + 1)}`]) {
      const text = decompress(damaged);
      assert(text === null || typeof text === 'string');
    }
  }
  // A text that unfolds to more than a million characters is refused.
  assert.equal(decompress(lz.compressToBase64('a'.repeat(1.2e6))), null);
});

const fPuzzle = (edit = () => {}) => {
  const data = {size: 9, title: 'A title', grid: Array.from({length: 9}, (_, r) => Array.from({length: 9}, (_, c) => {
    const digit = +HARD[9 * r + c] || 0;
    return digit ? {value: digit, given: true} : {};
  }))};
  edit(data);
  return lz.compressToBase64(JSON.stringify(data));
};

test('plain puzzles of f-puzzles are read, and others refused', () => {
  assert.equal(toLine(fromFPuzzles(fPuzzle()).clue), HARD);
  const own = fromFPuzzles(fPuzzle((data) => { data.grid[0][1] = {value: 1}; }));
  assert.equal(own.mine[1], 1);
  assert.equal(toLine(own.clue), HARD);
  assert.match(fromFPuzzles(fPuzzle((data) => { data['diagonal+'] = true; })).error, /diagonal\+/);
  assert.match(fromFPuzzles(fPuzzle((data) => { data.thermometer = [{lines: [['R1C1', 'R1C2']]}]; })).error, /thermometer/);
  assert.match(fromFPuzzles(fPuzzle((data) => { data.grid[0][0].region = 5; })).error, /irregular/);
  assert.match(fromFPuzzles(fPuzzle((data) => { data.grid.pop(); })).error, /9x9/);
  assert.match(fromFPuzzles('N4IgzglgXg').error, /damaged/);
  assert.match(fromFPuzzles(lz.compressToBase64('{"grid":3}')).error, /damaged/);
});

test('addresses of this page and of other sites are read', () => {
  const zeros = HARD.replaceAll('.', '0');
  for (const address of [
    `http://localhost/#${zeros}`, `http://localhost/?s=${zeros}`, `https://example.org/sudoku?s=${HARD}`,
    `https://www.sudokuwiki.org/sudoku.htm?bd=${zeros}`,
  ]) assert.equal(fromLink(address).text.replaceAll('0', '.'), HARD, address);
  const load = fPuzzle();
  for (const address of [`https://www.f-puzzles.com/?load=${load}`, `https://www.f-puzzles.com/?load=${encodeURIComponent(load)}`, `https://f-puzzles.com/#load=${load}`]) {
    assert.equal(toLine(fromLink(address).clue), HARD, address);
  }
  for (const address of ['http://localhost/', 'http://localhost/#loop', HARD, '', 'not an address']) assert.equal(fromLink(address), null, address);
});

test('the published figures are those of the run that they name', () => {
  const run = read('../../benches/results/2026-11-23-zen-4-sets.csv');
  for (const [name, participant, figure] of NATIVE) {
    const line = run.split('\n').find((row) => row.startsWith(`unique,minimal,10000,${participant},puzzle,`));
    assert.equal(Number(line.split(',')[5]), figure, name);
  }
  assert.match(run, /machine: AMD EPYC.*Zen 4/);
  // The loops: the column of the hard board in the first table of the ladder.
  for (const [name, rung, figure] of LOOPS) {
    const line = read('../../ladder/README.md').split('\n').find((row) => row.startsWith(`| ${rung} |`));
    assert.equal(Number(line.split('|')[5]), figure, name);
  }
});

test('the page is small', () => {
  // File by file, as servers send them.
  const compressed = (files) => files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), {level: 9}).length, 0);
  const sizes = [PAGE_FILES.filter((file) => file !== 'lanedoku.js'), ['lanedoku.js'], ['lanedoku-simd.wasm']].map(compressed);
  console.log(`After gzip: the page ${sizes[0]} bytes, the engine's JavaScript ${sizes[1]}, the engine ${sizes[2]}`);
  assert(sizes[0] <= 33000 && sizes[2] <= 160000, `${sizes}`);
});

test('no inline script or style, and no address of another site', () => {
  const html = read('../index.html');
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  for (const file of ['index.html', 'style.css', ...readdirSync(new URL('../src', import.meta.url)).map((name) => `src/${name}`)]) {
    const found = read(`../${file}`).match(/https?:\/\/(?!www\.w3\.org\/2000\/svg)\S+/);
    assert.equal(found, null, file);
  }
});
