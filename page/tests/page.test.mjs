// The puzzle on the page, used as people use it, in a browser.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {folder, require} from '../build.mjs';
import {loadSync} from '../../wasm/lanedoku.js';
import {toLine} from '../src/cells.js';
import {LEVELS} from '../src/levels.js';
import {EASY, HARD, MANY, SOLVED, TWO, cell, changed, facts, focusBoard, head, paste, says, seen, text, verdict, visits} from './browser.mjs';

const all = visits();
const {visit} = all;
const lz = require('lz-string');
let loaded;
const engine = () => (loaded ??= Object.assign(loadSync(readFileSync(`${folder}/lanedoku.wasm`)), {lines: toLine}));
// The cells that have a ring over them.
const ringed = (page) => page.$$eval('#over circle', (rings) => rings.map((ring) => 9 * (ring.getAttribute('cy') - 5) / 10 + (ring.getAttribute('cx') - 5) / 10).sort((a, b) => a - b));

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
  await page.waitForFunction(() => / in .* second the first time, .*ths? once warm\.$/.test(document.getElementById('v-sub').textContent));
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
  assert.deepEqual(await page.$$eval('.bad', (cells) => cells.map((element) => element.ariaLabel)),
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
  await page.waitForFunction(() => / once warm\.$/.test(document.getElementById('v-sub').textContent));
  assert.equal(await text(page, '#v-sub'), 'Found, and shown to be the only one, in 1 thousandths of a second the first time, 1 thousandths once warm.');
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
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^row 1, column 2/);
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
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^row 1, column 9/);
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
  assert.match(of.Rating, /^easy: 1\.5 on the scale/);
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

test('a puzzle that needs chains within chains has its rating and a hint', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  const of = await facts(page);
  assert.match(of.Needs, /^nested .*chains.*, the hardest of \d+ steps/);
  assert.match(of.Rating, /^extreme: 10\.7 /);
  await page.click('#hint');
  await page.waitForFunction(() => /Look at /.test(document.getElementById('hintcard').textContent));
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
  await page.keyboard.press('a');
  const before = await says(page, 1, 2);
  assert.match(before, /open, can be 1 2 4 6$/);
  await page.keyboard.press('m');
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
  const page = await visit({settings: {whole: true}});
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
  const page = await visit({settings: {whole: true}});
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
  const page = await visit({settings: {whole: true}});
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
  const page = await visit({settings: {whole: true, auto: true}});
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
  const ANY = 'any: a third need chains';
  const make = async (needs, symmetry, seed, {technique, clues = ''} = {}) => {
    await page.click('#make summary');
    await page.selectOption('#make-needs', {label: needs});
    if (technique) await page.selectOption('#make-technique', technique);
    await page.selectOption('#make-symmetry', symmetry);
    await page.fill('#make-clues', clues);
    await page.fill('#make-seed', seed);
    await page.click('#make-go');
    await page.waitForFunction(() => !document.getElementById('make').open, null, {timeout: 60000});
    return page.locator('#line').inputValue();
  };
  const first = await make(ANY, 'half-turn', '12345');
  assert([...first].every((digit, at) => (digit === '.') === (first[80 - at] === '.')));
  assert.equal(await head(page).textContent(), 'One solution.');
  assert.notEqual(await make(ANY, 'half-turn', '12346'), first);
  assert.equal(await make(ANY, 'half-turn', '12345'), first);
  const long = await make(ANY, 'none', '123456789012345678');
  assert.equal(await page.locator('#make-say').textContent(), 'Seed 123456789012345678');
  assert.equal(long, engine().lines(engine().generate({seed: 123456789012345678n, attempts: 100000})));
  // Each difficulty is what it says, in words and as a number.
  for (const [word, least, most] of LEVELS) {
    const {rating} = engine().rate(await make(word, 'none', '1'));
    assert(least <= rating && rating <= most, `${word}: ${rating}`);
    await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
    assert((await facts(page)).Rating.startsWith(`${word}: ${rating.toFixed(1)} on the scale`), (await facts(page)).Rating);
  }
  // A technique is not asked for beside a difficulty, which could not be both.
  assert.equal(engine().rate(await make('easy', 'none', '1', {technique: 'naked pair'})).technique, 'naked pair');
  assert.equal(await page.locator('#make-needs option:checked').textContent(), ANY);
  for (const clues of ['30', '28-31']) {
    const count = (await make('easy', 'none', '1', {clues})).replaceAll('.', '').length;
    assert(clues === '30' ? count === 30 : count >= 28 && count <= 31, `${count}`);
  }
  assert.equal(await page.locator('#make-technique').inputValue(), '');
  await page.click('#make summary');
  for (const clues of ['16', '31-28', 'many', '90']) {
    await page.fill('#make-clues', clues);
    await page.click('#make-go');
    assert.match(await text(page, '#make-say'), /number from 17 to 81/);
  }
  await page.fill('#make-clues', '');
  assert.equal(await text(page, '#make-say'), '');
  await page.keyboard.press('Escape');
  // A wrong seed is named.
  await page.click('#make summary');
  await page.fill('#make-seed', '12x');
  await page.click('#make-go');
  assert.match(await text(page, '#make-say'), /whole number/);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'New puzzle');
});

test('pencil marks stand beside digits: own ones, automatic ones, and a mark between two digits', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.getByRole('radio', {name: 'By hand'}).check();
  await cell(page, 1, 2).click();
  for (const keys of ['Shift+4', 'Shift+6']) await page.keyboard.press(keys);
  assert.equal(await says(page, 1, 2), 'row 1, column 2, open, marks 4 6');
  assert(await page.getByRole('radio', {name: 'Digits'}).isChecked());
  await cell(page, 1, 3).click();
  await page.keyboard.press('2');
  assert.equal(await says(page, 1, 3), 'row 1, column 3, 2, by hand');
  for (const mode of ['Marks', 'Digits']) {
    await page.getByRole('radio', {name: mode}).check();
    assert.deepEqual(await page.locator('.m i').allTextContents().then((marks) => marks.filter(Boolean)), ['4', '6'], mode);
  }
  // A mark that a digit excludes is hidden while it does.
  await page.keyboard.press('4');
  await cell(page, 1, 4).click();
  await page.keyboard.press('4');
  assert.equal(await says(page, 1, 2), 'row 1, column 2, open, marks 6');
  await page.keyboard.press('Delete');
  assert.equal(await says(page, 1, 2), 'row 1, column 2, open, marks 4 6');
  // Automatic ones take their place, and give it back; a choice of the player is kept.
  await page.click('#play summary');
  await page.getByLabel('Automatic pencil marks').check();
  assert.match(await says(page, 1, 2), /can be 1 4 6$/);
  await page.reload();
  await page.waitForSelector('html[data-engine=ready]');
  assert.match(await says(page, 1, 2), /can be 1 4 6$/);
  // A key that comes before the page is drawn finds what was kept, too.
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => {
    document.querySelectorAll('[role=gridcell]')[0].dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
    document.querySelectorAll('[role=gridcell]')[1].dispatchEvent(new KeyboardEvent('keydown', {key: 'Delete', bubbles: true}));
  }));
  await page.reload();
  await page.waitForSelector('html[data-engine=ready]');
  assert.match(await says(page, 1, 2), /can be 1 4 6$/);
  await focusBoard(page);
  await page.keyboard.press('a');
  assert.equal(await says(page, 1, 2), 'row 1, column 2, open, marks 4 6');
});

test('equal digits stand out and wrong ones are told, unless the player does not want it', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.getByRole('radio', {name: 'By hand'}).check();
  await cell(page, 1, 1).click();
  assert.equal(await page.locator('.c.same').count(), 3);
  await cell(page, 1, 2).click();
  assert.equal(await page.locator('.same').count(), 0);
  await page.keyboard.press('4');
  assert.equal(await page.locator('.c.same').count(), 3);
  assert.equal(await page.locator('.wrong').count(), 1);
  await page.click('#play summary');
  await page.getByLabel('Equal digits stand out').uncheck();
  await page.getByLabel('Wrong digits are told').uncheck();
  assert.equal(await page.locator('.same, .wrong').count(), 0);
  assert.equal(await says(page, 1, 2), 'row 1, column 2, 4, by hand');
});

test('a message goes when what it was about does', async () => {
  const page = await visit();
  const told = () => page.locator('#line-error').textContent();
  await paste(page, HARD);
  for (const act of [() => page.click('#undo'), () => page.click('#redo'), () => paste(page, EASY), () => page.click('#clear'), async () => {
    await page.click('#make summary');
    await page.click('#make-go');
    await page.waitForFunction(() => !document.getElementById('make').open);
  }]) {
    await paste(page, 'no puzzle');
    await page.waitForFunction(() => document.getElementById('line-error').textContent);
    await act();
    assert.equal(await told(), '', `${act}`);
    assert.equal(await page.locator('#line').getAttribute('aria-invalid'), 'false');
  }
  // What was typed into the line, and is not there any more.
  await page.fill('#line', 'no puzzle');
  await page.waitForFunction(() => /expected 81/.test(document.getElementById('line-error').textContent));
  await focusBoard(page);
  assert.equal(await told(), '');
});

test('a hint comes in three strengths, and says why there is none', async () => {
  const page = await visit();
  await paste(page, EASY);
  await verdict(page, 'One solution.');
  await focusBoard(page);
  await page.keyboard.press('h');
  await page.waitForSelector('#hintcard .primary');
  assert.deepEqual([await text(page, '#hintcard h3'), await text(page, '#hintcard p')], ['Where to look', 'Look at box 2.']);
  assert.equal(await page.locator('.unit').count(), 9);
  await page.keyboard.press('h');
  assert.deepEqual([await text(page, '#hintcard h3'), await text(page, '#hintcard p')], ['Hidden single', 'Hidden single in box 2.']);
  // So far, neither the board nor the focus tells which cell.
  assert.equal(await page.locator('.tgt').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), 'row 1, column 1, open');
  await page.keyboard.press('Enter');
  assert.match(await text(page, '#hintcard p'), /^In box 2, /);
  assert.equal(await page.locator('.tgt').count(), 1);
  for (const [puzzle, head, why] of [
    [TWO, 'Two solutions.', /several solutions/], [changed(HARD, 8, 4), 'No solution.', /no solution/], [changed(HARD, 6, 8), 'Two 8s in row 1.', /Two equal digits/],
  ]) {
    await paste(page, puzzle);
    await verdict(page, head);
    await focusBoard(page);
    await page.keyboard.press('h');
    assert.match(await text(page, '#hintcard p'), why);
    await page.keyboard.press('Escape');
  }
});

test('the whole way is a list; each step is shown on the board before it, and the work stays as it is', async () => {
  const page = await visit();
  // Their techniques have letters that a pattern would take for its own.
  const puzzles = [EASY, engine().lines(engine().generate({seed: 1, technique: 'BUG+1'}))];
  for (const puzzle of puzzles) {
    await paste(page, puzzle);
    await page.getByRole('radio', {name: 'By hand'}).check();
    const free = puzzle.indexOf('.');
    const {solution} = engine().solve(puzzle);
    await page.locator('[role=gridcell]').nth(free).click();
    await page.keyboard.press(String(solution[free]));
    const work = await seen(page);
    const {steps} = engine().explain(puzzle);
    await page.click('#steps');
    await page.waitForSelector('#path li');
    assert.equal(await page.locator('#path li').count(), steps.length);
    for (const at of [0, steps.length >> 1, steps.length - 1, steps.findIndex(({technique}) => technique === 'BUG+1')].filter((at) => at >= 0)) {
      await page.locator('#path button').nth(at).click();
      const {technique, digits, placement} = steps[at];
      const title = `Step ${at + 1} of ${steps.length}: ${technique[0].toUpperCase()}${technique.slice(1)}`;
      assert.equal(await text(page, '#hintcard h3'), title);
      assert(!(await text(page, '#hintcard p')).toLowerCase().includes(`${technique.toLowerCase()}:`), title);
      const before = [...engine().lines(digits)];
      if (placement) before[placement[0]] = placement[1];
      assert.equal(await seen(page), before.join(''), title);
      assert.equal(await page.locator('#path [aria-current]').count(), 1);
    }
    await page.click('#path li:first-child button');
    await page.click('#hintcard .primary');
    assert.match(await text(page, '#hintcard h3'), /^Step 2 of/);
    await page.click('#steps');
    assert.equal(await seen(page), work);
    assert(await page.locator('#path').isHidden());
  }
});

// ── In and out ──

test('nothing shows the answer before it is asked for, on any road to a puzzle', async () => {
  const link = `#${HARD.replaceAll('.', '0')}`;
  const other = `#${EASY.replaceAll('.', '0')}`;
  const ready = (page) => page.waitForSelector('html[data-engine=ready]').then(() => page);
  const again = (page) => page.reload().then(() => ready(page));
  const make = async (page) => {
    await page.click('#make summary');
    await page.click('#make-go');
    await page.waitForFunction(() => !document.getElementById('make').open);
    return page;
  };
  // A tab in which the answer of another puzzle was asked for.
  const asked = async () => {
    const page = await visit();
    await paste(page, TWO);
    return page;
  };
  const go = async (page, path) => {
    await page.evaluate((hash) => { location.href = hash; }, path);
    return page;
  };
  const second = async (page, path = '') => {
    const tab = await page.context().newPage();
    await tab.goto(all.site.address + path);
    return ready(tab);
  };
  const roads = {
    'a link': () => visit({path: link}),
    'a link of another site': () => visit({path: `?bd=${HARD}`}),
    'a link, and a reload': async () => again(await visit({path: link})),
    'a link, a while, and a reload': async () => { const page = await visit({path: link}); await page.waitForTimeout(600); return again(page); },
    'a link where an answer is shown': async () => go(await asked(), link),
    'back to a link': async () => { const page = await go(await visit({path: link}), other); await page.goBack(); return page; },
    'back from another site': async () => { const page = await visit({path: link}); await page.goto('about:blank'); await page.goBack(); return ready(page); },
    'a new puzzle': async () => make(await asked()),
    'a new puzzle, and a reload': async () => again(await make(await asked())),
    'a new puzzle, a while, and a reload': async () => { const page = await make(await asked()); await page.waitForTimeout(600); return again(page); },
    'a second tab beside an answer': async () => second(await asked()),
    'a second tab by a link': async () => second(await asked(), link),
    'a start of the installed page': async () => { const page = await asked(); await page.waitForTimeout(600); const tab = await second(page); await page.close(); return again(tab); },
  };
  for (const [road, reach] of Object.entries(roads)) {
    const page = await reach();
    await page.waitForFunction(() => /solutions?\.$/.test(document.getElementById('v-head').textContent));
    assert.equal(await page.locator('.sol, .diff').count(), 0, road);
    assert.equal(await seen(page), await page.locator('#line').inputValue(), road);
  }
  // Asked for, it is shown, and after a reload, too.
  const page = await visit({path: link});
  await page.getByRole('radio', {name: 'Answer'}).check();
  assert.equal(await seen(page), SOLVED);
  await again(page);
  await verdict(page, 'One solution.');
  assert.equal(await seen(page), SOLVED);
});

test('each tab keeps its own board, and a new one begins with the newest', async () => {
  const first = await visit();
  await paste(first, HARD);
  await first.getByRole('radio', {name: 'By hand'}).check();
  await cell(first, 1, 2).click();
  await first.keyboard.press('1');
  const second = await first.context().newPage();
  await second.goto(all.site.address);
  await second.waitForSelector('html[data-engine=ready]');
  assert.equal(await says(second, 1, 2), 'row 1, column 2, 1, by hand');
  await paste(second, EASY);
  for (const [page, puzzle] of [[first, HARD], [second, EASY]]) {
    await page.reload();
    await page.waitForSelector('html[data-engine=ready]');
    assert.equal(await page.locator('#line').inputValue(), puzzle);
  }
  assert.equal(await says(first, 1, 2), 'row 1, column 2, 1, by hand');
});

test('a copied link opens the puzzle again', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.click('#copy-link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${all.site.address}#${HARD.replaceAll('.', '0')}`);
  await page.click('#copy-text');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), HARD);
  const other = await visit({path: link.slice(all.site.address.length)});
  await verdict(other, 'One solution.');
  assert.equal(await seen(other), HARD);
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
  const other = await visit({path: link.slice(all.site.address.length)});
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

test('a link carries the work by hand, or does not', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.getByRole('radio', {name: 'By hand'}).check();
  assert(await page.locator('#copy-work').isHidden());
  await cell(page, 1, 2).click();
  for (const keys of ['1', 'ArrowRight', 'Shift+2', 'Shift+9', 'a', 'ArrowRight', 'Shift+7', 'a']) await page.keyboard.press(keys);
  for (const [button, wanted] of [['#copy-link', ['open', 'open', 'open, can be 2 3 4 7']], ['#copy-work', ['1, by hand', 'open, marks 2 9', 'open, can be 2 3 4']]]) {
    await page.click(button);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await visit({path: link.slice(all.site.address.length)});
    await verdict(other, 'One solution.');
    const found = [await says(other, 1, 2), await says(other, 1, 3)];
    await focusBoard(other);
    await other.keyboard.press('a');
    found.push(await says(other, 1, 4));
    assert.deepEqual(found.map((text) => text.replace(/^row 1, column \d, /, '')), wanted);
    // What is done after the link was opened is there after a reload.
    await cell(other, 1, 9).click();
    await other.keyboard.press('5');
    await other.reload();
    await verdict(other, 'One solution.');
    assert.match(await says(other, 1, 9), /5, by hand/);
  }
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

test('paper gets marks, the rating, the solution on another page, and four puzzles on a sheet', async () => {
  const page = await visit();
  await page.evaluate(() => { globalThis.print = () => dispatchEvent(new Event('beforeprint')); });
  await paste(page, HARD);
  await page.getByRole('radio', {name: 'By hand'}).check();
  await cell(page, 1, 2).click();
  for (const keys of ['1', 'ArrowRight', 'Shift+2', 'Shift+9']) await page.keyboard.press(keys);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  await page.click('#print-it summary');
  await page.click('#print-one');
  const cells = (kind) => page.locator(`#print .${kind} td`).allTextContents();
  assert.deepEqual((await cells('puzzles')).slice(0, 3).map((text) => text.replace(/[\u2007\s]/g, '')), ['8', '1', '29']);
  assert.equal(await page.locator('#print figcaption').textContent(), 'extreme: 10.7');
  assert.equal(await page.locator('#print .solutions').count(), 0);
  await page.uncheck('#print-work');
  await page.uncheck('#print-rating');
  await page.check('#print-solution');
  await page.click('#print-one');
  assert.equal((await cells('puzzles')).map((digit) => digit || '.').join(''), HARD);
  assert.equal(await page.locator('#print figcaption').first().textContent(), '');
  assert.equal((await cells('solutions')).join(''), SOLVED);
  const sheets = async () => (await page.pdf({format: 'A4'})).toString('latin1').match(/\/Type \/Page\b/g).length;
  assert.equal(await sheets(), 2);
  await page.check('#print-rating');
  await page.click('#print-four');
  await page.waitForSelector('#print .four', {state: 'attached'});
  const tables = await page.$$eval('#print table', (all) => all.map((table) => [...table.querySelectorAll('td')].map((cell) => cell.textContent || '.').join('')));
  assert.equal(new Set(tables).size, 8);
  for (const [at, puzzle] of tables.slice(0, 4).entries()) {
    assert.equal(engine().lines(engine().solve(puzzle).solution), tables[at + 4]);
    assert.match(await page.locator('#print figcaption').nth(at).textContent(), new RegExp(`^${at + 1} · medium: ${engine().rate(puzzle).rating.toFixed(1)}$`));
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
});

// ── Other layouts ──

test('the 6x6 is solved, the jigsaw gets hints, and the diagonals another puzzle', async () => {
  const page = await visit();
  await page.locator('#layouts').scrollIntoViewIfNeeded();
  const button = (board, name) => page.locator('#others figure').nth(board).getByRole('button', {name});
  const press = async (board, name) => {
    await button(board, name).click();
    await page.waitForFunction((at) => document.querySelectorAll('#others figure')[at].querySelector('button:enabled'), board);
  };
  const digits = (board) => page.locator('#others figure').nth(board).locator('text').allTextContents();
  const says = (board) => page.locator('#others figure').nth(board).getByRole('status').innerText();

  await press(0, 'Solve');
  const solved = await digits(0);
  for (let unit = 0; unit < 6; unit++) {
    for (const cells of [
      solved.filter((_, cell) => Math.floor(cell / 6) === unit),
      solved.filter((_, cell) => cell % 6 === unit),
      solved.filter((_, cell) => 2 * Math.floor(cell / 12) + Math.floor(cell % 6 / 3) === unit),
    ]) assert.equal(cells.sort().join(''), '123456');
  }
  assert.equal(await says(0), 'One solution.');
  await press(0, 'Hint');
  assert.equal(await says(0), 'It is solved.');

  const before = (await digits(1)).filter(Boolean).length;
  await press(1, 'Hint');
  await press(1, 'Hint');
  assert.equal((await digits(1)).filter(Boolean).length, before + 2);
  assert.match(await says(1), /single|full house/i);

  const clues = (await digits(2)).join();
  await press(2, 'New puzzle');
  assert.notEqual((await digits(2)).join(), clues);
  assert.match(await says(2), /^\d+ clues, seed \d+\.$/);
});
