// Puzzles in addresses: this page's own, and those of other sites.

import {digitsOf, isSingle, lowest, toLine} from './cells.js';
import {decompress} from './lz.js';

// A puzzle as this page writes it: 81 digits; with pencil marks 729, nine for each cell. Zeros, because messengers cut
// the dots at the end of a link.
export function toText({clue, given}) {
  if (!given) return toLine(clue).replaceAll('.', '0');
  return Array.from(given, (mask) => [...'000000000'].map((none, at) => (digitsOf(mask).includes(at + 1) ? at + 1 : none)).join('')).join('');
}

// Pencil marks as a puzzle: a cell with one mark is a clue.
export const ofMarks = (given) => ({clue: Uint8Array.from(given, (mask) => (isSingle(mask) ? lowest(mask) : 0)), given});

// What f-puzzles keeps beside the grid of a plain puzzle.
const PLAIN = new Set([
  'size', 'grid', 'title', 'author', 'ruleset', 'solution', 'successMessage', 'highlightConflicts', 'metadata',
  'disabledlogic', 'truecandidatesoptions', 'sudokuManifest',
]);
const isNothing = (value) => !value || (typeof value === 'object' && Object.keys(value).length === 0);
const defaultRegion = (r, c) => 3 * Math.floor(r / 3) + Math.floor(c / 3);

// A puzzle of f-puzzles as {clue, mine}, or {error}.
export function fromFPuzzles(load) {
  let data;
  try {
    data = JSON.parse(decompress(load.replace(/ /g, '+')));
  } catch { /* reported below */ }
  const grid = data?.grid;
  if (!Array.isArray(grid)) return {error: 'This f-puzzles link is damaged or cut.'};
  if (grid.length !== 9 || grid.some((line) => line?.length !== 9)) return {error: 'This f-puzzles link is not a 9x9 puzzle.'};
  const more = Object.keys(data).find((name) => !PLAIN.has(name) && !isNothing(data[name]));
  if (more) return {error: `This f-puzzles link has a rule or a drawing beside plain Sudoku: ${more}.`};
  const clue = new Uint8Array(81);
  const mine = new Uint8Array(81);
  for (let cell = 0; cell < 81; cell++) {
    const [r, c] = [Math.floor(cell / 9), cell % 9];
    const {value, given, region} = grid[r][c] ?? {};
    if (region !== undefined && region !== null && region !== defaultRegion(r, c)) return {error: 'This f-puzzles link has irregular boxes.'};
    if (value >= 1 && value <= 9) (given ? clue : mine)[cell] = value;
  }
  // A board without givens was typed in as a puzzle.
  return clue.some(Boolean) ? {clue, mine} : {clue: mine, mine: clue};
}

// The puzzle in an address: {text}, {clue, mine} or {error}; null if there is none.
export function fromLink(address) {
  let url;
  try {
    url = new URL(address.trim());
  } catch {
    return null;
  }
  const load = url.searchParams.get('load') ?? url.hash.match(/[#?&]load=([^&]*)/)?.[1];
  if (load) return fromFPuzzles(decodeURIComponent(load.replace(/^fpuz(zles)?/, '')));
  for (const name of ['s', 'bd', 'puzzle', 'p', 'board']) {
    const text = url.searchParams.get(name);
    if (text) return {text};
  }
  let hash = url.hash.slice(1);
  try { hash = decodeURIComponent(hash); } catch { /* as it is */ }
  return /^[^a-z]{81,}$/i.test(hash) || /\d/.test(hash) && hash.length >= 81 ? {text: hash} : null;
}
