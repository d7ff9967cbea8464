// Decompresses the base64 form of LZ-string, which f-puzzles uses for its links: a dictionary of earlier strings, whose
// numbers grow by a bit each time that the dictionary outgrows them.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const LONGEST = 1 << 20; // of what a link may unfold to
const [BYTE, WORD, END] = [0, 1, 2]; // the first three numbers

// Returns the text, or null if it is not such a form.
export function decompress(base64) {
  const text = base64.replace(/=+$/, '');
  let at = 0;
  // The least bit of a number comes first; the greatest of a character.
  const read = (bits) => {
    let value = 0;
    for (let bit = 0; bit < bits; bit++, at++) {
      const sextet = ALPHABET.indexOf(text[Math.floor(at / 6)] ?? '?');
      if (sextet < 0) throw RangeError();
      value |= (sextet >> (5 - at % 6) & 1) << bit;
    }
    return value;
  };
  const character = (kind) => String.fromCharCode(read(kind === BYTE ? 8 : 16));

  try {
    let kind = read(2);
    if (kind === END) return '';
    if (kind > WORD) return null;
    let before = character(kind);
    let result = before;
    const known = ['', '', '', before];
    let bits = 3;
    let room = 4; // entries until the numbers take one bit more
    const grow = () => { if (--room === 0) room = 2 ** bits++; };
    for (;;) {
      if (room === 0) room = 2 ** bits++;
      kind = read(bits);
      if (kind === END) return result;
      let number = kind;
      if (kind === BYTE || kind === WORD) {
        number = known.push(character(kind)) - 1;
        grow();
      }
      const entry = known[number] ?? (number === known.length ? before + before[0] : null);
      if (entry === null || result.length > LONGEST) return null;
      result += entry;
      known.push(before + entry[0]);
      grow();
      before = entry;
    }
  } catch {
    return null; // it ends too early, or holds another character
  }
}
