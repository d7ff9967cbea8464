/**
 * Lanedoku in JavaScript: the hand-written part. `lanedoku.d.ts` describes it; the WebAssembly module behind it has
 * functions of numbers, which `wasm/src/` describes.
 *
 * @module
 */

export const STATUSES = Object.freeze([null, 'unique', 'multiple', 'none', 'limit', 'invalid', 'stopped']);
export const SYMMETRIES = Object.freeze([
    'none', 'half-turn', 'quarter-turn', 'left-right', 'top-bottom', 'diagonal', 'antidiagonal', 'both-mirrors',
    'both-diagonals', 'full', 'random',
]);

/** The forms of a puzzle in the input. */
const DIGITS = 0, TEXT = 1, CANDIDATES = 2, DIGITS_AND_CANDIDATES = 3;

/** The puzzles of a call: few enough that the memory stays small. */
const PUZZLES_OF_A_CALL = 4096;
/** The steps of a visit between two looks at its solutions: few, so that the first one is there soon. */
const STEPS_OF_A_VISIT = 128;

/** The statuses of a trace of the loop, by their numbers. */
const LOOP_STATUSES = ['running', 'solved', 'exhausted', 'invalid'];
/** The orders of the open cells, by their numbers. */
const ORDERS = ['rows', 'constrained'];
/** The bits of what has happened in a lane. */
const LANE_EVENTS = [[2, 'guess'], [4, 'contradiction'], [8, 'solution'], [32, 'waiting'], [64, 'idle']];

/** Stands for the hardest technique where none is wanted. */
const NO_TECHNIQUE = 255;
/** The most puzzles that are generated at a time for a wish. */
const MOST_CANDIDATES = 64;

/** The cells of a list that are open. */
const OPEN = ['', ' ', '.', '0', '_', '*', '-', 'x', 'X', '?'];

const KINDS = ['row', 'column', 'box', 'region', 'house'];
/** HoDoKu's classes by number; the first stands for none. */
const HODOKU_CLASSES = [null, 'easy', 'medium', 'hard', 'unfair', 'extreme'];
const ALL_DIGITS = 0x1ff;

// A module of one function with a vector constant: 8 bytes of head, a type, a function, its code.
const PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export const simdSupported = () => WebAssembly.validate(PROBE);

export async function load({ reader, ...options } = {}) {
    checkVectors();
    const [engine, read] = await Promise.all([
        started(options, () => new URL('./lanedoku.wasm', import.meta.url)),
        // Whoever has not asked for the reader gets the engine without it, and the reason from `parse`.
        reader === undefined ? startedReader().catch((error) => error) : reader && startedReader(reader),
    ]);
    return new Lanedoku(engine, read);
}

export function loadSync(module, reader) {
    checkVectors();
    return new Lanedoku(startedSync(module), reader && readerOf(startedSync(reader)));
}

export async function loadTraces(options = {}) {
    return new Traces(await started(options, () => new URL('./lanedoku-trace.wasm', import.meta.url)));
}

export function loadTracesSync(module) {
    return new Traces(startedSync(module));
}

export async function loadLayouts(options = {}) {
    return new Layouts(await started(options, () => new URL('./lanedoku-layouts.wasm', import.meta.url)));
}

export function loadLayoutsSync(module) {
    return new Layouts(startedSync(module));
}

/**
 * Starts a module: a compiled one, its bytes, the file at its address or, by default, the one beside this file. Its
 * address is written out at each call of this function, where bundlers look for it.
 */
async function started({ module, url }, beside) {
    if (module === undefined) module = await compiled(url ?? placeOfFile(beside));
    if (!(module instanceof WebAssembly.Module)) module = await WebAssembly.compile(module);
    return WebAssembly.instantiate(module, {});
}

function startedSync(module) {
    if (!(module instanceof WebAssembly.Module)) module = new WebAssembly.Module(module);
    return new WebAssembly.Instance(module, {});
}

const readerOf = (instance) => new Instance(instance, 'parse');

const startedReader = async (options = {}) =>
    readerOf(await started(options, () => new URL('./lanedoku-reader.wasm', import.meta.url)));

/** Says what is wrong before anything is fetched: the error of the compiler names a byte of the module. */
function checkVectors() {
    if (!simdSupported()) throw new Error('this WebAssembly has no vector instructions (simd128), which lanedoku needs');
}

/** The address of a file beside this one. A script of CommonJS does not know where it is. */
function placeOfFile(beside) {
    try {
        return beside();
    } catch {
        throw new Error('the place of this script is not known; pass `module` or `url`');
    }
}

async function compiled(url) {
    // A bundler has resolved an address that is no text, in its own way.
    const address = typeof url === 'string' ? new URL(/* webpackIgnore: true */ url, import.meta.url) : url;
    if (address.protocol === 'file:' && typeof window === 'undefined') {
        // In a variable, so that no bundler for browsers looks for it.
        const files = 'node:fs/promises';
        const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
        return WebAssembly.compile(await readFile(address));
    }
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: the server answers ${response.status}`);
    // Some servers do not know the type of the file, and then it cannot be compiled while it arrives.
    return response.headers.get('content-type')?.startsWith('application/wasm')
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

/** Reads an output: numbers in little-endian order. */
class Reader {
    constructor(memory, place) {
        this.view = new DataView(memory.buffer);
        this.place = place;
    }

    byte() {
        return this.view.getUint8(this.place++);
    }

    short() {
        this.place += 2;
        return this.view.getUint16(this.place - 2, true);
    }

    word() {
        this.place += 4;
        return this.view.getUint32(this.place - 4, true);
    }

    float() {
        this.place += 8;
        return this.view.getFloat64(this.place - 8, true);
    }

    bigint() {
        this.place += 8;
        return this.view.getBigUint64(this.place - 8, true);
    }

    /** A copy. */
    bytes(length) {
        this.place += length;
        return new Uint8Array(this.view.buffer, this.place - length, length).slice();
    }

    digits() {
        return this.bytes(81);
    }

    masks() {
        return Uint16Array.from({ length: 81 }, () => this.short());
    }

    words(length) {
        return Uint32Array.from({ length }, () => this.word());
    }

    text() {
        return new TextDecoder().decode(this.bytes(this.short()));
    }
}

/** The cells of 81 bytes that have this bit. */
const cellsWith = (bytes, bit) => Array.from(bytes.keys()).filter((cell) => bytes[cell] & bit);

const unitOf = (number) => ({ kind: KINDS[Math.floor(number / 9)], index: number % 9 });

/** The digits of a board of this side. */
const digitsTo = (side) => Array.from({ length: side }, (_, digit) => digit + 1);

/** The pairs of a cell and a digit of masks. */
const candidatesOf = (masks, digits = digitsTo(9)) =>
    Array.from(masks).flatMap((mask, cell) =>
        digits.filter((digit) => (mask >> (digit - 1)) & 1).map((digit) => [cell, digit]),
    );

// The checks of arguments. A message names the argument or the cell, what it must be, and what was found.

const shown = (value) => (typeof value === 'string' ? `'${value}'` : typeof value === 'bigint' ? `${value}n` : String(value));

function checkList(list, expected, side) {
    if (list === null || typeof list !== 'object' || typeof list.length !== 'number') {
        throw new TypeError(`expected ${side * side} ${expected}, found ${list === null ? 'null' : typeof list}`);
    }
    return list;
}

/** The cells of a board as a list of numbers: its rows are joined, characters and `null` become digits. */
function digitsOf(board, side) {
    let list = checkList(board, 'digits or text', side);
    if (list instanceof Uint8Array) return list;
    list = Array.from(list);
    const isRow = (row) => row !== null && typeof row === 'object' || typeof row === 'string' && row.length > 1;
    if (list.length === side && list.every(isRow)) {
        list = list.flatMap((row, index) => {
            const cells = Array.from(row);
            if (cells.length !== side) throw new RangeError(`row ${index + 1}: expected ${side} cells, found ${cells.length}`);
            return cells;
        });
    }
    const digit = (cell) => {
        if (cell === null || typeof cell === 'string' && OPEN.includes(cell)) return 0;
        const value = typeof cell === 'string' && cell.length === 1 ? parseInt(cell, 36) : NaN;
        return value <= side ? value : cell;
    };
    return list.map(digit);
}

/** Integers from 0 to `most` for all cells, in any list. */
function checkCells(list, most, expected, side = 9) {
    checkList(list, expected, side);
    if (list.length !== side * side) throw new RangeError(`expected ${side * side} ${expected}, found ${list.length}`);
    const placeOf = (cell) => `row ${Math.floor(cell / side) + 1}, column ${(cell % side) + 1}`;
    for (let cell = 0; cell < list.length; cell++) {
        const value = list[cell];
        if (!Number.isInteger(value)) {
            throw new TypeError(`${placeOf(cell)}: expected an integer, found ${shown(value)}`);
        }
        if (value < 0 || value > most) {
            throw new RangeError(`${placeOf(cell)}: expected 0 to ${most}, found ${value}`);
        }
    }
    return list;
}

/** The digits of a board that is no text. */
const checkBoard = (board, side = 9) => checkCells(digitsOf(board?.digits ?? board, side), side, 'digits or text', side);

function checkInteger(value, name, least, most) {
    if (!Number.isInteger(value)) throw new TypeError(`${name}: expected an integer, found ${shown(value)}`);
    if (value < least || value > most) {
        throw new RangeError(`${name}: expected ${least} to ${most}, found ${value}`);
    }
    return value;
}

function indexOf(names, value, name) {
    const index = names.indexOf(value);
    if (index < 0) throw new RangeError(`${name}: expected one of ${names.join(', ')}, found ${shown(value)}`);
    return index;
}

/** The least and the greatest number of clues; twice 0 for as few as possible. */
function checkClues(clues, fewest, cells) {
    if (clues === undefined) return [0, 0];
    const [least, most] = typeof clues === 'object' ? clues : [clues, clues];
    checkInteger(least, 'clues', fewest, cells);
    checkInteger(most, 'clues', least, cells);
    return [least, most];
}

/** A 64-bit number. */
function checkBig(value, name) {
    if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
        throw new TypeError(`${name}: expected an integer, found ${shown(value)}`);
    }
    const big = BigInt(value);
    if (big < 0n || big >= 1n << 64n) throw new RangeError(`${name}: expected 0 to 2^64 - 1, found ${value}`);
    return big;
}

/** A step limit: infinity for none. */
function checkLimit(limit) {
    if (limit === undefined || limit === null) return Infinity;
    return checkInteger(limit, 'stepLimit', 1, Number.MAX_SAFE_INTEGER);
}

function checkObject(value, name) {
    if (value === null || typeof value !== 'object') {
        throw new TypeError(`${name}: expected an object, found ${shown(value)}`);
    }
    return value;
}

/** Frees the searches and traces of objects that are no longer used. */
const forgotten = new FinalizationRegistry(({ engine, number, end }) => engine._raw[end](number));

/** A search or a trace that stays in the engine's memory between calls; `end` is the function that frees it. */
class Search {
    constructor(engine, number, end = 'end_search') {
        this._engine = engine;
        this._number = number;
        this._end = end;
        forgotten.register(this, { engine, number, end }, this);
    }

    free() {
        if (this._number === null) return;
        forgotten.unregister(this);
        this._engine._raw[this._end](this._number);
        this._number = null;
    }

    [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
        this.free();
    }
}

export class Count extends Search {
    /** @hidden */
    constructor(engine, number) {
        super(engine, number);
        this._run(0);
    }

    get report() {
        return { ...this._report };
    }

    run(steps) {
        checkInteger(steps, 'steps', 1, Number.MAX_SAFE_INTEGER);
        if (this._number === null) {
            if (!this._report.done) throw new Error('the count has been freed');
        } else {
            this._run(steps);
        }
        return this.report;
    }

    _run(steps) {
        const done = this._engine._call('count', this._number, steps) === 1;
        const reader = this._engine._output();
        const [count, progress, used] = [reader.bigint(), reader.float(), reader.float()];
        const [status, exact] = [STATUSES[reader.byte()], reader.byte() === 1];
        this._report = { count, exact, progress, done, status, steps: used };
        if (done) this.free();
    }
}

/** The time of a turn of a call that lets other tasks run, in milliseconds, and the steps of a count until it looks. */
const TURN = 16;
const STEPS_OF_A_LOOK = 10_000;

/** Runs a job, which yields the part that is done, to its end. */
function ended(job) {
    for (;;) {
        const { value, done } = job.next();
        if (done) return value;
    }
}

/** Runs a job in turns, between which other tasks run. */
async function inTurns(job, { signal, onProgress } = {}) {
    if (onProgress !== undefined && typeof onProgress !== 'function') {
        throw new TypeError(`onProgress: expected a function, found ${shown(onProgress)}`);
    }
    if (signal != null && typeof signal.aborted !== 'boolean') {
        throw new TypeError(`signal: expected an AbortSignal, found ${shown(signal)}`);
    }
    try {
        for (let end = 0; ;) {
            if (signal?.aborted) throw signal.reason ?? new Error('the call was aborted');
            const { value, done } = job.next();
            if (done) {
                onProgress?.(1);
                return value;
            }
            if (Date.now() >= end) {
                onProgress?.(value);
                await new Promise((resolve) => setTimeout(resolve));
                end = Date.now() + TURN;
            }
        }
    } finally {
        job.return();
    }
}

/** The job of a count. It begins the count itself: a job that is ended before its first turn frees nothing. */
function* counting(begin) {
    const count = begin();
    try {
        for (;;) {
            const report = count.run(STEPS_OF_A_LOOK);
            if (report.done) return report;
            yield report.progress;
        }
    } finally {
        count.free();
    }
}

/** An iterator over solutions. */
class Solutions extends Search {
    constructor(engine, number) {
        super(engine, number);
        this._found = [];
        this._ended = false;
    }

    next() {
        while (this._found.length === 0) {
            if (this._ended || this._number === null) {
                this.free();
                return { value: undefined, done: true };
            }
            this._ended = this._engine._call('visit', this._number, STEPS_OF_A_VISIT) === 1;
            const reader = this._engine._output();
            const count = this._engine._raw.output_length() / 81;
            this._found = Array.from({ length: count }, () => reader.digits()).reverse();
        }
        return { value: this._found.pop(), done: false };
    }

    return(value) {
        this._found = [];
        this.free();
        return { value, done: true };
    }

    [Symbol.iterator]() {
        return this;
    }
}

/** A trace: its calls have its number as the first argument. */
class Trace extends Search {
    constructor(engine, number) {
        super(engine, number, 'end_trace');
    }

    _call(name, ...numbers) {
        if (this._number === null) throw new Error('the trace has been freed');
        return this._engine._call(name, this._number, ...numbers);
    }

    _shorts(count) {
        const reader = this._engine._output();
        return Uint16Array.from({ length: count }, () => reader.short());
    }
}

export class LoopTrace extends Trace {
    /** @hidden */
    constructor(engine, number) {
        super(engine, number);
        const count = this._call('loop_cells');
        const reader = engine._output();
        this.digits = reader.digits();
        this.records = Array.from({ length: count }, () => {
            const [cell, row, column, box] = reader.bytes(4);
            return { cell, row, column, box };
        });
        this._report(this._call('loop_run', 0));
    }

    run(steps) {
        checkInteger(steps, 'steps', 0, Number.MAX_SAFE_INTEGER);
        return this._report(this._call('loop_run', steps));
    }

    seek(step) {
        checkInteger(step, 'step', 0, Number.MAX_SAFE_INTEGER);
        return this._report(this._call('loop_seek', step));
    }

    recent(most = 512) {
        checkInteger(most, 'most', 0, 512);
        const count = this._call('loop_recent', most);
        const shorts = this._shorts(count * 6);
        return Array.from({ length: count }, (_, index) => {
            const [position, tried, row, column, box, pick] = shorts.subarray(6 * index, 6 * index + 6);
            const had = tried === 0 ? 0 : tried | (tried - 1);
            const can = row & column & box & ~had;
            const { cell } = this.records[position];
            return { number: this.steps - count + index + 1, position, cell, tried, row, column, box, had, can, pick, forward: can !== 0 };
        });
    }

    masks() {
        this._call('loop_masks');
        return this._shorts(27);
    }

    tried() {
        const count = this._call('loop_masks');
        return this._shorts(27 + count).slice(27);
    }

    path() {
        const count = this._call('loop_path');
        const reader = this._engine._output();
        const [stepsPerBin, bins] = [reader.float(), reader.bytes(2 * count)];
        const every = (first) => Uint8Array.from({ length: count }, (_, bin) => bins[2 * bin + first]);
        return { stepsPerBin, least: every(0), greatest: every(1) };
    }

    _report(status) {
        const reader = this._engine._output();
        [this.steps, this.furthest, this.solutions] = [reader.float(), reader.float(), reader.float()];
        this.depth = reader.byte();
        return (this.status = LOOP_STATUSES[status]);
    }
}

export class LanesTrace extends Trace {
    /** @hidden */
    constructor(engine, number) {
        super(engine, number);
        this.over = false;
        this._sweep(0);
    }

    sweep(most = 1) {
        return this._sweep(checkInteger(most, 'most', 0, 1_000_000));
    }

    words() {
        const lanes = this._call('lanes_candidates', 0);
        const reader = this._engine._output();
        const words = Uint32Array.from({ length: lanes * 27 }, () => reader.word());
        // By word, then by lane: as the vectors are.
        return Array.from({ length: 27 }, (_, word) => Uint32Array.from({ length: lanes }, (_, lane) => words[27 * lane + word]));
    }

    candidates() {
        const lanes = this._call('lanes_candidates', 1);
        const reader = this._engine._output();
        return Array.from({ length: lanes }, () => reader.masks());
    }

    statuses() {
        const count = this._call('lanes_statuses');
        return this._engine._output().bytes(count);
    }

    _sweep(most) {
        const made = this._call('lanes_sweep', most);
        const reader = this._engine._output();
        [this.sweeps, this.busySweeps, this.done] = [reader.float(), reader.float(), reader.float()];
        const lanes = (this._engine._raw.output_length() - 24) / 8;
        this.lanes = Array.from({ length: lanes }, () => {
            const puzzle = reader.word();
            const [bits, stacked, open] = reader.bytes(4);
            const event = LANE_EVENTS.find(([bit]) => bits & bit)?.[1] ?? 'busy';
            return { puzzle: event === 'idle' ? null : puzzle, begins: (bits & 1) > 0, event, done: (bits & 16) > 0, stacked, open };
        });
        this.over = made < most;
        return made;
    }
}

/** An instance of a module: calls, input and output. */
class Instance {
    constructor(instance, name) {
        if (!(instance instanceof WebAssembly.Instance) || typeof instance.exports[name] !== 'function') {
            throw new TypeError('expected a module of lanedoku');
        }
        this._raw = instance.exports;
    }

    /** Calls a function of the module. */
    _call(name, ...numbers) {
        const result = this._raw[name](...numbers);
        if (result < 0) {
            const length = this._raw.output_length();
            throw new Error(new TextDecoder().decode(this._output().bytes(length)));
        }
        return result;
    }

    /** The place of the input of the next call. */
    _input(length) {
        const place = this._raw.input(length);
        if (place === 0) throw new RangeError(`the input is too long: ${length} bytes`);
        return new Uint8Array(this._raw.memory.buffer, place, length);
    }

    /** A reader of the answer of the last call. */
    _output() {
        return new Reader(this._raw.memory, this._raw.output());
    }

    /** Writes a text, and returns its form. */
    _text(text) {
        const bytes = new TextEncoder().encode(text);
        this._input(bytes.length).set(bytes);
        return TEXT;
    }

    /** Writes a board, and returns its form. */
    _board(board) {
        if (typeof board === 'string') return this._text(board);
        this._input(81).set(checkBoard(board));
        return DIGITS;
    }
}

/** What the engine and the layouts have in common. */
class Engine extends Instance {
    constructor(instance, name) {
        super(instance, name);
        const count = this._call('technique_names');
        const names = this._output();
        this.techniques = Object.freeze(Array.from({ length: count }, () => names.text()));
    }

    /** Reads the outcome of a search on a board of so many cells. */
    _outcome(status, cells) {
        const reader = this._output();
        const [steps, guesses, count] = [reader.float(), reader.float(), reader.byte()];
        const solution = count > 0 ? reader.bytes(cells) : null;
        return { status: STATUSES[status], solution, second: count > 1 ? reader.bytes(cells) : null, steps, guesses };
    }

    /** Reads a rating. */
    _rating() {
        const reader = this._output();
        const [rating, pearl, diamond] = [reader.byte() / 10, reader.byte() / 10, reader.byte() / 10];
        const technique = this.techniques[reader.byte()] ?? null;
        const score = reader.word();
        const name = HODOKU_CLASSES[reader.byte()];
        const hodoku = name ? { score, class: name } : null;
        const all = this.techniques.map((name) => [name, reader.short()]).filter(([, count]) => count > 0);
        const steps = all.reduce((sum, [, count]) => sum + count, 0);
        return { rating, pearl, diamond, technique, steps, counts: Object.fromEntries(all), hodoku };
    }

    /**
     * The techniques as the module takes them, a bit for each, in two numbers: without those that no puzzle needs with
     * this hardest technique and so many tenths at most.
     */
    _techniques({ techniques = 'scale', uniqueness = true }, hardest = NO_TECHNIQUE, most = 200) {
        if (typeof techniques !== 'string' && typeof techniques?.[Symbol.iterator] !== 'function') {
            throw new TypeError(`techniques: expected names, found ${shown(techniques)}`);
        }
        const names = typeof techniques === 'string' ? techniques : Array.from(techniques).join();
        if (names === '') throw new RangeError('techniques: expected at least one');
        this._text(names);
        try {
            this._call('technique_set', uniqueness ? 1 : 0, hardest, most);
        } catch ({ message }) {
            throw new RangeError(message);
        }
        const reader = this._output();
        return [reader.bigint(), reader.bigint()];
    }
}

export class Lanedoku extends Engine {
    /** @hidden Use {@link load} or {@link loadSync}. */
    constructor(instance, reader) {
        super(instance, 'begin_count');
        this._reader = reader;
        this._call('about');
        this.version = this._output().text();
    }

    async loadReader(options) {
        this._reader = await startedReader(options);
    }

    parse(text) {
        if (typeof text !== 'string') throw new TypeError(`text: expected a string, found ${typeof text}`);
        if (!(this._reader instanceof Instance)) {
            throw new Error(`the reader is not loaded: ${this._reader?.message ?? 'await loadReader() first'}`);
        }
        this._reader._text(text);
        const kind = this._reader._call('parse');
        const reader = this._reader._output();
        if (kind === 2) {
            const [line, column] = [reader.word(), reader.word()];
            return { kind: 'error', line, column: column || null, message: reader.text() };
        }
        const puzzle = kind === 0 ? { kind: 'board', digits: reader.digits() } : { kind: 'candidates', candidates: reader.masks() };
        return { ...puzzle, warning: reader.text() || null };
    }

    solve(puzzle, { any = false, stepLimit } = {}) {
        const limit = checkLimit(stepLimit);
        return this._outcome(this._call('solve', this._puzzle(puzzle), any ? 1 : 0, limit, 1), 81);
    }

    solveBatch(digits, options) {
        return ended(this._solving(digits, options));
    }

    async solveBatchAsync(digits, options) {
        return inTurns(this._solving(digits, options), options);
    }

    *_solving(digits, { any = false, stepLimit, into } = {}) {
        if (!(digits instanceof Uint8Array)) {
            throw new TypeError(`digits: expected a Uint8Array, found ${shown(digits)}`);
        }
        if (digits.length % 81 !== 0) {
            throw new RangeError(`digits: expected 81 for each puzzle, found ${digits.length}`);
        }
        const [limit, count] = [checkLimit(stepLimit), digits.length / 81];
        const outcomes = into ?? {
            statuses: new Uint8Array(count),
            solutions: new Uint8Array(count * 81),
            steps: new Uint32Array(count),
        };
        const { statuses, solutions, steps } = outcomes;
        const areArrays = statuses instanceof Uint8Array && solutions instanceof Uint8Array && steps instanceof Uint32Array;
        if (!areArrays || statuses.length !== count || solutions.length !== count * 81 || steps.length !== count) {
            throw new TypeError(`into: expected the answers of an earlier call for ${count} puzzles`);
        }
        for (let first = 0; first < count; first += PUZZLES_OF_A_CALL) {
            const some = Math.min(PUZZLES_OF_A_CALL, count - first);
            this._input(some * 81).set(digits.subarray(first * 81, (first + some) * 81));
            this._call('solve_batch', any ? 1 : 0, limit);
            const { view, place } = this._output();
            statuses.set(new Uint8Array(view.buffer, place, some), first);
            solutions.set(new Uint8Array(view.buffer, place + some, some * 81), first * 81);
            for (let index = 0; index < some; index++) {
                steps[first + index] = view.getUint32(place + some * 82 + index * 4, true);
            }
            yield (first + some) / count;
        }
        return outcomes;
    }

    count(puzzle, { max = (1n << 64n) - 1n, stepLimit } = {}) {
        const [most, limit] = [checkBig(max, 'max'), checkLimit(stepLimit)];
        return new Count(this, this._call('begin_count', this._puzzle(puzzle), most, limit));
    }

    async countAsync(puzzle, options) {
        return inTurns(counting(() => this.count(puzzle, options)), options);
    }

    solutions(puzzle, { stepLimit } = {}) {
        const limit = checkLimit(stepLimit);
        return new Solutions(this, this._call('begin_visit', this._puzzle(puzzle), limit));
    }

    visit(puzzle, visitor, { max = Infinity, stepLimit } = {}) {
        if (typeof visitor !== 'function') throw new TypeError(`visitor: expected a function, found ${shown(visitor)}`);
        if (max !== Infinity) checkInteger(max, 'max', 0, Number.MAX_SAFE_INTEGER);
        let count = 0;
        if (max === 0) return count;
        for (const solution of this.solutions(puzzle, { stepLimit })) {
            count++;
            if (visitor(solution) === false || count >= max) break;
        }
        return count;
    }

    candidates(board) {
        this._call('candidates', this._board(board));
        return this._output().masks();
    }

    possible(puzzle, { stepLimit } = {}) {
        const limit = checkLimit(stepLimit);
        const status = STATUSES[this._call('possible', this._puzzle(puzzle), limit)];
        const reader = this._output();
        const [steps, possible] = [reader.float(), reader.masks()];
        return { status, possible, notExcluded: reader.masks(), steps };
    }

    wrongClues(board, { stepLimit } = {}) {
        const limit = checkLimit(stepLimit);
        const status = STATUSES[this._call('wrong_clues', this._board(board), limit)];
        const found = this._output().digits();
        return { status, cells: cellsWith(found, 1), undecided: cellsWith(found, 2) };
    }

    collisions(board) {
        const count = this._call('collisions', this._board(board));
        const reader = this._output();
        return Array.from({ length: count }, () => {
            const [unit, digit, first, second] = reader.bytes(4);
            return { unit: unitOf(unit), digit, cells: [first, second], message: reader.text() };
        });
    }

    hint(puzzle, { candidates, ...techniques } = {}) {
        const chosen = this._techniques(techniques);
        return this._hint(this._left(puzzle, candidates), chosen)?.step ?? null;
    }

    allSteps(puzzle, { candidates, ...techniques } = {}) {
        const chosen = this._techniques(techniques);
        const count = this._call('all_steps', this._left(puzzle, candidates), ...chosen);
        const reader = this._output();
        const [digits, marks] = [reader.digits(), reader.masks()];
        return Array.from({ length: count }, () => this._step(reader, digits.slice(), marks.slice()));
    }

    *steps(puzzle, { candidates, ...techniques } = {}) {
        const chosen = this._techniques(techniques);
        this._checked(puzzle, { candidates, ...techniques });
        let form = this._left(puzzle, candidates);
        for (;;) {
            const found = this._hint(form, chosen);
            if (found === null) return;
            yield found.step;
            form = this._marks(found.after.digits, found.after.candidates);
        }
    }

    explain(puzzle, options = {}) {
        const steps = Array.from(this.steps(puzzle, options));
        const last = steps.at(-1);
        const before = last ? last.digits : this._checked(puzzle, options);
        const open = before.reduce((open, digit) => open + (digit === 0 ? 1 : 0), 0);
        return { steps, solved: open === (last?.placement ? 1 : 0) };
    }

    generate(options) {
        return ended(this._generating(options, 256));
    }

    async generateAsync(options) {
        return inTurns(this._generating(options, 8), options);
    }

    *_generating(options, atOnce) {
        const { seed, n = 1, first = 0, clues, minimal = false, symmetry = 'none', technique, hardest } = checkObject(options, 'options');
        const { techniques, uniqueness } = options;
        const hasWish = technique !== undefined || hardest !== undefined;
        const { attempts = hasWish ? 100_000 : 1000 } = options;
        const [base, start] = [checkBig(seed, 'seed'), checkBig(first, 'first')];
        checkInteger(n, 'n', 0, 1_000_000);
        checkInteger(attempts, 'attempts', 1, 10_000_000);
        const [least, most] = checkClues(clues, 17, 81);
        const pattern = indexOf(SYMMETRIES, symmetry, 'symmetry');
        const wanted = technique === undefined ? undefined : this.techniques[this._technique(technique, 'technique')];
        const [lowest, highest] = hardest ?? [0, Infinity];
        if (typeof lowest !== 'number' || typeof highest !== 'number') {
            throw new TypeError('hardest: expected the least and the highest rating');
        }
        if (highest < 1 || lowest > 20 || lowest > highest) throw new RangeError(`hardest: ratings are 1 to 20, found ${lowest} to ${highest}`);
        // Without the techniques that none of the wanted puzzles needs.
        const index = wanted === undefined ? NO_TECHNIQUE : this.techniques.indexOf(wanted);
        const chosen = this._techniques({ techniques, uniqueness }, index, Math.ceil(Math.min(highest, 20) * 10));
        const make = (seed, first, count) => {
            this._call('generate', seed, BigInt.asUintN(64, first), count, least, most, minimal ? 1 : 0, pattern, attempts);
            return this._output().bytes(count * 81);
        };
        const isWanted = (board) => {
            if (!hasWish) return true;
            const rated = this._rated(this._board(board), chosen);
            return lowest <= rated.rating && rated.rating <= highest && (wanted ?? rated.technique) === rated.technique;
        };
        const puzzles = new Uint8Array(n * 81);
        for (let done = 0; done < n; done += atOnce) {
            const some = Math.min(atOnce, n - done);
            puzzles.set(make(base, start + BigInt(done), some), done * 81);
            // The search for those that are wanted takes nearly all the time.
            yield hasWish ? 0 : (done + some) / n;
        }
        for (let index = 0; index < n; index++) {
            // The others are those that the command line makes: the puzzles of a seed that no other puzzle uses.
            const other = BigInt.asUintN(64, base ^ ((start + BigInt(index) + 1n) * 0x9e37_79b9_7f4a_7c15n));
            let [candidates, at, first] = [puzzles.slice(index * 81, (index + 1) * 81), 0, 0];
            for (let tried = 1; ; tried++) {
                const board = candidates.subarray(at, at + 81);
                const found = board.some((digit) => digit > 0);
                if (found && isWanted(board)) {
                    puzzles.set(board, index * 81);
                    break;
                }
                if (!found || tried >= attempts) {
                    throw new Error(`puzzle ${index}: none was found in ${attempts} attempts; \`attempts\` allows more`);
                }
                yield index / n;
                at += 81;
                if (at === candidates.length) {
                    const count = Math.min(at / 81 * 2, MOST_CANDIDATES, attempts - tried);
                    candidates = make(other, BigInt(first), count);
                    [at, first] = [0, first + count];
                }
            }
        }
        return puzzles;
    }

    minimize(board, { seed = 0 } = {}) {
        const big = checkBig(seed, 'seed');
        this._call('minimize', this._board(board), big);
        return this._output().digits();
    }

    isMinimal(board) {
        const form = this._board(board);
        return STATUSES[this._call('solve', form, 1, Infinity, 0)] === 'unique' && this.redundantClues(board).length === 0;
    }

    redundantClues(board) {
        this._call('redundant_clues', this._board(board));
        return cellsWith(this._output().digits(), 1);
    }

    canonical(board) {
        this._call('canonical', this._board(board));
        return this._output().digits();
    }

    shuffle(board, options) {
        const { seed, index = 0 } = checkObject(options, 'options');
        const [big, number] = [checkBig(seed, 'seed'), checkBig(index, 'index')];
        this._call('shuffle', this._board(board), big, number);
        return this._output().digits();
    }

    rate(puzzle, { candidates, ...techniques } = {}) {
        const chosen = this._techniques(techniques);
        return this._rated(this._left(puzzle, candidates), chosen);
    }

    _rated(form, chosen) {
        this._call('rate', form, ...chosen);
        return this._rating();
    }

    /** Writes a puzzle, and returns its form. */
    _puzzle(puzzle) {
        if (puzzle !== null && typeof puzzle === 'object' && 'candidates' in puzzle) {
            this._writeMasks(this._input(162), 0, checkCells(puzzle.candidates, ALL_DIGITS, 'candidates'));
            return CANDIDATES;
        }
        return this._board(puzzle);
    }

    /** Writes a puzzle whose open cells may have fewer candidates, and returns its form. */
    _left(puzzle, candidates) {
        return candidates === undefined ? this._puzzle(puzzle) : this._marks(puzzle, candidates);
    }

    /** The digits of a board of which all steps are asked. */
    _checked(puzzle, { candidates, ...techniques }) {
        const chosen = this._techniques(techniques);
        this._call('check_steps', this._left(puzzle, candidates), ...chosen);
        return this._output().digits();
    }

    /** The digits of a board. */
    _digits(board) {
        this._call('digits', this._board(board));
        return this._output().digits();
    }

    /** Writes a board with the candidates of its open cells, and returns its form. */
    _marks(board, candidates) {
        const digits = this._digits(board);
        const masks = checkCells(candidates, ALL_DIGITS, 'candidates');
        const input = this._input(243);
        input.set(digits);
        this._writeMasks(input, 81, masks);
        return DIGITS_AND_CANDIDATES;
    }

    _writeMasks(input, start, masks) {
        for (let cell = 0; cell < 81; cell++) {
            input[start + 2 * cell] = masks[cell] & 255;
            input[start + 2 * cell + 1] = masks[cell] >> 8;
        }
    }

    /** The index of a name as a person or the command line writes it: `X-wing`, `full house`, `full-house`. */
    _technique(name, argument) {
        const plain = (text) => String(text).toLowerCase().replaceAll(' ', '-');
        const index = this.techniques.findIndex((known) => plain(known) === plain(name));
        return index >= 0 ? index : indexOf(this.techniques, name, argument);
    }

    _hint(form, chosen) {
        if (this._call('hint', form, ...chosen) === 0) return null;
        const reader = this._output();
        const step = this._step(reader, reader.digits(), reader.masks());
        return { step, after: { digits: reader.digits(), candidates: reader.masks() } };
    }

    /** Reads a step on a board. */
    _step(reader, digits, marks) {
        const [technique, level, cell, digit] = reader.bytes(4);
        const [eliminations, deciding] = [candidatesOf(reader.masks()), candidatesOf(reader.masks())];
        const units = Array.from(reader.bytes(reader.byte()), unitOf);
        const links = Array.from({ length: reader.byte() }, () => {
            const [cell, digit, isTrue, from, strong] = reader.bytes(5);
            const cells = Array.from(reader.bytes(reader.byte()));
            const causes = Array.from(reader.bytes(reader.byte()));
            const isStrong = strong < 2 ? strong === 1 : null;
            return { cell, cells, digit, isTrue: isTrue === 1, from, causes, isStrong };
        });
        const hints = [reader.text(), reader.text(), reader.text()];
        const lines = reader.text().split('\n');
        const eureka = reader.text() || null;
        const parts = Array.from({ length: reader.byte() }, () => {
            const [role, units] = [reader.text(), Array.from(reader.bytes(reader.byte()), unitOf)];
            return { role, units, candidates: candidatesOf(reader.masks()) };
        });
        return {
            technique: this.techniques[technique],
            level: level / 10,
            hints,
            lines,
            units,
            deciding,
            links,
            eureka,
            parts,
            placement: digit > 0 ? [cell, digit] : null,
            eliminations,
            digits,
            marks,
        };
    }
}

export class Layouts extends Engine {
    /** @hidden Use {@link loadLayouts} or {@link loadLayoutsSync}. */
    constructor(instance) {
        super(instance, 'layout_solve');
    }

    layout(name) {
        return new Layout(this, name);
    }
}

/** A layout. Its name goes with each call, so the engine keeps nothing of it. */
export class Layout {
    /** @hidden Use {@link Layouts.layout}. */
    constructor(engine, name) {
        if (typeof name !== 'string') throw new TypeError(`layout: expected its name, found ${shown(name)}`);
        [this.name, this._engine, this._bytes] = [name, engine, new TextEncoder().encode(name)];
        this._write([]);
        this.side = this._call('layout');
        this.cells = this.side ** 2;
        const { side, cells } = this;
        const reader = engine._output();
        const places = Array.from({ length: cells }, (_, cell) => [Math.floor(cell / side), cell % side, reader.byte(), reader.word()]);
        const [houses, hasBoxes] = reader.bytes(2);
        const unitsOf = (kind, count, has) => Array.from({ length: count }, (_, index) =>
            ({ kind, index, cells: Array.from(places.keys()).filter((cell) => has(places[cell], index)) }));
        this.units = [
            ...['row', 'column', hasBoxes ? 'box' : 'region'].flatMap((kind, at) => unitsOf(kind, side, (place, index) => place[at] === index)),
            ...unitsOf('house', houses, (place, index) => place[3] >>> index & 1),
        ];
    }

    parse(text) {
        if (typeof text !== 'string') throw new TypeError(`text: expected a string, found ${typeof text}`);
        return this._digits(text);
    }

    text(board) {
        this._call('layout_board', this._board(board), 1);
        return this._characters();
    }

    draw(board) {
        this._call('layout_board', this._board(board), 2);
        return this._characters();
    }

    solve(board, { stepLimit } = {}) {
        const limit = checkLimit(stepLimit);
        return this._engine._outcome(this._call('layout_solve', this._board(board), limit), this.cells);
    }

    count(board, options) {
        const { solutions, ...report } = this._found(board, options, 0);
        return report;
    }

    solutions(board, { max = 1000, stepLimit } = {}) {
        checkInteger(max, 'max', 0, 100_000);
        return this._found(board, { max, stepLimit }, 1).solutions;
    }

    _found(board, { max = (1n << 64n) - 1n, stepLimit } = {}, isWanted) {
        const [most, limit] = [checkBig(max, 'max'), checkLimit(stepLimit)];
        const status = STATUSES[this._call('layout_solutions', this._board(board), most, limit, isWanted)];
        const reader = this._engine._output();
        const [count, steps, exact] = [reader.bigint(), reader.float(), reader.byte() === 1];
        const solutions = Array.from({ length: isWanted ? Number(count) : 0 }, () => reader.bytes(this.cells));
        return { count, exact, status, steps, solutions };
    }

    possible(board, { stepLimit } = {}) {
        const limit = checkLimit(stepLimit);
        const status = STATUSES[this._call('layout_possible', this._board(board), limit)];
        return { status, possible: this._engine._output().words(this.cells) };
    }

    redundantClues(board, { stepLimit } = {}) {
        const { status, cells } = this._clues(board, stepLimit, 0);
        if (status === 'limit') throw new Error('the step limit ended the search');
        return cells;
    }

    wrongClues(board, { stepLimit } = {}) {
        return this._clues(board, stepLimit, 1);
    }

    _clues(board, stepLimit, areWrong) {
        const limit = checkLimit(stepLimit);
        const status = STATUSES[this._call('layout_clues', this._board(board), limit, areWrong)];
        const reader = this._engine._output();
        return { status, cells: Array.from({ length: this._engine._raw.output_length() / 2 }, () => reader.short()) };
    }

    collisions(board) {
        const count = this._call('layout_collisions', this._board(board));
        const reader = this._engine._output();
        return Array.from({ length: count }, () => {
            const [kind, index, digit] = reader.bytes(3);
            return { unit: { kind: KINDS[kind], index }, digit, cells: [reader.short(), reader.short()], message: reader.text() };
        });
    }

    grade(given, puzzle, solution) {
        const boards = [given, puzzle, ...(solution === undefined ? [] : [solution])];
        this._write(boards.flatMap((board) => Array.from(this._digits(board))));
        this._call('layout_grade');
        const reader = this._engine._output();
        const [isComplete, isConsistent, keepsClues] = Array.from(reader.bytes(3), Boolean);
        return { isComplete, isConsistent, keepsClues, rightCells: solution === undefined ? null : reader.short() };
    }

    minimize(board, { seed = 0 } = {}) {
        const big = checkBig(seed, 'seed');
        this._call('layout_minimize', this._board(board), big);
        return this._engine._output().bytes(this.cells);
    }

    generate(options) {
        return ended(this._generating(options));
    }

    async generateAsync(options) {
        return inTurns(this._generating(options), options);
    }

    *_generating(options) {
        const { seed, n = 1, first = 0, clues, symmetry = 'none', attempts = 1000 } = checkObject(options, 'options');
        const [base, start] = [checkBig(seed, 'seed'), checkBig(first, 'first')];
        checkInteger(n, 'n', 0, 1_000_000);
        checkInteger(attempts, 'attempts', 1, 10_000_000);
        const [least, most] = checkClues(clues, 1, this.cells);
        const pattern = indexOf(SYMMETRIES, symmetry, 'symmetry');
        const puzzles = new Uint8Array(n * this.cells);
        for (let index = 0; index < n; index++) {
            this._write([]);
            const number = BigInt.asUintN(64, start + BigInt(index));
            if (this._call('layout_generate', base, number, least, most, pattern, attempts) === 0) {
                throw new Error(`puzzle ${index}: none was found in ${attempts} attempts; \`attempts\` allows more`);
            }
            puzzles.set(this._engine._output().bytes(this.cells), index * this.cells);
            yield (index + 1) / n;
        }
        return puzzles;
    }

    shuffle(board, options) {
        const { seed, index = 0 } = checkObject(options, 'options');
        const [big, number] = [checkBig(seed, 'seed'), checkBig(index, 'index')];
        this._call('layout_shuffle', this._board(board), big, number);
        return this._engine._output().bytes(this.cells);
    }

    hint(board, options) {
        return this._steps(board, options, 1).steps[0] ?? null;
    }

    explain(board, options) {
        return this._steps(board, options, 2 ** 31 - 1);
    }

    _steps(board, options = {}, most) {
        const chosen = this._engine._techniques(options);
        const count = this._call('layout_steps', this._board(board), most, ...chosen);
        const reader = this._engine._output();
        const [{ techniques }, all] = [this._engine, digitsTo(this.side)];
        const masks = () => reader.words(this.cells);
        const steps = Array.from({ length: count }, () => {
            const [digits, marks] = [reader.bytes(this.cells), masks()];
            const [technique, level, digit] = reader.bytes(3);
            const placement = [reader.short(), digit];
            const units = Array.from({ length: reader.byte() }, () => {
                const [kind, index] = reader.bytes(2);
                return { kind: KINDS[kind], index };
            });
            const [eliminations, deciding] = [candidatesOf(masks(), all), candidatesOf(masks(), all)];
            const hints = [reader.text(), reader.text(), reader.text()];
            return {
                technique: techniques[technique], level: level / 10, hints, units, deciding,
                placement: digit > 0 ? placement : null, eliminations, digits, marks,
            };
        });
        return { steps, solved: !reader.bytes(this.cells).includes(0) };
    }

    rate(board, options = {}) {
        const chosen = this._engine._techniques(options);
        this._call('layout_rate', this._board(board), ...chosen);
        return this._engine._rating();
    }

    /** Calls a function for this layout. */
    _call(name, ...numbers) {
        return this._engine._call(name, this._bytes.length, ...numbers);
    }

    /** Writes bytes after the name of the layout. */
    _write(bytes) {
        const input = this._engine._input(this._bytes.length + bytes.length);
        input.set(this._bytes);
        input.set(bytes, this._bytes.length);
    }

    /** Writes a board, and returns its form. */
    _board(board) {
        const isText = typeof board === 'string';
        this._write(isText ? new TextEncoder().encode(board) : checkBoard(board, this.side));
        return isText ? TEXT : DIGITS;
    }

    /** The digits of a board. */
    _digits(board) {
        this._call('layout_board', this._board(board), 0);
        return this._engine._output().bytes(this.cells);
    }

    /** The whole answer of the last call as text. */
    _characters() {
        return new TextDecoder().decode(this._engine._output().bytes(this._engine._raw.output_length()));
    }
}

export class Traces extends Instance {
    /** @hidden Use {@link loadTraces} or {@link loadTracesSync}. */
    constructor(instance) {
        super(instance, 'begin_loop');
    }

    loopTrace(board, { order = 'rows' } = {}) {
        return new LoopTrace(this, this._call('begin_loop', this._board(board), indexOf(ORDERS, order, 'order')));
    }

    lanesTrace(digits, { lanes = 16, refill = true } = {}) {
        if (!(digits instanceof Uint8Array) || digits.length % 81 !== 0) {
            throw new TypeError(`digits: expected a Uint8Array with 81 for each puzzle, found ${shown(digits)}`);
        }
        checkInteger(lanes, 'lanes', 1, 16);
        this._input(digits.length).set(digits);
        return new LanesTrace(this, this._call('begin_lanes', lanes, refill ? 1 : 0));
    }

    timeLoop(board, version, steps) {
        checkInteger(steps, 'steps', 0, Number.MAX_SAFE_INTEGER);
        const number = [3, 7][indexOf(['V3', 'V7'], version, 'version')];
        const found = this._call('time_loop', this._board(board), number, steps) === 1;
        const reader = this._output();
        const [taken, searches] = [reader.float(), reader.float()];
        return { steps: taken, searches, solution: found ? reader.digits() : null };
    }
}
