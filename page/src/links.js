// The page's own addresses: their part after `#` is the puzzle. Everything else that people paste is for the engine.

import {digitsOf, fromLine, isSingle, lowest, toLine} from './cells.js';

// A puzzle as this page writes it: 81 digits; with pencil marks 729, nine for each cell. Zeros, because messengers cut
// the dots at the end of a link.
export function toText({clue, given}) {
  if (!given) return toLine(clue).replaceAll('.', '0');
  return Array.from(given, (mask) => [...'000000000'].map((none, at) => (digitsOf(mask).includes(at + 1) ? at + 1 : none)).join('')).join('');
}

// Pencil marks as a puzzle: a cell with one mark is a clue.
export const ofMarks = (given) => ({clue: Uint8Array.from(given, (mask) => (isSingle(mask) ? lowest(mask) : 0)), given});

// The digits at the end of an address, so that they need no engine; any other text as it is.
export const fromLink = (text) => text.trim().replace(/^\S*[#?&=/](?=(?:[\d.]{81}|[\d.]{729})$)/, '');

// Whether an address may hold a puzzle, so that it is worth a look.
export const mayHold = (address) => /[?#&=][^?#&=]{81,}/.test(address);

// The same with the work by hand: the digits, and the two kinds of marks in two characters a cell.
export const withWork = (work) => [toText(work), work.mine.join(''),
  ...[work.struck, work.noted].map((masks) => (masks.some(Boolean) ? Array.from(masks, (mask) => mask.toString(36).padStart(2, '0')).join('') : ''))].join();

// A puzzle with the work on it, from an address of this page; null from any other text.
export function fromWork(text) {
  const [, line, mine, ...marks] = text.trim().match(/#([\d.]{81}|[\d.]{729}),(\d{81}),([\da-z]{162})?,([\da-z]{162})?$/) ?? [];
  if (!line) return null;
  const puzzle = line.length === 81 ? {clue: fromLine(line), given: null}
    : ofMarks(Uint16Array.from(line.match(/.{9}/g), (nine) => [...nine].reduce((mask, digit) => mask | (+digit && 1 << (digit - 1)), 0)));
  const [struck, noted] = marks.map((masks) => Uint16Array.from((masks ?? '0'.repeat(162)).match(/../g), (mask) => parseInt(mask, 36) & 511));
  return {...puzzle, mine: Uint8Array.from(mine, (digit, cell) => (puzzle.clue[cell] ? 0 : +digit)), struck, noted};
}
