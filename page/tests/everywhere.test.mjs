// The page on every device, with every aid and without any, and its drawings, in a browser.

import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {cp, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {folder, require} from '../build.mjs';
import {EASY, HARD, TWO, cell, changed, focusBoard, paste, says, seen, start, text, verdict, visits} from './browser.mjs';

const all = visits();
const {visit} = all;
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const BY_TOUCH = {viewport: {width: 390, height: 844}, deviceScaleFactor: 2, hasTouch: true, isMobile: true};
const SMALL = {...BY_TOUCH, viewport: {width: 360, height: 640}};

// ── Everywhere ──

test('by keyboard alone: from the top of the page to the answer, the hint and the rest', async () => {
  const page = await visit();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Go to the board');
  await page.keyboard.press('Enter');
  for (const character of EASY) await page.keyboard.press(character);
  await verdict(page, 'One solution.');
  await page.keyboard.press('Control+ArrowDown');
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^row 4, column 1/);
  await page.keyboard.press('End');
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /^row 4, column 9/);
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
  for (const id of ['undo', 'erase', 'clear', 'use', 'hint', 'New puzzle', 'copy-link', 'copy-text', 'Print', 'Play', 'steps', 'Keys', 'l-run', 'l-step', 'l-speed', 'n-run', 'n-step', 'n-lanes', 'r-go', 'theme', 'line', 'paste', 'open']) {
    assert(reached.has(id), `${id} is reached by the tab key: ${[...reached]}`);
  }
});

test('a screen reader hears the verdict, the hint and what was not done', async () => {
  const page = await visit({settings: {whole: true}});
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
  await page.waitForFunction(() => / is the hint$/.test(document.activeElement.ariaLabel));
});

test('a screen reader hears the steps and the sweeps that it asked for, and no counter that runs', async () => {
  const page = await visit();
  const heard = () => page.locator('#live').textContent();
  const hears = (pattern) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.getElementById('live').textContent), pattern.source);
  // Five tell what their own buttons have done. Whatever counts tells nothing.
  assert.deepEqual(await page.$$eval('output, [role=status], [aria-live]:not([aria-live=off])', (regions) => regions.map(({id}) => id)),
    ['make-say', 'w-say', 'o-6x6', 'o-Jigsaw', 'o-Diagonals', 'live']);
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
    print: async (page) => { await paste(page, HARD); await page.click('#print-it summary'); },
    play: async (page) => { await paste(page, HARD); await page.click('#play summary'); await cell(page, 1, 1).click(); await page.click('#play summary'); },
    steps: async (page) => { await paste(page, EASY); await page.click('#steps'); await page.waitForSelector('#path li'); },
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

test('nothing overflows from 320 to 1600 pixels, and what a finger hits is large enough', async () => {
  const page = await visit({...BY_TOUCH});
  await paste(page, EASY);
  await page.click('#hint');
  await page.waitForSelector('#hintcard:not([hidden])');
  for (const width of [320, 340, 360, 390, 600, 768, 860, 861, 900, 901, 1024, 1080, 1280, 1600]) {
    await page.setViewportSize({width, height: 800});
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), true, `${width} pixels`);
    assert.equal(await page.evaluate(() => visualViewport.width), width);
    for (const id of ['make', 'print-it', 'play']) {
      await page.click(`#${id} summary`);
      const {x, width: wide} = await page.locator(`#${id} .popbody`).boundingBox();
      assert(x >= 0 && x + wide <= width, `${id} at ${width} pixels: ${x}, ${wide}`);
      await page.keyboard.press('Escape');
    }
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
    await page.waitForFunction(() => document.getElementById('line-error').textContent.includes('expected 81 cells'));
    assert.deepEqual(await page.locator('#board').boundingBox(), before);
  }
});

test('a small phone: pencil marks in their places, the keys beside the board however it is held, words that do not overlap', async () => {
  const page = await visit({...SMALL, settings: {whole: true, auto: true}});
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
    }).map((mark) => `${mark.textContent} in ${box.parentElement.ariaLabel}`);
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

test('sideways, and at 200 percent: the board on the left, whole, its keys and the hint beside it, without a scroll', async () => {
  for (const [width, height] of [[740, 360], [568, 320], [667, 375], [844, 390], [932, 430], [640, 450]]) {
    const page = await visit({...BY_TOUCH, viewport: {width, height}});
    await paste(page, HARD);
    await verdict(page, 'One solution.');
    await page.locator('#use label').nth(1).tap();
    await page.evaluate(() => scrollTo(0, 0));
    const board = await page.locator('#frame').boundingBox();
    assert(board.y + board.height <= height && board.x + board.width <= 0.65 * width, `${width}x${height}: ${JSON.stringify(board)}`);
    for (const id of ['keys', 'mode', 'undo', 'erase', 'hint']) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert(box.x >= board.x + board.width && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height, `${id}, ${width}x${height}: ${JSON.stringify(box)}`);
    }
    await page.locator('#hint').tap();
    await page.waitForSelector('#hintcard');
    await page.locator('#board').scrollIntoViewIfNeeded();
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    await page.context().close();
  }
});

test('with forced colours, the focus, the choice and what is wrong are seen by lines', async () => {
  const page = await visit({forcedColors: 'active'});
  await paste(page, changed(HARD, 6, 8));
  const outline = (locator) => locator.evaluate((element) => { const {outlineStyle, outlineWidth} = getComputedStyle(element); return `${outlineStyle} ${outlineWidth}`; });
  await cell(page, 5, 2).click();
  const states = {
    none: await outline(cell(page, 9, 9)), focus: await outline(cell(page, 5, 2)), bad: await outline(cell(page, 1, 7)),
  };
  await page.locator('#hint').focus();
  states.selected = await outline(cell(page, 5, 2));
  assert.match(states.none, /^none/);
  assert.equal(new Set(Object.values(states)).size, 4, JSON.stringify(states));
  assert.notEqual(await outline(page.locator('#use label:has(:checked)')), await outline(page.locator('#use label:not(:has(:checked))')));
});

test('without JavaScript, that is said at the top', async () => {
  const page = await visit({javaScriptEnabled: false, engine: null});
  const {y} = await page.locator('.needs').boundingBox();
  assert(y < 40);
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
  await page.keyboard.press('a');
  await page.keyboard.press('m');
  assert.match(await says(page, 1, 2), /can be 1 2 4 6$/);
  await page.click('#copy-text');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), HARD);
  await paste(page, 'abc');
  assert.match(await text(page, '#line-error'), /81 characters only/);
  assert(await page.locator('#r-go').isDisabled() && await page.locator('#l-run').isDisabled() && await page.locator('#n-run').isDisabled());
});

test('without vector instructions, the board works as a board and says so, and no module is fetched', async () => {
  const fetched = [];
  const page = await visit({
    engine: 'missing',
    before: async (fresh) => {
      fresh.on('request', (request) => fetched.push(request.url()));
      // A service worker fetches all files for later.
      await fresh.addInitScript(() => {
        WebAssembly.validate = () => false;
        navigator.serviceWorker.register = () => new Promise(() => {});
      });
    },
  });
  assert.match(await text(page, '#v-sub'), /no vector instructions in WebAssembly \(simd128\)\. The board works as a board/);
  await paste(page, HARD);
  await verdict(page, 'No solver here.');
  assert(fetched.length > 0 && !fetched.some((url) => url.endsWith('.wasm')), `${fetched}`);
});

// wasm/tests/run.sh writes the answers of the native library, and compares them in node.
const ANSWERS = new URL(`file://${folder}/../wasm-tests/answers.txt`);
test('the module answers in this browser as the native library does', {skip: !existsSync(ANSWERS) && 'NOT RUN: native answers, which wasm/tests/run.sh writes'}, async () => {
  const sets = readFileSync(ANSWERS, 'utf8').split(/^# .*\n/m).slice(1)
    .map((set) => set.split('\n').map((line) => line.split(' ')).filter((fields) => fields.length === 5).slice(0, 60));
  assert(sets.filter((set) => set.length >= 50).length >= 1);
  const page = await visit();
  const found = await page.evaluate(async (puzzles) => {
    const {load} = await import('/lanedoku.js');
    const engine = await load();
    return puzzles.map((puzzle) => {
      const {status, solution, steps, guesses} = engine.solve(puzzle);
      return [puzzle, status, solution ? Array.from(solution, (digit) => digit || '.').join('') : '-', String(steps), String(guesses)];
    });
  }, sets.flat().map(([puzzle]) => puzzle));
  assert.deepEqual(found, sets.flat());
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

test('the reader is loaded when a text needs it, and the page says if it is not there', async () => {
  let isThere = false;
  const asked = [];
  const page = await visit({
    before: async (fresh) => {
      await fresh.addInitScript(() => {
        navigator.serviceWorker.register = () => new Promise(() => {});
        globalThis.requestIdleCallback = () => {};
      });
      await fresh.route('**/lanedoku-reader.wasm', (route) => {
        asked.push(isThere);
        return isThere ? route.continue() : route.fulfill({status: 404});
      });
    },
  });
  await paste(page, EASY);
  await verdict(page, 'One solution.');
  assert.deepEqual(asked, []);
  const cells = `The puzzle:\n${HARD}`;
  await paste(page, cells);
  await page.waitForFunction(() => document.getElementById('line-error').textContent === 'Without the reader, the page reads 81 characters only.');
  assert.equal(await page.locator('#line').inputValue(), EASY);
  isThere = true;
  await paste(page, cells);
  await page.waitForFunction((wanted) => document.getElementById('line').value === wanted, HARD);
  await paste(page, `The puzzle:\n${EASY}`);
  assert.equal(await text(page, '#line-error'), '');
  assert.deepEqual(asked, [false, true]);
  page.problems.length = 0; // the browser reports the 404
});

test('no answer waits for the module of the traces', async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  const page = await visit({before: async (fresh) => {
    await fresh.addInitScript(() => { navigator.serviceWorker.register = () => new Promise(() => {}); });
    await fresh.route('**/lanedoku-trace.wasm', async (route) => { await held; await route.continue(); });
  }});
  await paste(page, HARD);
  await verdict(page, 'One solution.');
  assert(await page.locator('#l-run').isDisabled());
  release();
  await page.waitForSelector('#l-run:enabled');
});

test('a new version is announced, and taken when the reader wants it', async () => {
  const site = await mkdtemp(join(tmpdir(), 'page-'));
  await cp(folder, site, {recursive: true});
  const own = await start(site);
  try {
    const page = await own.visit();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.reload();
    await page.waitForSelector('html[data-engine=ready]');
    assert.equal(await page.locator('#news').count(), 0);
    const worker = join(site, 'service-worker.js');
    await writeFile(worker, readFileSync(worker, 'utf8').replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"'));
    const html = readFileSync(join(site, 'index.html'), 'utf8');
    await writeFile(join(site, 'index.html'), html.replace('<title>', '<title>New: '));
    // A reload finds it, and still shows the old one; a click takes it.
    await page.reload();
    await page.waitForSelector('#news');
    assert.doesNotMatch(await page.title(), /^New/);
    await page.click('#news button');
    await page.waitForFunction(() => /^New/.test(document.title));
    await page.waitForSelector('html[data-engine=ready]');
    assert.equal(await page.locator('#news').count(), 0);
    assert.deepEqual(page.problems, []);
  } finally {
    await own.stop();
    await rm(site, {recursive: true});
  }
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
  const asked = all.site.asked.length;
  await paste(page, EASY);
  await page.waitForFunction(() => document.getElementById('facts').textContent.includes('SER'));
  await page.click('#hint');
  await page.waitForSelector('#hintcard:not([hidden])');
  assert.deepEqual(all.site.asked.slice(asked), []);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-engine=ready]');
  await paste(page, HARD);
  await verdict(page, 'One solution.');
  await page.click('#r-go');
  await page.waitForSelector('#r-rate:not([hidden])', {timeout: 60000});
  // On a reload, the browser itself looks for a new version.
  assert.deepEqual(all.site.asked.slice(asked).filter((path) => path !== '/service-worker.js'), []);
});

// ── The loop, the lanes, the race ──

const steps = async (page) => +(await text(page, '#l-count b')).replaceAll(',', '');

test('the loop: step by step, back, to the end as fast as it goes, and in another order', async () => {
  const page = await visit();
  await paste(page, HARD);
  await page.waitForFunction(() => document.getElementById('l-which').textContent === 'This is your puzzle.');
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
  assert.match(await text(page, '#w-native'), /V7, without, in assembly\s+11\.5 cycles/);
  // Not twice at a time: each would slow the other down.
  assert(await page.evaluate(() => { const go = document.getElementById('w-go'); go.click(); return go.disabled; }));
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
  assert.match(await text(page, '#r-sub'), /^100,000 puzzles in .*, the median of 3 runs, on .* by the build with simd128\. Each has one solution; every answer was checked\./);
  assert.match(await text(page, '#r-rate'), /^[\d,]+$/);
  assert.match(await text(page, '#r-plot'), /AVX-512\s+4,120,000/);
  assert.match(await text(page, '#r-note'), /AMD EPYC \(Zen 4\), one core/);
});
