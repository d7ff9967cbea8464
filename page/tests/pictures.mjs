// A picture of every state of the page, in target/page-pictures.
//
//   page/tests/run.sh --pictures          all
//   node page/tests/pictures.mjs NAME…    these, once the page is built and its tools are there
//   node page/tests/pictures.mjs --readme the picture of the README

import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {folder} from '../build.mjs';
import {EASY, HARD, MANY, TWO, paste, start} from './browser.mjs';

const PHONE = {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true};
const DARK = {colorScheme: 'dark'};
const CHAIN = '...3...4...2.49......2..1.9....96....46..5..3....1..8..61.....55.....3..27..6...4';

const change = (line, at, digit) => line.slice(0, at) + digit + line.slice(at + 1);
const puzzle = (line) => async (page) => {
  await paste(page, line);
  await page.waitForTimeout(900);
};
const byHand = (page) => page.getByRole('radio', {name: 'By hand'}).check();
const hint = async (page) => {
  const before = await page.locator('#hintcard').textContent();
  await page.click('#hint');
  await page.waitForFunction((old) => {
    const card = document.getElementById('hintcard');
    return !card.hidden && card.textContent !== old && !card.textContent.includes('Looking');
  }, before);
};
// Takes hints until one has a title like this.
const until = (line, title) => async (page) => {
  await puzzle(line)(page);
  for (let steps = 0; steps < 90; steps++) {
    await hint(page);
    while (/^(Which|The whole)/.test(await page.locator('#hintcard .primary').textContent())) await page.locator('#hintcard .primary').click();
    if (title.test(await page.locator('#hintcard h3').textContent())) return;
    await page.locator('#hintcard .primary').click();
  }
};
const section = (id, act = async () => {}) => async (page) => {
  await act(page);
  await page.locator(id).evaluate((element) => scrollTo({top: element.offsetTop, behavior: 'instant'}));
};
const loop = section('#loop', async (page) => {
  await puzzle(HARD)(page);
  await page.locator('#l-speed').fill('2.4');
  await page.click('#l-run');
  await page.waitForFunction(() => +document.querySelector('#l-count b').textContent.replace(',', '') >= 1250);
  await page.click('#l-run');
});
const why = section('#w-go', async (page) => {
  await puzzle(HARD)(page);
  await page.click('#w-go');
  await page.waitForSelector('#w-here b');
});
const layouts = section('#layouts', async (page) => {
  for (const [board, name] of [[0, 'Solve'], [1, 'Hint']]) {
    await page.locator('#others figure').nth(board).getByRole('button', {name}).click();
    await page.waitForFunction((at) => document.querySelectorAll('#others [role=status]')[at].textContent, board);
  }
});
const fastLoop = section('#loop', async (page) => {
  await puzzle(HARD)(page);
  await page.locator('#l-speed').fill('7');
  await page.click('#l-run');
  await page.waitForFunction(() => document.getElementById('l-count').textContent.startsWith('Solved'));
});
const lanes = (way) => section('#lanes', async (page) => {
  for (let sweeps = 0; sweeps < 64; sweeps++) await page.click('#n-step');
  await page.locator('#n-mode input').nth(way).check();
});
const race = section('#race', async (page) => {
  await page.click('#r-go');
  await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000});
});

const PICTURES = {
  'empty': [async () => {}],
  'hard': [puzzle(HARD)],
  'typing': [puzzle(EASY.slice(0, 41).padEnd(81, '.'))],
  'collision': [puzzle(change(HARD, 6, 8))],
  'two': [puzzle(TWO)],
  'many': [puzzle(MANY)],
  'count': [async (page) => {
    await puzzle(change('.'.repeat(81), 0, 1))(page);
    await page.click('#count');
    await page.waitForTimeout(1500);
  }],
  'none': [puzzle(change(HARD, 8, 4))],
  'marks': [async (page) => {
    await puzzle(EASY)(page);
    await byHand(page);
    await page.locator('[role=gridcell]').first().click();
    await page.keyboard.press('a');
    await page.getByRole('radio', {name: 'Marks'}).check();
    await page.locator('[role=gridcell]').first().click();
    for (const digit of [1, 5]) await page.keyboard.press(String(digit));
  }],
  'hint-where': [async (page) => { await puzzle(CHAIN)(page); await page.click('#hint'); await page.waitForSelector('#hintcard .primary'); }],
  'notes': [async (page) => {
    await puzzle(HARD)(page);
    await byHand(page);
    for (const [at, ...digits] of [[1, 4, 6], [2, 2, 4, 9], [9, 4, 9]]) {
      await page.locator('[role=gridcell]').nth(at).click();
      for (const digit of digits) await page.keyboard.press(`Shift+${digit}`);
    }
    await page.locator('[role=gridcell]').nth(0).click();
    await page.click('#play summary');
  }],
  'path': [async (page) => {
    await puzzle(CHAIN)(page);
    await page.click('#steps');
    await page.waitForSelector('#path li');
    await page.locator('#path button', {hasText: 'chain'}).first().click();
  }],
  'hint-single': [until(EASY, /single/)],
  'hint-marks': [until(CHAIN, /Claiming|Pointing/)],
  'hint-chain': [until(CHAIN, /chain/)],
  'hint-nested': [until(HARD, /chains plus/i)],
  'wrong': [async (page) => {
    await puzzle(HARD)(page);
    await byHand(page);
    await page.locator('[role=gridcell]').nth(1).click();
    await page.keyboard.press('4');
    await hint(page);
  }],
  'broken': [async (page) => { await paste(page, HARD.slice(0, 70)); await page.waitForTimeout(300); }],
  'make': [async (page) => { await page.click('#make summary'); }],
  'keys': [async (page) => { await page.click('#help summary'); }],
  'no-engine': [puzzle(HARD), {engine: 'missing', before: (page) => page.addInitScript(() => { delete globalThis.WebAssembly; })}],
  'loop': [loop],
  'loop-done': [fastLoop],
  'why': [why],
  'lanes': [lanes(2)],
  'lanes-waiting': [lanes(1)],
  'lanes-one': [lanes(0)],
  'race': [race],
  'print': [async (page) => {
    await puzzle(HARD)(page);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({media: 'print'});
  }],
  'print-four': [async (page) => {
    await puzzle(HARD)(page);
    await page.evaluate(() => { globalThis.print = () => dispatchEvent(new Event('beforeprint')); });
    await page.click('#print-it summary');
    await page.check('#print-solution');
    await page.click('#print-four');
    await page.waitForSelector('#print .four', {state: 'attached'});
    await page.emulateMedia({media: 'print'});
  }, {viewport: {width: 794, height: 1123}}],
  'print-notes': [async (page) => {
    await puzzle(HARD)(page);
    await byHand(page);
    await page.locator('[role=gridcell]').nth(1).click();
    for (const key of ['1', 'a']) await page.keyboard.press(key);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({media: 'print'});
  }, {viewport: {width: 794, height: 1123}}],
  'empty-phone': [async () => {}, PHONE],
  'hard-phone': [puzzle(HARD), PHONE],
  'two-phone': [puzzle(TWO), PHONE],
  'hint-phone': [until(CHAIN, /Claiming|Pointing/), PHONE],
  'nested-phone': [until(HARD, /chains plus/i), PHONE],
  'path-phone': [async (page) => {
    await puzzle(EASY)(page);
    await page.click('#steps');
    await page.waitForSelector('#path li');
  }, PHONE],
  'loop-phone': [loop, PHONE],
  'lanes-phone': [lanes(2), {...PHONE, ...DARK}],
  'layouts': [layouts],
  'race-phone': [race, PHONE],
  'layouts-phone': [layouts, {...PHONE, viewport: {width: 360, height: 740}}],
  'sideways': [puzzle(HARD), {...PHONE, viewport: {width: 740, height: 360}}],
  'sideways-empty': [async () => {}, {...PHONE, viewport: {width: 740, height: 360}}],
  'sideways-hint': [until(CHAIN, /Claiming|Pointing/), {...PHONE, viewport: {width: 844, height: 390}}],
  'hard-320': [puzzle(HARD), {...PHONE, viewport: {width: 320, height: 568}}],
  'forced': [async (page) => { await puzzle(change(HARD, 6, 8))(page); await page.locator('[role=gridcell]').nth(40).click(); }, {forcedColors: 'active'}],
  'hard-narrow': [puzzle(HARD), {...PHONE, viewport: {width: 360, height: 740}}],
  'hard-tablet': [puzzle(HARD), {viewport: {width: 820, height: 1180}}],
  'hard-wide': [puzzle(HARD), {viewport: {width: 1600, height: 900}}],
  'hard-dark': [puzzle(HARD), DARK],
  'collision-dark': [puzzle(change(HARD, 6, 8)), DARK],
  'two-dark': [puzzle(TWO), DARK],
  'hint-dark': [until(CHAIN, /Claiming|Pointing/), DARK],
  'loop-dark': [loop, DARK],
  'lanes-dark': [lanes(2), DARK],
  'race-dark': [race, DARK],
  'layouts-dark': [layouts, DARK],
};

const site = await start();
const wanted = process.argv.slice(2);
const pictures = join(folder, '..', 'page-pictures');
mkdirSync(pictures, {recursive: true});
try {
  if (wanted[0] === '--readme') {
    const page = await site.visit({viewport: {width: 1200, height: 820}});
    await until(CHAIN, /Claiming|Pointing/)(page);
    await page.screenshot({path: fileURLToPath(new URL('../images/page.png', import.meta.url))});
  } else {
    for (const [name, [reach, options]] of Object.entries(PICTURES)) {
      if (wanted.length && !wanted.includes(name)) continue;
      const page = await site.visit(options);
      await reach(page);
      await page.screenshot({path: join(pictures, `${name}.png`)});
      if (page.problems.length) console.log(name, page.problems);
      await page.context().close();
      console.log(join(pictures, `${name}.png`));
    }
  }
} finally {
  await site.stop();
}
