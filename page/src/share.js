// The puzzle out of the page again: an address, a line of text, paper. Nothing is sent anywhere: the part of an address
// after # stays in the browser.

import {column, row, toLine} from './cells.js';
import {$, copy, make} from './dom.js';
import {toText} from './links.js';
import {isEmpty, state, subscribe} from './state.js';

const text = () => toText(state);

export const isShown = (address) => address === `${here()}#${text()}`;

// The state of an address that the page has written.
export const OURS = 'written by the page';

const here = () => location.href.replace(/[?#].*/s, '');

$('copy-link').onclick = () => copy(`${here()}#${text()}`, 'Link copied');
$('copy-text').onclick = () => copy(state.given ? text() : toLine(state.clue), 'Copied');
$('print-it').onclick = () => print();
addEventListener('beforeprint', () => {
  const table = make('table');
  for (let r = 0; r < 9; r++) table.append(make('tr'));
  state.clue.forEach((digit, cell) => table.rows[row(cell)].append(make('td', {'data-column': column(cell)}, digit ? String(digit) : '')));
  $('print').replaceChildren(table);
});

// The address follows the puzzle, so that it can be kept or copied.
let timer;
let kept;
subscribe(() => {
  for (const id of ['copy-link', 'copy-text', 'print-it']) $(id).hidden = isEmpty();
  const puzzle = isEmpty() ? '' : text();
  if (puzzle === kept) return;
  const first = kept === undefined;
  kept = puzzle;
  clearTimeout(timer);
  if (!first) timer = setTimeout(() => history.replaceState(OURS, '', here() + (puzzle && `#${puzzle}`)), 400);
});
