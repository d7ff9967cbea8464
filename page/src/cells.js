// Rows, columns and boxes, and what a board without the engine must know: which clues collide, and which digits a cell
// has left. Cells are numbered row by row from 0; a set of digits is a number with bit d - 1 for digit d.

export const row = (cell) => Math.floor(cell / 9);
export const column = (cell) => cell % 9;
export const box = (cell) => 3 * Math.floor(cell / 27) + Math.floor(column(cell) / 3);

const ALL = Array.from({length: 81}, (_, cell) => cell);
const KINDS = {row, column, box};
const UNITS = Object.fromEntries(Object.entries(KINDS).map(([kind, of]) =>
  [kind, Array.from({length: 9}, (_, index) => ALL.filter((cell) => of(cell) === index))]));

export const unitName = (kind, index) => `${kind} ${index + 1}`;
export const unitCells = (kind, index) => UNITS[kind][index];
export const place = (cell) => `row ${row(cell) + 1}, column ${column(cell) + 1}`;
export const digitsOf = (mask) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => mask >> (digit - 1) & 1);
export const isSingle = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;
export const lowest = (mask) => 32 - Math.clz32(mask & -mask);
const PEERS = ALL.map((cell) => new Set(Object.entries(KINDS).flatMap(([kind, of]) => UNITS[kind][of(cell)])));
PEERS.forEach((peers, cell) => peers.delete(cell));
export const sees = (a, b) => PEERS[a].has(b);

// Units with a digit twice or more: {kind, index, digit, cells}.
export function collisions(digits) {
  const found = [];
  for (const [kind, units] of Object.entries(UNITS)) {
    units.forEach((unit, index) => {
      if (new Set(unit.map((cell) => digits[cell] || -cell - 1)).size === 9) return;
      for (let digit = 1; digit <= 9; digit++) {
        const cells = unit.filter((cell) => digits[cell] === digit);
        if (cells.length > 1) found.push({kind, index, digit, cells});
      }
    });
  }
  return found;
}

// The digits that no other digit of the board excludes; for a filled cell, its digit.
export function candidates(digits) {
  return Uint16Array.from(ALL, (cell) => {
    if (digits[cell]) return 1 << (digits[cell] - 1);
    let mask = 511;
    for (const other of PEERS[cell]) if (digits[other]) mask &= ~(1 << (digits[other] - 1));
    return mask;
  });
}

export const toLine = (digits) => Array.from(digits, (digit) => digit || '.').join('');

// The plainest form: 81 characters, with blanks between them or not.
export function fromLine(text) {
  const line = text.replace(/\s/g, '');
  return /^[0-9.]{81}$/.test(line) ? Uint8Array.from(line, (c) => +c || 0) : null;
}
