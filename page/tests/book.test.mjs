// The page in the book, and the search of the book, in a browser. page/tests/run.sh builds the book.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {HARD, start} from './browser.mjs';

let site;
before(async () => { site = await start(fileURLToPath(new URL('../../target/book/site', import.meta.url))); });
after(async () => { await site.stop(); });

for (const [name, options] of [['', {}], [', dark', {colorScheme: 'dark'}], [', on a phone', {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true}]]) {
  test(`the page in the book solves, and the focus enters and leaves it${name}`, async () => {
    const book = await site.visit({path: 'doc/page.html', engine: null, ...options});
    const frame = book.frameLocator('iframe[title="Lanedoku in the browser"]');
    await frame.locator('html[data-engine=ready]').waitFor();
    assert.equal(await book.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    assert.equal(await frame.locator('html').evaluate((root) => root.scrollWidth > innerWidth), false);

    const ground = (element) => getComputedStyle(element).backgroundColor.match(/\d+/g).slice(0, 3).every((part) => +part < 100);
    for (const body of [book.locator('body'), frame.locator('body')]) {
      assert.equal(await body.evaluate(ground), options.colorScheme === 'dark');
    }

    await frame.locator('[role=gridcell]').first().click();
    await frame.locator('body').evaluate((body, puzzle) => {
      const data = new DataTransfer();
      data.setData('text', puzzle);
      body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
    }, HARD);
    await frame.getByText('One solution.').first().waitFor();

    // By Tab from the frame's last control into the caption, and back.
    const outside = () => book.evaluate(() => document.activeElement.tagName);
    assert.equal(await outside(), 'IFRAME');
    let tabs = 0;
    while (await outside() === 'IFRAME' && tabs++ < 200) await book.keyboard.press('Tab');
    assert.equal(await book.evaluate(() => document.activeElement.textContent), 'Open the page alone');
    await book.keyboard.press('Shift+Tab');
    assert.equal(await outside(), 'IFRAME');

    // The service worker keeps the page, not the book.
    const scope = await frame.locator('body').evaluate(async () => (await navigator.serviceWorker.ready).scope);
    assert.equal(scope, `${site.address}page/`);
    assert.equal(await book.evaluate(() => navigator.serviceWorker.controller), null);
    if (process.env.PICTURES) await book.screenshot({path: `${process.env.PICTURES}/book${name.replace(/\W+/g, '-') || '-light'}.png`});
    await book.context().close();
    assert.deepEqual(book.problems, []);
  });
}

test('the search of the book finds a technique', async () => {
  const book = await site.visit({engine: null});
  await book.getByText('Type to start searching').waitFor({state: 'attached'});
  // The book listens to keys.
  await book.getByRole('textbox', {name: 'Search'}).pressSequentially('naked single');
  await book.locator('.md-search-result__item a').first().waitFor();
  assert.match(await book.locator('.md-search-result__list').innerText(), /naked single/i);
  await book.context().close();
  assert.deepEqual(book.problems, []);
});
