// Rows, columns and boxes, and what a board without the engine must know: which clues collide, and which digits a cell
// has left. Cells are numbered row by row from 0; a set of digits is a number with bit d - 1 for digit d.

export const row = (cell) => Math.floor(cell / 9);
export const column = (cell) => cell % 9;
export const box = (cell) => 3 * Math.floor(cell / 27) + Math.floor(column(cell) / 3);

const ALL = Array.from({length: 81}, (_, cell) => cell);
const KINDS = [['row', row], ['column', column], ['box', box]];

export const unitName = (kind, index) => `${kind} ${index + 1}`;
export const unitCells = (kind, index) => {
  const of = KINDS.find(([name]) => name === kind)[1];
  return ALL.filter((cell) => of(cell) === index);
};
export const place = (cell) => `row ${row(cell) + 1}, column ${column(cell) + 1}`;
export const digitsOf = (mask) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => mask >> (digit - 1) & 1);
export const isSingle = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;
export const lowest = (mask) => 32 - Math.clz32(mask & -mask);
export const sees = (a, b) => a !== b && KINDS.some(([, of]) => of(a) === of(b));
const PEERS = ALL.map((cell) => ALL.filter((other) => sees(cell, other)));

// Units with a digit twice or more: {kind, index, digit, cells}.
export function collisions(digits) {
  const found = [];
  for (const [kind] of KINDS) {
    for (let index = 0; index < 9; index++) {
      const cells = unitCells(kind, index);
      for (let digit = 1; digit <= 9; digit++) {
        const same = cells.filter((cell) => digits[cell] === digit);
        if (same.length > 1) found.push({kind, index, digit, cells: same});
      }
    }
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
