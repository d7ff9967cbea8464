// What several tests use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { env } from 'node:process';

/** The folder of the sources. */
export const root = env.LANEDOKU_ROOT ?? fileURLToPath(new URL('../..', import.meta.url));
/** The folder of the package. */
export const dist = join(root, 'wasm/dist');
/** The folder of the tests, with their tools. */
export const here = fileURLToPath(new URL('.', import.meta.url));

export const { load, loadSync, loadLayouts, loadLayoutsSync, loadTraces, loadTracesSync, simdSupported, Count, STATUSES, SYMMETRIES } = await import(join(dist, 'lanedoku.js'));

export const bytesOf = (module) => readFileSync(join(dist, `${module}.wasm`));

/** A puzzle with an X-wing. */
export const MIDDLING = '...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......';
export const HARD = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
export const EMPTY = '.'.repeat(81);

export const line = (digits) => Array.from(digits, (digit) => digit || '.').join('');
export const digits = (line) => Uint8Array.from(line, (character) => Number(character) || 0);
