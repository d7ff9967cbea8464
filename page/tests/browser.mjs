// A headless Chromium and the page in it.

import assert from 'node:assert/strict';
import {after, afterEach, before} from 'node:test';
import {folder, require} from '../build.mjs';
import {serve} from '../serve.mjs';

const {chromium} = require('playwright-core');

export const EASY = '...7.6....2.938...76.2.1.4.....7.3.8........18.619...26.4...8.79.76....4..1.....9';
export const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
export const TWO = '9..375..........5953.1.6...4.7.6....38.....26....8.1.4...9.2.6829..........5.7..1';
export const MANY = '9..375..........5953.1.6...4.7.6....38.....26....8.1.4.........................1.';

// Starts a server of a folder and a browser; `visit` opens the page in a context of its own. `settings` are what a
// player has chosen before.
export async function start(site = folder) {
  const asked = []; // the paths that the server was asked for
  const server = await serve(site, 0, (url) => asked.push(url));
  const address = `http://localhost:${server.address().port}/`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  });
  return {
    address, asked, browser,
    async visit({path = '', engine = 'ready', settings, before, ...options} = {}) {
      const context = await browser.newContext({viewport: {width: 1280, height: 900}, permissions: ['clipboard-read', 'clipboard-write'], ...options});
      const page = await context.newPage();
      page.problems = [];
      page.on('pageerror', (error) => page.problems.push(error.stack ?? error.message));
      page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) page.problems.push(message.text()); });
      if (settings) await page.addInitScript((chosen) => localStorage.setItem('lanedoku-settings', JSON.stringify(chosen)), settings);
      await before?.(page);
      await page.goto(address + path);
      if (engine) await page.waitForSelector(`html[data-engine=${engine}]`);
      return page;
    },
    async stop() {
      await browser.close();
      server.close();
    },
  };
}

export const head = (page) => page.locator('#v-head');
export const cell = (page, row, column) => page.locator(`#board [role=row]:nth-child(${row}) [role=gridcell]:nth-child(${column})`);

// What a screen reader says of a cell.
export const says = (page, row, column) => cell(page, row, column).getAttribute('aria-label');

// Pastes text as the keyboard would.
export async function paste(page, text) {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.keyboard.press('Control+V');
}

// The verdict, once it is this.
export async function verdict(page, text) {
  await page.waitForFunction((wanted) => document.getElementById('v-head').textContent === wanted, text, {timeout: 20000});
}

// The board as a line: what is to be seen in each cell.
export const seen = (page) => page.evaluate(() => [...document.querySelectorAll('[role=gridcell]')].map((cell) =>
  cell.firstChild.textContent || '.').join(''));

export const SOLVED = '812753649943682175675491283154237896369845721287169534521974368438526917796318452';
export const text = (page, selector) => page.locator(selector).innerText();
export const focusBoard = (page) => page.locator('#board [tabindex="0"]').focus();
export const facts = async (page) => Object.fromEntries(await page.$$eval('#facts > div:not([hidden])', (rows) => rows.map((row) => [...row.children].map((part) => part.textContent))));
export const changed = (digits, at, digit) => digits.slice(0, at) + digit + digits.slice(at + 1);

// For the tests of a file: a site, which the first of them starts, and its `visit`. No test may leave an error behind,
// or a violation of the content security policy.
export function visits() {
  const pages = [];
  const all = {
    async visit(options) {
      const page = await all.site.visit(options);
      pages.push(page);
      return page;
    },
  };
  before(async () => { all.site = await start(); });
  after(async () => { await all.site.stop(); });
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      await page.context().close();
      assert.deepEqual(page.problems, []);
    }
  });
  return all;
}
