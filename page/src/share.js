// The puzzle out of the page again: an address, a line of text, paper. Nothing is sent anywhere: the part of an address
// after # stays in the browser.

import {column, row, toLine} from './cells.js';
import {wishes} from './create.js';
import {$, copy, make, toast} from './dom.js';
import {engine, run} from './engine.js';
import {rated} from './levels.js';
import {toText, withWork} from './links.js';
import {byHand, hasProgress, isEmpty, shownMarks, state, subscribe} from './state.js';

const text = () => toText(state);

export const isShown = (address) => address === `${here()}#${text()}`;

// The state of an address that the page has written.
export const OURS = 'written by the page';

const here = () => location.href.replace(/[?#].*/s, '');

$('copy-link').onclick = () => copy(`${here()}#${text()}`, 'Link copied');
$('copy-text').onclick = () => copy(state.given ? text() : toLine(state.clue), 'Copied');
$('copy-work').onclick = () => copy(`${here()}#${withWork(state)}`, 'Link with your work copied');

// On paper: puzzles {clue, mine?, marks?, rating?, solution?}, and on another page their solutions.
let sheet = null; // new puzzles, in place of that of the board
const wants = (id) => $(`print-${id}`).checked;

function table({clue, mine, marks}) {
  const rows = make('table');
  for (let r = 0; r < 9; r++) rows.append(make('tr'));
  clue.forEach((digit, cell) => {
    const [own, mask] = [mine?.[cell], marks?.[cell] ?? 0];
    // The marks as three lines of three places: a figure space is as wide as a digit.
    const small = () => [0, 3, 6].map((at) => [1, 2, 3].map((d) => (mask >> (at + d - 1) & 1 ? at + d : '\u2007')).join(' ')).join('\n');
    rows.rows[row(cell)].append(make('td', {'data-column': column(cell)}, ...(digit ? [make('b', {}, String(digit))] : own ? [String(own)] : mask ? [make('small', {}, small())] : [])));
  });
  return rows;
}

addEventListener('beforeprint', () => {
  const {answer} = state;
  const work = wants('work') && byHand();
  const puzzles = sheet ?? [{clue: state.clue, ...(work && {mine: state.mine, marks: shownMarks()}), rating: answer.facts?.rating, solution: answer.kind === 'unique' && answer.solution}];
  const page = (kind, show) => make('div', {class: `${kind} ${sheet ? 'four' : ''}`}, ...puzzles.map((puzzle, at) => make('figure', {}, show(puzzle),
    make('figcaption', {}, [sheet && `${at + 1}`, kind === 'puzzles' && wants('rating') && puzzle.rating && rated(puzzle.rating)].filter(Boolean).join(' · ')))));
  $('print').replaceChildren(page('puzzles', table), ...(wants('solution') && puzzles[0].solution
    ? [page('solutions', ({clue, solution}) => table({clue, mine: solution}))] : []));
});
addEventListener('afterprint', () => { sheet = null; });

$('print-form').onsubmit = (event) => {
  event.preventDefault();
  print();
};
$('print-four').onclick = async () => {
  const wanted = wishes();
  if (typeof wanted === 'string') return toast(wanted);
  toast('Making four puzzles …');
  try {
    sheet = await run('sheet', wanted).done;
    print();
  } catch (error) {
    toast(error.message);
  }
};

// The address follows the puzzle, so that it can be kept or copied.
let timer;
let kept;
subscribe(() => {
  for (const id of ['copy-link', 'copy-text', 'print-one']) $(id).hidden = isEmpty();
  $('copy-work').hidden = isEmpty() || !hasProgress();
  $('print-four').disabled = !engine;
  const puzzle = isEmpty() ? '' : text();
  if (puzzle === kept) return;
  const first = kept === undefined;
  kept = puzzle;
  clearTimeout(timer);
  if (!first) timer = setTimeout(() => history.replaceState(OURS, '', here() + (puzzle && `#${puzzle}`)), 400);
});
