// The page, used as people use it, in a browser.

import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {after, afterEach, before, test} from 'node:test';
import {folder, require} from '../build.mjs';
import {loadSync} from '../../wasm/lanedoku.js';
import {toLine} from '../src/cells.js';
import {EASY, HARD, MANY, TWO, cell, head, paste, says, seen, start, verdict} from './browser.mjs';

const lz = require('lz-string');
let loaded;
const engine = () => (loaded ??= Object.assign(loadSync(readFileSync(`${folder}/lanedoku.wasm`)), {lines: toLine}));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const SOLVED = '812753649943682175675491283154237896369845721287169534521974368438526917796318452';
const BY_TOUCH = {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true};
const SMALL = {...BY_TOUCH, viewport: {width: 360, height: 640}};

let site;
const pages = [];
before(async () => { site = await start(); });
after(async () => { await site.stop(); });

async function visit(options) {
  const page = await site.visit(options);
  pages.push(page);
  return page;
}
// No test may leave an error behind, or a violation of the content security policy.
afterEach(async () => {
  for (const page of pages.splice(0)) {
    await page.context().close();
    assert.deepEqual(page.problems, []);
  }
});

const text = (page, selector) => page.locator(selector).innerText();
const focusBoard = (page) => page.locator('#board [tabindex="0"]').focus();
const facts = async (page) => Object.fromEntries(await page.$$eval('#facts > div:not([hidden])', (rows) => rows.map((row) => [...row.children].map((part) => part.textContent))));
// The cells that have a ring over them.
const ringed = (page) => page.$$eval('#over circle', (rings) => rings.map((ring) => 9 * (ring.getAttribute('cy') - 5) / 10 + (ring.getAttribute('cx') - 5) / 10).sort((a, b) => a - b));
const changed = (digits, at, digit) => digits.slice(0, at) + digit + digits.slice(at + 1);

async function drop(page, name, content) {
  await page.evaluate(([file, data]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([typeof data === 'string' ? data : new Uint8Array(data)], file));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
  }, [name, content]);
}

// ── The answer ──

test('a pasted puzzle is solved within the same frame', async () => {
  const page = await visit();
  const inFrame = await page.evaluate((puzzle) => {
    const data = new DataTransfer();
    data.setData('text', puzzle);
    document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
    return new Promise((resolve) => requestAnimationFrame(() => resolve(document.getElementById('v-head').textContent)));
  }, HARD);
  assert.equal(inFrame, 'One solution.');
  assert.equal(await seen(page), SOLVED);
  await page.waitForFunction(() => / in .* second\.$/.test(document.getElementById('v-sub').textContent));
  assert.equal(await page.locator('#line').inputValue(), HARD);
});

test('the clipboard is pasted by key and by button, as a line, as nine lines, as a drawing', async () => {
  const page = await visit();
  const lines = HARD.match(/.{9}/g);
  const drawn = lines.map((line, at) => `${line.replace(/(...)(?=.)/g, '$1|')}${at % 3 === 2 && at < 8 ? '\n---+---+---' : ''}`).join('\n');
  for (const form of [HARD, lines.join('\n'), drawn, HARD.replaceAll('.', '0')]) {
    await paste(page, form);
    await verdict(page, 'One solution.');
    assert.equal(await seen(page), SOLVED);
    await page.click('#clear');
    await page.evaluate((content) => navigator.clipboard.writeText(content), form);
    await page.click('#paste');
    await verdict(page, 'One solution.');
    assert.equal(await seen(page), SOLVED);
    await page.click('#clear');
    await verdict(page, 'Your puzzle goes here.');
  }
});

test('a puzzle typed into the line is solved', async () => {
  const page = await visit();
  await page.fill('#line', HARD.slice(0, 30));
  assert.equal(await text(page, '#line-error'), '30 of 81 characters');
  await page.fill('#line', HARD);
  await verdict(page, 'One solution.');
  assert.equal(await text(page, '#line-error'), '');
});

test('digits typed on the board are clues, and each is answered', async () => {
  const page = await visit();
  await focusBoard(page);
  for (const [at, character] of [...EASY.slice(0, 40)].entries()) {
    await page.keyboard.press(character);
    if (at === 20) assert.equal(await head(page).textContent(), 'Many solutions.');
  }
  assert.match(await text(page, '#v-sub'), /^\d+ clues so far; a puzzle with one solution has 17 or more\./);
  for (const character of EASY.slice(40)) await page.keyboard.press(character);
  await verdict(page, 'One solution.');
});

test('two equal clues are both marked and named, and the answer comes back', async () => {
  const page = await visit();
  await paste(page, changed(HARD, 6, 8));
  await verdict(page, 'Two 8s in row 1.');
  assert.deepEqual(await page.$$eval('.bad', (cells) => cells.map((element) => element.querySelector('.vh').textContent)),
    ['row 1, column 1, clue 8, collides', 'row 1, column 7, clue 8, collides']);
  assert.equal(await page.locator('#over .clash').count(), 3);
  assert.deepEqual(await ringed(page), [0, 6]);
  // What has no answer is not taken by the loop, which keeps its example.
  assert.match(await text(page, '#l-which'), /^This is an example/);
  await cell(page, 1, 7).click();
  await page.keyboard.press('Delete');
  await verdict(page, 'One solution.');
  assert.equal(await text(page, '#l-which'), 'This is your puzzle.');
});

test('two solutions are shown with their differences, together and one by one', async () => {
  const page = await visit();
  await paste(page, TWO);
  await verdict(page, 'Two solutions.');
  assert.match(await text(page, '#v-sub'), /differ in the 6 marked cells/);
  assert.equal(await page.locator('.diff').count(), 6);
  assert.match(await says(page, 7, 3), /^row 7, column 3, \d or \d$/);
  await page.getByRole('radio', {name: 'First', exact: true}).check();
  const first = await seen(page);
  await page.getByRole('radio', {name: 'Second'}).check();
  const second = await seen(page);
  for (const solution of [first, second]) {
    assert.match(solution, /^[1-9]{81}$/);
    assert([...TWO].every((clue, at) => clue === '.' || clue === solution[at]));
  }
  assert.equal([...first].filter((digit, at) => digit !== second[at]).length, 6);
});

test('by hand, two solutions are told without marks that are not there', async () => {
  const page = await visit();
  await paste(page, TWO);
  await verdict(page, 'Two solutions.');
  await page.getByRole('radio', {name: 'By hand'}).check();
  assert.equal(await text(page, '#v-sub'), 'The answer shows where they differ.');
  assert.equal(await page.locator('.diff').count(), 0);
});

test('many solutions: what is settled is shown, and all are counted in a worker, in English everywhere', async () => {
  const page = await visit({locale: 'de-DE'});
  await paste(page, MANY);
  await verdict(page, 'More than 499 solutions.');
  assert.match(await text(page, '#v-sub'), /In all of them, 3 cells are the same, in blue/);
  assert.equal(await page.locator('.sol:not(.loose)').count(), 3);
  await page.click('#count');
  await page.waitForFunction(() => /^[\d,]+ solutions\.$/.test(document.getElementById('v-head').textContent), null, {timeout: 60000});
  assert.equal(await head(page).textContent(), '809,004 solutions.');
});

test('so many solutions are said so, whether two or a dozen, and a board of 17 clues has both of its solutions shown', async () => {
  const page = await visit();
  const WORDS = ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', '10', '11', '12'];
  // Clues are taken out of solved boards, one after the other; what is met on the way has so many solutions.
  const found = new Map();
  for (let seed = 0; found.size < WORDS.length && seed < 400; seed++) {
    const board = engine().shuffle(SOLVED, {seed});
    const order = Array.from({length: 81}, (_, cell) => (cell * 34 + 7 * seed) % 81);
    for (const cell of order) {
      board[cell] = 0;
      const count = engine().visit(board, () => {}, {max: 13});
      if (count === 13) break;
      if (count > 1 && !found.has(count)) found.set(count, engine().lines(board));
    }
  }
  assert.equal(found.size, WORDS.length);
  for (const [count, board] of found) {
    await paste(page, board);
    await verdict(page, `${WORDS[count - 2]} solutions.`);
  }
  // With 17 clues, two solutions are shown; with 16, the page waits for more clues.
  const sixteen = '.......................2.3......3.2...1.4......5....6..3......4.7..8...962...7...';
  const {solution} = engine().solve(sixteen);
  const seventeen = Array.from(sixteen, (clue, at) => (clue === '.' ? changed(sixteen, at, solution[at]) : sixteen))
    .find((board) => board !== sixteen && engine().visit(board, () => {}, {max: 2}) === 2);
  for (const [board, pairs] of [[seventeen, 3], [sixteen, 0]]) {
    await paste(page, board);
    await page.waitForFunction((wanted) => document.querySelectorAll('#v-extra [name=pair]').length === wanted, pairs, {timeout: 5000});
    assert.equal(await page.locator('.diff').count() > 0, pairs > 0);
  }
  await verdict(page, 'Many solutions.');
  assert.match(await text(page, '#v-sub'), /^16 clues so far/);
});

test('the time of a search is that of its clock', async () => {
  // A clock that goes on by a millisecond whenever it is read: six searches take six of them.
  const page = await visit({before: (fresh) => fresh.addInitScript(() => {
    let now = 0;
    performance.now = () => ++now;
  })});
  await paste(page, HARD);
  await page.waitForFunction(() => / second\.$/.test(document.getElementById('v-sub').textContent));
  assert.equal(await text(page, '#v-sub'), 'Found, and shown to be the only one, in 1 thousandths of a second.');
});

test('a worker that fails is told, and the next board is answered', async () => {
  const page = await visit({before: (fresh) => fresh.addInitScript(() => {
    globalThis.Worker = class {
      postMessage({name}) { queueMicrotask(() => this.onmessage({data: name === 'warm' ? {result: null} : {error: 'out of memory'}})); }
      terminate() {}
    };
  })});
  await paste(page, changed(HARD, 8, 4));
  await verdict(page, 'The solver failed.');
  assert.equal(await text(page, '#v-sub'), 'out of memory');
  await page.click('#clear');
  await paste(page, TWO);
  await verdict(page, 'Two solutions.');
});

test('a count without end shows its share, leaves the page alive, and can be stopped', async () => {
  const page = await visit();
  await paste(page, changed('.'.repeat(81), 0, 1));
  await verdict(page, 'Many solutions.');
  await page.click('#count');
  const progress = page.locator('#v-extra .count');
  await page.waitForFunction(() => /^[\d,]{7,} solutions so far, about [\d.]+% searched/.test(document.querySelector('#v-extra .count')?.textContent));
  await focusBoard(page);
  await page.keyboard.press('ArrowRight');
  assert.match(await page.evaluate(() => document.activeElement.querySelector('.vh').textContent), /^row 1, column 2/);
  await page.click('#stop');
  assert.match(await progress.textContent(), /then stopped/);
  const stopped = await progress.textContent();
  await page.waitForTimeout(300);
  assert.equal(await progress.textContent(), stopped);
  // Again, and ended by a change of the board.
  await page.click('#count');
  await cell(page, 5, 5).click();
  await page.keyboard.press('2');
  await page.waitForFunction(() => document.getElementById('count'));
});

test('no solution: the clue that is a slip is marked and can be taken out', async () => {
  const page = await visit();
  await paste(page, changed(HARD, 8, 4));
  await verdict(page, 'No solution.');
  const button = page.getByRole('button', {name: 'Take out the 4 in row 1, column 9'});
  await button.waitFor();
  assert.deepEqual(await ringed(page), [8]);
  await button.click();
  await verdict(page, 'One solution.');
  // The button is gone; the focus is on its cell.
  assert.match(await page.evaluate(() => document.activeElement.querySelector('.vh').textContent), /^row 1, column 9/);
});

test('a search that takes long goes on in a worker', async () => {
  const page = await visit();
  const puzzles = readFileSync(new URL('../../tests/attack/hard_candidates.txt', import.meta.url), 'utf8').split('\n').filter((line) => /^[0-9.]{729}$/.test(line));
  await paste(page, puzzles[0]);
  await verdict(page, 'One solution.');
  assert.match(await text(page, '#v-sub'), /in \d+(\.\d+)? (thousandths of a second|seconds)\./);
  // Stopped by the next puzzle, before it has ended.
  await page.evaluate(([long, short]) => {
    for (const puzzle of [long, short]) {
      const data = new DataTransfer();
      data.setData('text', puzzle);
      document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
    }
  }, [puzzles[1], HARD]);
  await verdict(page, 'One solution.');
  await page.waitForTimeout(500);
  assert.equal(await page.locator('#line').inputValue(), HARD);
});

test('facts', async () => {
  const page = await visit();
  await paste(page, EASY);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  const of = await facts(page);
  assert.equal(of.Clues, '30, 51 cells open');
  assert.match(of.Needs, /^hidden single, the hardest of 51 steps$/);
  assert.match(of.Rating, /^1\.5 on the scale/);
  assert.match(of.Minimal, /^no: any of 12 clues could go/);
  assert.match(of['Canonical form'], /^[.1-9]{81}/);
  await page.getByRole('button', {name: 'Thin it out'}).click();
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('yes: every clue is needed'));
  await verdict(page, 'One solution.');
  const left = parseInt((await facts(page)).Clues);
  assert.equal(await page.locator('#toast').textContent(), `${30 - left} ${left === 29 ? 'clue' : 'clues'} taken out`);
  // Every disguise has the same canonical form.
  await paste(page, [...EASY].map((digit) => (digit === '.' ? '.' : (+digit % 9) + 1)).join(''));
  await page.waitForFunction((line) => document.getElementById('facts').textContent.includes(line), of['Canonical form'].slice(0, 81));
});

test('a puzzle beyond the techniques is called so, with the least that it can be', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  const of = await facts(page);
  assert.match(of.Needs, /^more than dynamic forcing chains/);
  assert.match(of.Rating, /^at least 9\.0 /);
  await page.click('#hint');
  await page.waitForFunction(() => /chains within chains, or a guess/.test(document.getElementById('hintcard').textContent));
});

// ── By hand ──

test('digits, marks, undo and redo by hand', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.getByRole('radio', {name: 'By hand'}).check();
  assert.equal(await seen(page), HARD);
  await cell(page, 1, 2).click();
  await page.keyboard.press('1');
  assert.equal(await says(page, 1, 2), 'row 1, column 2, 1, by hand');
  await page.keyboard.press('2');
  assert.match(await says(page, 1, 2), /2, by hand, wrong/);
  await page.keyboard.press('z');
  assert.match(await says(page, 1, 2), /1, by hand$/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('y');
  assert.match(await says(page, 1, 2), /1, by hand$/);
  await page.keyboard.press('.');
  assert.match(await says(page, 1, 2), /open$/);
  await page.keyboard.press('m');
  const before = await says(page, 1, 2);
  assert.match(before, /open, can be 1 2 4 6$/);
  await page.keyboard.press('Shift+2');
  assert.match(await says(page, 1, 2), /can be 1 4 6$/);
  assert.equal(await page.locator('.m .gone').count(), 1);
  await page.keyboard.press('2');
  assert.equal(await says(page, 1, 2), before);
  // A clue stays.
  await cell(page, 1, 1).click();
  await page.getByRole('radio', {name: 'Digits'}).check();
  await page.locator('#keys button').nth(4).click();
  assert.equal(await says(page, 1, 1), 'row 1, column 1, clue 8');
});

test('hints alone solve a puzzle, by keyboard', async () => {
  const page = await visit();
  await paste(page, EASY);
  await verdict(page, 'One solution.');
  await focusBoard(page);
  for (let steps = 0; steps < 52 && await head(page).textContent() !== 'Done.'; steps++) {
    await page.keyboard.press('h');
    await page.waitForSelector('#hintcard:not([hidden])');
    await page.keyboard.press('Enter');
  }
  await verdict(page, 'Done.');
});

test('hints that strike marks lead on: no step comes twice, and none after its board has changed', async () => {
  const page = await visit();
  await paste(page, '...3...4...2.49......2..1.9....96....46..5..3....1..8..61.....55.....3..27..6...4');
  await verdict(page, 'One solution.');
  await focusBoard(page);
  const told = new Set();
  while (await head(page).textContent() !== 'Done.') {
    await page.keyboard.press('h');
    await page.waitForSelector('#hintcard .primary');
    const step = await text(page, '#hintcard p');
    assert(!told.has(step), step);
    told.add(step);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#hintcard', {state: 'hidden'});
  }
  assert([...told].some((step) => / lose | loses /.test(step)), [...told].join());
  // Asked for and, in the same moment, not wanted any more.
  await page.evaluate(() => document.getElementById('undo').click());
  await page.evaluate(() => { for (const id of ['hint', 'undo']) document.getElementById(id).click(); });
  await page.waitForTimeout(700);
  assert(await page.locator('#hintcard').isHidden());
});

test('a hint shows its unit, its cells and one sentence; Escape closes it', async () => {
  const page = await visit();
  await paste(page, EASY);
  await verdict(page, 'One solution.');
  await focusBoard(page);
  await page.keyboard.press('h');
  await page.waitForSelector('#hintcard:not([hidden])');
  assert.match(await text(page, '#hintcard p'), /^In .*\.$/);
  assert(await page.locator('#over .house').count() > 0 && await page.locator('.unit').count() === 9 && await page.locator('.tgt').count() === 1);
  await page.keyboard.press('Escape');
  assert(await page.locator('#hintcard').isHidden());
  assert.equal(await page.locator('#over > *').count(), 0);
});

test('hints strike marks, and name a wrong digit or mark first', async () => {
  const page = await visit();
  await paste(page, '...3...4...2.49......2..1.9....96....46..5..3....1..8..61.....55.....3..27..6...4');
  await verdict(page, 'One solution.');
  await focusBoard(page);
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('h');
    await page.waitForSelector('#hintcard .primary');
    if (/Strike/.test(await text(page, '#hintcard .primary'))) break;
    await page.keyboard.press('Enter');
  }
  const cuts = await page.locator('.m .cut').count();
  assert(cuts > 0 && await page.locator('.m .hit').count() > 0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('m');
  assert.equal(await page.locator('.m .gone').count(), cuts);
  await page.keyboard.press('m');
  await page.keyboard.press('Escape');

  await paste(page, HARD);
  await page.getByRole('radio', {name: 'By hand'}).check();
  await cell(page, 1, 2).click();
  await page.keyboard.press('4');
  await page.keyboard.press('h');
  assert.equal(await text(page, '#hintcard p'), 'The 4 in row 1, column 2 is wrong.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+1');
  await page.keyboard.press('h');
  assert.equal(await text(page, '#hintcard p'), 'The mark 1 in row 1, column 2 was struck, and should not be.');
});

test('new puzzles: as asked for, and the same from the same seed', async () => {
  const page = await visit();
  const make = async (needs, symmetry, seed) => {
    await page.click('#make summary');
    await page.selectOption('#make-needs', {label: needs});
    await page.selectOption('#make-symmetry', symmetry);
    await page.fill('#make-seed', seed);
    await page.click('#make-go');
    await page.waitForFunction(() => !document.getElementById('make').open, null, {timeout: 60000});
    return page.locator('#line').inputValue();
  };
  const first = await make('anything', 'half-turn', '12345');
  assert([...first].every((digit, at) => (digit === '.') === (first[80 - at] === '.')));
  assert.equal(await head(page).textContent(), 'One solution.');
  assert.notEqual(await make('anything', 'half-turn', '12346'), first);
  assert.equal(await make('anything', 'half-turn', '12345'), first);
  const long = await make('anything', 'none', '123456789012345678');
  assert.equal(await page.locator('#make-say').textContent(), 'Seed 123456789012345678');
  assert.equal(long, engine().lines(engine().generate({seed: 123456789012345678n, attempts: 100000})));
  await make('locked candidates', 'none', '1');
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  assert.match((await facts(page)).Rating, /^2\.[678] /);
  // A wrong seed is named.
  await page.click('#make summary');
  await page.fill('#make-seed', '12x');
  await page.click('#make-go');
  assert.match(await text(page, '#make-say'), /whole number/);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'New puzzle');
});

// ── In and out ──

test('a copied link opens the puzzle again', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.click('#copy-link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${site.address}#${HARD.replaceAll('.', '0')}`);
  await page.click('#copy-text');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), HARD);
  const other = await visit({path: link.slice(site.address.length)});
  await verdict(other, 'One solution.');
  assert.equal(await seen(other), SOLVED);
});

test('links of other sites are read, in the address and from the clipboard', async () => {
  const zeros = HARD.replaceAll('.', '0');
  const load = lz.compressToBase64(JSON.stringify({size: 9, grid: HARD.match(/.{9}/g).map((line) => [...line].map((digit) => (digit === '.' ? {} : {value: +digit, given: true})))}));
  for (const path of [`?s=${HARD}`, `?bd=${zeros}`, `?load=${encodeURIComponent(load)}`, `#${HARD}`]) {
    const page = await visit({path});
    await verdict(page, 'One solution.');
    assert.equal(await page.locator('#line').inputValue(), HARD, path);
  }
  const page = await visit();
  for (const link of [`https://www.f-puzzles.com/?load=${load}`, `https://www.sudokuwiki.org/sudoku.htm?bd=${zeros}`]) {
    await paste(page, link);
    await verdict(page, 'One solution.');
    await page.click('#clear');
  }
  await paste(page, 'https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOA');
  assert.match(await text(page, '#line-error'), /damaged/);
});

test('a puzzle with pencil marks keeps them, in a link, too', async () => {
  const page = await visit();
  const marks = Array.from({length: 81}, (_, at) => (at === 1 ? '1.3......' : '123456789')).join('');
  await paste(page, marks);
  await verdict(page, 'More than 499 solutions.');
  assert.match(await says(page, 1, 2), /can be 1 3$/);
  await page.click('#copy-link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await visit({path: link.slice(site.address.length)});
  await verdict(other, 'More than 499 solutions.');
  assert.match(await says(other, 1, 2), /can be 1 3$/);
});

test('files: dropped, opened, broken, not text, too large', async () => {
  const page = await visit();
  await drop(page, 'puzzle.sdk', `#A comment\n${HARD.match(/.{9}/g).join('\n')}\n`);
  await verdict(page, 'One solution.');
  await page.click('#clear');
  // The same file can be opened again.
  for (let times = 0; times < 2; times++) {
    await page.setInputFiles('#file', {name: 'puzzle.txt', mimeType: 'text/plain', buffer: Buffer.from(HARD)});
    await verdict(page, 'One solution.');
    assert.equal(await page.locator('#file').inputValue(), '');
  }
  for (const [name, content, reason] of [
    ['broken.txt', `${HARD.slice(0, 70)}\n`, /^broken\.txt: .*expected 81 cells/],
    ['picture.png', [137, 80, 78, 71, 0, 0, 0, 13], /^picture\.png: This is not text/],
    ['empty.txt', '', /^empty\.txt: There is nothing in it/],
    ['large.txt', ' '.repeat(1100000), /^large\.txt: This file is larger than a puzzle/],
  ]) {
    await drop(page, name, content);
    await page.waitForFunction((start) => document.getElementById('line-error').textContent.startsWith(start), name);
    assert.match(await text(page, '#line-error'), reason);
    assert.equal(await head(page).textContent(), 'One solution.'); // the board is as it was
  }
  await paste(page, EASY);
  assert.equal(await text(page, '#line-error'), '');
});

test('the work is still there after the page was closed', async () => {
  const page = await visit();
  await paste(page, EASY);
  await page.getByRole('radio', {name: 'By hand'}).check();
  await cell(page, 1, 5).click();
  await page.keyboard.press('4');
  await page.waitForTimeout(600);
  await page.reload();
  await verdict(page, 'One solution.');
  assert.equal(await says(page, 1, 5), 'row 1, column 5, 4, by hand');
});

test('paper gets the puzzle and nothing else', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({media: 'print'});
  assert(await page.locator('main').isHidden() && await page.locator('#print table').isVisible());
  assert.equal((await page.locator('#print td').allTextContents()).map((digit) => digit || '.').join(''), HARD);
  assert((await page.pdf()).length > 1000);
});

// ── Everywhere ──

test('by keyboard alone: from the top of the page to the answer, the hint and the rest', async () => {
  const page = await visit();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Go to the board');
  await page.keyboard.press('Enter');
  for (const character of EASY) await page.keyboard.press(character);
  await verdict(page, 'One solution.');
  await page.keyboard.press('Control+ArrowDown');
  assert.match(await page.evaluate(() => document.activeElement.querySelector('.vh').textContent), /^row 4, column 1/);
  await page.keyboard.press('End');
  assert.match(await page.evaluate(() => document.activeElement.querySelector('.vh').textContent), /^row 4, column 9/);
  await page.keyboard.press('s');
  assert(await page.getByRole('radio', {name: 'By hand'}).isChecked());
  await page.keyboard.press('s');
  // The board is one stop of the tab key; everything that can be used is reached, and seen when it is.
  const reached = new Set();
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press('Tab');
    const [id, outlined] = await page.evaluate(() => {
      const {activeElement: element} = document;
      const target = element.matches('.seg input') ? element.parentElement : element;
      const style = getComputedStyle(target);
      return [element.id || element.name || element.textContent, style.outlineStyle !== 'none' || style.boxShadow !== 'none'];
    });
    if (reached.has(id) && id === 'undo') break;
    reached.add(id);
    assert(outlined || id === '' || id.includes('Lanedoku'), `the focus is seen on ${id}`);
  }
  for (const id of ['undo', 'erase', 'clear', 'use', 'hint', 'New puzzle', 'copy-link', 'copy-text', 'print-it', 'Keys', 'l-run', 'l-step', 'l-speed', 'n-run', 'n-step', 'n-lanes', 'r-go', 'theme', 'line', 'paste', 'open']) {
    assert(reached.has(id), `${id} is reached by the tab key: ${[...reached]}`);
  }
});

test('a screen reader hears the verdict, the hint and what was not done', async () => {
  const page = await visit();
  const live = page.locator('#live[role=status]');
  const hears = (pattern) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.getElementById('live').textContent), pattern.source);
  await paste(page, HARD);
  await hears(/^One solution\. Found, and shown to be the only one\.$/);
  await page.getByRole('radio', {name: 'By hand'}).check();
  await cell(page, 1, 1).click();
  await page.keyboard.press('3');
  await hears(/row 1, column 1 is a clue/);
  await paste(page, 'abc');
  await hears(/expected 81 cells/);
  await paste(page, EASY);
  await page.click('#hint');
  await hears(/^Hidden single\. In /);
  assert.equal(await live.count(), 1);
  assert.equal(await page.locator('[role=grid] > [role=row] > [role=gridcell]').count(), 81);
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  // The focus is where a digit typed now would go: in the cell of the hint.
  await page.keyboard.press('Tab');
  await focusBoard(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('h');
  await page.waitForFunction(() => / is the hint$/.test(document.activeElement.querySelector('.vh')?.textContent));
});

test('a screen reader hears the steps and the sweeps that it asked for, and no counter that runs', async () => {
  const page = await visit();
  const heard = () => page.locator('#live').textContent();
  const hears = (pattern) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.getElementById('live').textContent), pattern.source);
  // Three more tell what their own buttons have done. Whatever counts tells nothing.
  assert.deepEqual(await page.$$eval('output, [role=status], [aria-live]:not([aria-live=off])', (regions) => regions.map(({id}) => id)),
    ['make-say', 'w-say', 'live']);
  await paste(page, HARD);
  await hears(/^One solution/);
  await page.click('#l-step');
  await hears(/^step 1, .* The lowest that fits is 1: forward\.$/);
  await page.locator('#l-speed').fill('2.4');
  assert.equal(await page.locator('#l-speed').getAttribute('aria-valuetext'), '250 steps a second');
  const before = await heard();
  await page.click('#l-run');
  await page.waitForFunction(() => +document.querySelector('#l-count b').textContent > 200);
  assert.equal(await heard(), before);
  await page.locator('#l-speed').fill('7');
  await hears(/^Solved in 99,056 steps\./);
  await page.click('#n-step');
  await hears(/^Sweep 1\. Puzzles done: One lane: 0\. /);
  await page.locator('#n-lanes').focus();
  await page.keyboard.press('ArrowRight');
  await hears(/^Lane 5: puzzle 6$/);
  await page.click('#r-go');
  await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000});
  await hears(/^100,000 puzzles in /);
});

test('axe finds nothing, in any state, light and dark', async () => {
  const states = {
    empty: async () => {},
    unique: (page) => paste(page, HARD),
    two: (page) => paste(page, TWO),
    counting: async (page) => { await paste(page, changed('.'.repeat(81), 0, 1)); await page.click('#count'); await page.waitForSelector('#stop'); },
    none: async (page) => { await paste(page, changed(HARD, 8, 4)); await page.waitForSelector('.chip'); },
    collision: (page) => paste(page, changed(HARD, 6, 8)),
    marks: async (page) => { await paste(page, EASY); await page.getByRole('radio', {name: 'By hand'}).check(); await page.getByRole('radio', {name: 'Marks'}).check(); },
    hint: async (page) => { await paste(page, EASY); await page.click('#hint'); await page.waitForSelector('#hintcard:not([hidden])'); },
    error: (page) => paste(page, 'abc'),
    loop: async (page) => { await page.click('#l-step'); await page.click('#w-go'); await page.waitForSelector('#w-here b'); },
    lanes: (page) => page.click('#n-step'),
    race: async (page) => { await page.click('#r-go'); await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000}); },
    make: (page) => page.click('#make summary'),
    keys: (page) => page.click('#help summary'),
  };
  for (const [name, reach] of Object.entries(states)) {
    const page = await visit({bypassCSP: true});
    await reach(page);
    await page.evaluate(axe);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme});
      const {violations} = await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ['violations']}));
      assert.deepEqual(violations.map(({id, nodes}) => `${name}, ${colorScheme}: ${id}: ${nodes.map((node) => node.html).slice(0, 3)}`), []);
    }
    await page.context().close();
  }
});

test('nothing overflows from 360 to 1600 pixels, and what a finger hits is large enough', async () => {
  const page = await visit({...BY_TOUCH});
  await paste(page, EASY);
  await page.click('#hint');
  await page.waitForSelector('#hintcard:not([hidden])');
  for (const width of [360, 390, 600, 768, 860, 861, 1024, 1080, 1280, 1600]) {
    await page.setViewportSize({width, height: 800});
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} pixels`);
  }
  await page.setViewportSize({width: 390, height: 844});
  const small = await page.$$eval('main button, main summary, .seg label, #theme, .field input', (elements) => elements
    .filter((element) => element.offsetParent).map((element) => [element.textContent || element.id, element.getBoundingClientRect()])
    .filter(([, {height}]) => height < 36).map(([name, {height}]) => `${name}: ${height}`));
  assert.deepEqual(small, []);
});

test('a phone: tapped, typed with the keys below the board, which keep their place', async () => {
  const page = await visit({...BY_TOUCH});
  await paste(page, HARD);
  const place = () => page.locator('#keys').boundingBox();
  const before = await place();
  await page.locator('#use label').nth(1).tap();
  await cell(page, 1, 2).tap();
  await page.locator('#keys button').nth(0).tap();
  assert.equal(await says(page, 1, 2), 'row 1, column 2, 1, by hand');
  assert.deepEqual(await place(), before);
  await page.locator('#erase').tap();
  assert.match(await says(page, 1, 2), /open$/);
});

test('a message leaves the board where it is', async () => {
  for (const options of [{}, SMALL]) {
    const page = await visit(options);
    await paste(page, HARD);
    const before = await page.locator('#board').boundingBox();
    await paste(page, 'hello');
    assert.match(await text(page, '#line-error'), /expected 81 cells/);
    assert.deepEqual(await page.locator('#board').boundingBox(), before);
  }
});

test('a small phone: pencil marks in their places, the keys beside the board however it is held, words that do not overlap', async () => {
  const page = await visit(SMALL);
  await paste(page, HARD);
  await page.locator('#use label').nth(1).tap();
  await page.locator('#mode label').nth(1).tap();
  // Digit 5 is in the middle of its cell, and every mark lies inside of it.
  const astray = () => page.$$eval('.m', (boxes) => boxes.flatMap((box) => {
    const cell = box.parentElement.getBoundingClientRect();
    return [...box.children].filter((mark) => mark.textContent).filter((mark) => {
      const {left, right, top, bottom} = mark.getBoundingClientRect();
      const off = Math.abs((top + bottom - cell.top - cell.bottom) / 2);
      return left < cell.left - 1 || right > cell.right + 1 || top < cell.top - 1 || bottom > cell.bottom + 1
        || mark.textContent === '5' && off > 1.5;
    }).map((mark) => `${mark.textContent} in ${box.parentElement.querySelector('.vh').textContent}`);
  }));
  assert.deepEqual(await astray(), []);
  // A digit that cannot be there is refused in words.
  await cell(page, 1, 2).tap();
  await page.locator('#keys button').nth(7).tap();
  assert.equal(await text(page, '#toast'), '8 is excluded there');
  // What a second tap on the same place would hit stays away: the buttons keep their place beside a hint of one line.
  await paste(page, EASY);
  const place = () => page.$eval('#hint', (button) => button.getBoundingClientRect().top - document.getElementById('board').getBoundingClientRect().top);
  const before = await place();
  await page.locator('#hint').tap();
  await page.waitForSelector('#hintcard .primary');
  assert(Math.abs(await place() - before) < 4);

  await page.setViewportSize({width: 640, height: 360});
  assert.deepEqual(await astray(), []);
  const [board, keys] = [await page.locator('#board').boundingBox(), await page.locator('#keys').boundingBox()];
  assert(keys.y + keys.height - board.y <= 360, 'the board and its keys are seen together');
  await page.setViewportSize({width: 360, height: 640});
  const overlap = await page.$$eval('.wb, .pl, .pl .ax', (rows) => rows.filter((row) => row.scrollHeight > row.clientHeight + 1
    || [...row.querySelectorAll(':scope > em')].some((em, at, all) => at && em.getBoundingClientRect().left < all[at - 1].getBoundingClientRect().right)).map((row) => row.textContent));
  assert.deepEqual(overlap, []);
});

test('dark: as the system has it, or by the button, which is remembered', async () => {
  const page = await visit({colorScheme: 'dark'});
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await paper(), 'rgb(19, 20, 22)');
  await page.click('#theme');
  assert.equal(await paper(), 'rgb(253, 252, 250)');
  await page.reload();
  assert.equal(await paper(), 'rgb(253, 252, 250)');
});

test('nothing starts by itself', async () => {
  const page = await visit({before: (fresh) => fresh.addInitScript(() => {
    globalThis.frames = 0;
    const request = requestAnimationFrame;
    globalThis.requestAnimationFrame = (f) => { globalThis.frames++; return request(f); };
  })});
  await paste(page, HARD);
  await page.waitForTimeout(700);
  assert.equal(await page.evaluate(() => globalThis.frames), 0);
});

test('without WebAssembly, the board works as a board and says so', async () => {
  const page = await visit({engine: 'missing', before: (fresh) => fresh.addInitScript(() => { delete globalThis.WebAssembly; })});
  assert.match(await text(page, '#v-sub'), /no WebAssembly\. The board works as a board/);
  await paste(page, HARD);
  await verdict(page, 'No solver here.');
  await cell(page, 1, 2).click();
  await page.keyboard.press('8');
  await verdict(page, 'Two 8s in row 1.');
  await page.keyboard.press('z');
  await page.keyboard.press('m');
  assert.match(await says(page, 1, 2), /can be 1 2 4 6$/);
  await page.click('#copy-text');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), HARD);
  await paste(page, 'abc');
  assert.match(await text(page, '#line-error'), /81 characters only/);
  assert(await page.locator('#r-go').isDisabled() && await page.locator('#l-run').isDisabled() && await page.locator('#n-run').isDisabled());
});

test('without vector instructions, the plain module does it all', async () => {
  const page = await visit({before: (fresh) => fresh.addInitScript(() => { WebAssembly.validate = () => false; })});
  await paste(page, HARD);
  await verdict(page, 'One solution.');
  assert.equal(await seen(page), SOLVED);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  assert.match((await facts(page)).Search, /steps, without vectors$/);
  await page.click('#r-go');
  await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000});
  assert.match(await text(page, '#r-sub'), /by the build without vectors\. Each has one solution; every answer was checked\./);
});

// wasm/tests/run.sh writes the answers of the native library, and compares them in node.
const ANSWERS = new URL(`file://${folder}/../wasm-tests/answers.txt`);
test('both modules answer in this browser as the native library does', {skip: !existsSync(ANSWERS) && 'NOT RUN: native answers, which wasm/tests/run.sh writes'}, async () => {
  const sets = readFileSync(ANSWERS, 'utf8').split(/^# .*\n/m).slice(1)
    .map((set) => set.split('\n').map((line) => line.split(' ')).filter((fields) => fields.length === 5).slice(0, 60));
  assert(sets.filter((set) => set.length >= 50).length >= 1);
  const page = await visit();
  for (const file of ['lanedoku-simd.wasm', 'lanedoku.wasm']) {
    const found = await page.evaluate(async ([name, puzzles]) => {
      const {load} = await import('/lanedoku.js');
      const engine = await load({module: await (await fetch(`/${name}`)).arrayBuffer()});
      return puzzles.map((puzzle) => {
        const {status, solution, steps, guesses} = engine.solve(puzzle);
        return [puzzle, status, solution ? Array.from(solution, (digit) => digit || '.').join('') : '-', String(steps), String(guesses)];
      });
    }, [file, sets.flat().map(([puzzle]) => puzzle)]);
    assert.deepEqual(found, sets.flat(), file);
  }
});

test('the board is drawn before the engine is there, and what is typed meanwhile is solved', async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  const page = await visit({
    engine: null,
    before: async (fresh) => {
      // A service worker that starts early gives the engine out of its cache, past the route.
      await fresh.addInitScript(() => { navigator.serviceWorker.register = () => new Promise(() => {}); });
      await fresh.route('**/*.wasm', async (route) => { await held; await route.continue(); });
    },
  });
  await page.waitForSelector('[role=gridcell]');
  await paste(page, HARD);
  await verdict(page, 'One moment.');
  assert.equal(await seen(page), HARD);
  release();
  await verdict(page, 'One solution.');
});

test('a new version deletes its old caches, and none of another page of the host', async () => {
  const page = await visit({before: (fresh) => fresh.addInitScript(() => Promise.all(['lanedoku-page-old', 'other'].map((name) => caches.open(name))))});
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => !await caches.has('lanedoku-page-old'));
  assert(await page.evaluate(() => caches.has('other')));
});

test('offline after one visit, and no request after the first load', async () => {
  const page = await visit();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  const asked = site.asked.length;
  await paste(page, EASY);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  await page.click('#hint');
  await page.waitForSelector('#hintcard:not([hidden])');
  assert.deepEqual(site.asked.slice(asked), []);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-engine=ready]');
  await paste(page, HARD);
  await verdict(page, 'One solution.');
  await page.click('#r-go');
  await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000});
  // On a reload, the browser itself looks for a new version.
  assert.deepEqual(site.asked.slice(asked).filter((path) => path !== '/service-worker.js'), []);
});

// ── The loop, the lanes, the race ──

const steps = async (page) => +(await text(page, '#l-count b')).replaceAll(',', '');

test('the loop: step by step, back, to the end as fast as it goes, and in another order', async () => {
  const page = await visit();
  await paste(page, HARD);
  assert.equal(await text(page, '#l-which'), 'This is your puzzle.');
  assert.equal(await text(page, '#l-say'), 'One step visits one open cell.');
  assert(await page.locator('#l-back').isDisabled());
  await page.click('#l-step');
  assert.equal(await text(page, '#l-say'), 'The cell was empty: lines 1 to 3 change nothing. The lowest that fits is 1: forward.');
  assert.equal(await page.locator('#b-f.now').count(), 1);
  // The bits of line 6, pick, of the step forward.
  assert.equal(await page.$$eval('#l-body .ln:nth-child(6) .fw i', (bits) => bits.map((bit) => bit.textContent).join('')), '1········');
  await page.click('#l-step');
  await page.click('#l-step');
  assert.equal(await steps(page), 3);
  await page.click('#l-back');
  assert.equal(await steps(page), 2);
  await page.locator('#l-speed').fill('7');
  await page.click('#l-run');
  await page.waitForFunction(() => document.getElementById('l-count').textContent === 'Solved in 99,056 steps');
  assert(await page.locator('#l-step').isDisabled());
  // From the end of a long search one step back.
  await page.click('#l-back');
  assert.equal(await steps(page), 99055);
  await page.click('#l-order label:nth-of-type(2)');
  assert.equal(await steps(page), 0);
  await page.click('#l-run');
  await page.waitForFunction(() => document.getElementById('l-count').textContent.startsWith('Solved in'));
  assert.notEqual(await steps(page), 99056);
  await page.click('#l-again');
  assert.equal(await steps(page), 0);
  await page.click('#clear');
  assert.match(await text(page, '#l-which'), /example/);
});

test('the words beside a slider are its value, at every place of it', async () => {
  const page = await visit();
  for (const id of ['l', 'n']) {
    const {max, step} = await page.$eval(`#${id}-speed`, ({max, step}) => ({max: +max, step: +step}));
    for (let value = 0; value <= max + 1e-9; value += 3 * step) {
      const place = value.toFixed(2);
      await page.locator(`#${id}-speed`).fill(String(+place));
      const said = await text(page, `#${id}-speedtext`);
      assert.equal(await page.locator(`#${id}-speed`).getAttribute('aria-valuetext'), said);
      if (id === 'l' && +place > 6.95) {
        assert.equal(said, 'as fast as it goes');
        continue;
      }
      const [, figure, many] = said.match(/^([\d.,]+) (?:step|sweep)(s?) a second$/) ?? assert.fail(said);
      const per = Number(figure.replaceAll(',', ''));
      // A sweep is slow enough for tenths, a step is whole.
      assert(Math.abs(per - 10 ** place) <= Math.max(id === 'n' && per < 9.5 ? 0.051 : 0.51, 10 ** place * 0.051), `${place}: ${said}`);
      assert.equal(many, per === 1 ? '' : 's', said);
    }
  }
});

test('the loop runs at its speed, pauses, and draws twice a second with reduced motion', async () => {
  const page = await visit({reducedMotion: 'reduce'});
  await page.locator('#l-speed').fill('3');
  assert.equal(await text(page, '#l-speedtext'), '1,000 steps a second');
  await page.evaluate(() => {
    globalThis.drawings = 0;
    new MutationObserver(() => { globalThis.drawings++; }).observe(document.getElementById('l-count'), {childList: true});
  });
  await page.click('#l-run');
  await page.waitForFunction(() => +document.querySelector('#l-count b').textContent.replaceAll(',', '') > 1200);
  await page.click('#l-run');
  const paused = await steps(page);
  await page.waitForTimeout(300);
  assert.equal(await steps(page), paused);
  // One at the start, one at the pause, and one for each half second between.
  assert(await page.evaluate(() => globalThis.drawings) <= 3 + paused / 500, `${paused} steps`);
});

test('both loops are measured on the puzzle, beside the published figures', async () => {
  const page = await visit();
  await paste(page, HARD);
  assert.match(await text(page, '#w-native'), /V7, without, in assembly\s+8\.4 cycles/);
  await page.click('#w-go');
  await page.waitForFunction(() => /^Measured on this puzzle: /.test(document.getElementById('w-say').textContent), null, {timeout: 30000});
  assert.match(await text(page, '#w-here'), /^Here: V3, with ifs\s+\d+\.\d ns\s+Here: V7, without\s+\d+\.\d ns$/);
});

test('the lanes: sweep by sweep, in three ways', async () => {
  const page = await visit();
  for (let sweeps = 0; sweeps < 40; sweeps++) await page.click('#n-step');
  assert.match(await text(page, '#n-count'), /^40 sweeps, \d+% of the lanes at work$/);
  const done = (await page.locator('#n-mode b').allTextContents()).map(Number);
  assert(done[0] < done[1] && done[1] < done[2], `${done}`);
  await page.locator('#n-mode input').nth(0).check();
  assert.match(await text(page, '#n-count'), /^40 sweeps, 6% /);
  await page.locator('#n-mode input').nth(2).check();
  await page.locator('#n-lanes').focus();
  const before = await text(page, '#n-zoomcap');
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await text(page, '#n-zoomcap'), before);
  await page.locator('#n-speed').fill('2');
  await page.click('#n-run');
  await page.waitForFunction(() => parseInt(document.getElementById('n-count').textContent) > 80);
  assert.equal(await text(page, '#n-run'), 'Pause');
  await page.click('#n-run');
  assert.equal(await text(page, '#n-run'), 'Run');
  const paused = await text(page, '#n-count');
  await page.waitForTimeout(200);
  assert.equal(await text(page, '#n-count'), paused);
  // To start over is to stop, too.
  await page.click('#n-run');
  await page.waitForFunction((before) => document.getElementById('n-count').innerText !== before, paused);
  await page.click('#n-again');
  await page.waitForFunction(() => document.getElementById('n-count').textContent === '0 sweeps');
  await page.waitForTimeout(200);
  assert.deepEqual([await text(page, '#n-count'), await text(page, '#n-run')], ['0 sweeps', 'Run']);
});

test('the race solves 100,000 puzzles, checks them, and names the build', async () => {
  const page = await visit();
  await page.click('#r-go');
  await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000});
  assert.match(await text(page, '#r-sub'), /^100,000 puzzles in .* by the build with simd128\. Each has one solution; every answer was checked\./);
  assert.match(await text(page, '#r-rate'), /^[\d,]+$/);
  assert.match(await text(page, '#r-plot'), /AVX-512\s+4,120,000/);
  assert.match(await text(page, '#r-note'), /AMD EPYC \(Zen 4\), one core/);
});
