// The page's own addresses: their part after `#` is the puzzle. Everything else that people paste is for the engine.

import {digitsOf, isSingle, lowest, toLine} from './cells.js';

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
