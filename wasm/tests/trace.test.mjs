// The traces for animations. The library's own tests compare them with the engines, step by step and sweep by sweep.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { EMPTY, HARD, MIDDLING, STATUSES, bytesOf, digits, line, loadSync, loadTraces, loadTracesSync } from './support.mjs';

const lanedoku = loadSync(bytesOf('lanedoku'));
const traces = loadTracesSync(bytesOf('lanedoku-trace'));
// Every trace of a test is freed after it.
const open = [];
const held = (trace) => (open.push(trace), trace);
const loopTrace = (board, options) => held(traces.loopTrace(board, options));
const lanesTrace = (...parts) => held(traces.lanesTrace(...parts));
afterEach(() => open.splice(0).forEach((trace) => trace.free()));
const SOLVED = line(lanedoku.solve(HARD).solution);
const COLLISION = `11${EMPTY.slice(2)}`;
const state = (trace) => [trace.status, trace.steps, trace.depth, trace.solutions, ...trace.masks(), ...trace.tried(), ...trace.recent().map(({ pick }) => pick)];

test('the loop takes the published steps', () => {
    const trace = loopTrace(HARD);
    assert.equal(trace.records.length, 60);
    assert.equal(trace.run(1e9), 'solved');
    assert.deepEqual([trace.steps, trace.depth, trace.solutions], [99_056, 60, 1]);
    const board = trace.digits.slice();
    const tried = trace.tried();
    trace.records.forEach(({ cell }, index) => (board[cell] = Math.log2(tried[index]) + 1));
    assert.equal(line(board), SOLVED);
    assert.deepEqual([...new Set(trace.masks())], [0]);
    assert.equal(trace.run(1e9), 'exhausted');
    assert.equal(trace.solutions, 1);
});

test('the module of the traces is loaded in every way', async () => {
    for (const loaded of [await loadTraces(), await loadTraces({ module: bytesOf('lanedoku-trace') })]) {
        assert.equal(loaded.loopTrace(HARD).run(5), 'running');
    }
    assert.throws(() => loadTracesSync(bytesOf('lanedoku')), /expected a module of lanedoku/);
    assert.throws(() => loadSync(bytesOf('lanedoku-trace')), /expected a module of lanedoku/);
});

test('the loop goes back to any step', () => {
    for (const order of ['rows', 'constrained']) {
        const trace = loopTrace(HARD, { order });
        trace.run(1e9);
        const { furthest } = trace;
        const path = trace.path();
        for (const step of [furthest - 1, 600, 513, 3, 0, 700]) {
            assert.equal(trace.seek(step), 'running');
            const fresh = loopTrace(HARD, { order });
            fresh.seek(step);
            assert.deepEqual(state(trace), state(fresh));
            fresh.free();
            assert.deepEqual([trace.furthest, trace.path()], [furthest, path]);
        }
        assert.equal(trace.seek(furthest), 'solved');
        assert.deepEqual(loopTrace(HARD, { order }).path(), { stepsPerBin: 1, least: new Uint8Array(0), greatest: new Uint8Array(0) });
    }
});

test('a step is the eleven lines of the loop', () => {
    const trace = loopTrace(HARD);
    for (let number = 1; number <= 300; number++) {
        const [masks, tried, depth] = [trace.masks(), trace.tried(), trace.depth];
        trace.run(1);
        const [step] = trace.recent(1);
        const { cell, row, column, box } = trace.records[step.position];
        assert.deepEqual([step.number, step.position, step.cell, step.tried], [number, depth, cell, tried[depth]]);
        assert.equal(cell, 9 * row + column);
        assert.equal(box, 3 * Math.floor(row / 3) + Math.floor(column / 3));
        const units = [row, 9 + column, 18 + box];
        assert.deepEqual([step.row, step.column, step.box], units.map((unit) => masks[unit] | step.tried));
        assert.equal(step.pick, step.can & -step.can);
        assert.equal(step.can & step.had, 0);
        assert.equal(trace.depth, Math.max(0, depth + (step.forward ? 1 : -1)));
        assert.deepEqual(units.map((unit) => trace.masks()[unit]), [step.row ^ step.pick, step.column ^ step.pick, step.box ^ step.pick]);
    }
});

test('millions of steps take bounded memory', () => {
    const trace = loopTrace(EMPTY);
    trace.seek(5_000_000);
    assert.deepEqual([trace.steps, trace.status], [5_000_000, 'running']);
    assert.ok(trace.solutions > 1000);
    assert.equal(trace.recent().length, 512);
    const { stepsPerBin, least, greatest } = trace.path();
    assert.equal(stepsPerBin, 2048);
    assert.equal(least.length, Math.ceil(5_000_000 / 2048));
    assert.ok(least.every((depth, bin) => depth <= greatest[bin] && greatest[bin] <= 81));
    const before = traces._raw.memory.buffer.byteLength;
    trace.seek(9_000_000);
    trace.seek(1_234_567);
    assert.equal(trace.steps, 1_234_567);
    assert.equal(traces._raw.memory.buffer.byteLength, before);
});

test('boards without a search say why', () => {
    assert.equal(loopTrace(COLLISION).status, 'invalid');
    assert.equal(loopTrace(SOLVED).status, 'solved');
    const none = `${HARD.slice(0, 8)}4${HARD.slice(9)}`;
    assert.equal(lanedoku.solve(none).status, 'none');
    assert.equal(loopTrace(none).run(1e9), 'exhausted');
});

const POOL = lanedoku.generate({ seed: 7, n: 60 });
const count = POOL.length / 81;

/** The sweeps of a trace to its end: of each, the lanes. */
function* sweeps(trace) {
    while (trace.sweep() === 1) yield trace.lanes;
}

test('lanes solve every puzzle once', () => {
    const expected = lanedoku.solveBatch(POOL).statuses;
    const needed = {};
    for (const [lanes, refill] of [[1, false], [4, true], [8, true], [16, true], [16, false]]) {
        const trace = lanesTrace(POOL, { lanes, refill });
        const [begun, done] = [new Array(count).fill(0), new Array(count).fill(0)];
        let busy = 0;
        for (const row of sweeps(trace)) {
            assert.equal(row.length, lanes);
            for (const { puzzle, event, begins, done: isDone, open } of row) {
                if (event === 'idle') {
                    assert.equal(puzzle, null);
                    continue;
                }
                busy += event === 'waiting' ? 0 : 1;
                begun[puzzle] += begins;
                done[puzzle] += isDone;
                assert.equal(event === 'solution' || event === 'waiting' ? open : 0, 0);
            }
        }
        assert.deepEqual([...begun, ...done], new Array(2 * count).fill(1));
        assert.deepEqual([trace.done, trace.over, trace.busySweeps], [count, true, busy]);
        assert.deepEqual(trace.statuses(), expected);
        assert.equal(trace.sweep(), 0);
        needed[`${lanes} ${refill}`] = trace.sweeps;
    }
    // What the animation shows.
    assert.ok(needed['16 true'] < needed['16 false'] && needed['16 false'] < needed['1 false'], JSON.stringify(needed));
    assert.ok(needed['16 true'] < needed['8 true'] && needed['8 true'] < needed['4 true'], JSON.stringify(needed));
});

test('words and masks are the same candidates', () => {
    const trace = lanesTrace(POOL, { lanes: 8 });
    trace.sweep(20);
    const [words, masks] = [trace.words(), trace.candidates()];
    assert.deepEqual([words.length, words[0].length, masks.length], [27, 8, 8]);
    for (let lane = 0; lane < 8; lane++) {
        for (let cell = 0; cell < 81; cell++) {
            const [row, column] = [Math.floor(cell / 9), cell % 9];
            const shift = 9 * Math.floor(row / 3) + 3 * Math.floor(column / 3);
            const groups = [0, 1, 2].map((group) => (words[9 * (row % 3) + 3 * (column % 3) + group][lane] >> shift) & 7);
            assert.equal(masks[lane][cell], groups[0] | (groups[1] << 3) | (groups[2] << 6));
        }
        const open = masks[lane].reduce((open, mask) => open + ((mask & (mask - 1)) !== 0), 0);
        assert.equal(trace.lanes[lane].open, open);
    }
});

test('odd batches end, too', () => {
    assert.deepEqual([lanesTrace(new Uint8Array(0)).sweep(), lanesTrace(new Uint8Array(0)).done], [0, 0]);
    const odd = [EMPTY, COLLISION, HARD, SOLVED].map(digits);
    const trace = lanesTrace(Uint8Array.from(odd.flatMap((board) => [...board])), { lanes: 4 });
    assert.ok(trace.sweep(100_000) < 100_000);
    assert.deepEqual(Array.from(trace.statuses(), (status) => STATUSES[status]), ['limit', 'invalid', 'unique', 'unique']);
});

test('both loops run the steps asked for and find the solution', () => {
    for (const version of ['V3', 'V7']) {
        const runs = traces.timeLoop(HARD, version, 250_000);
        assert.deepEqual([runs.steps, runs.searches, line(runs.solution)], [250_000, 2, SOLVED]);
        const short = traces.timeLoop(HARD, version, 99_055);
        assert.deepEqual(short, { steps: 99_055, searches: 0, solution: null });
        assert.equal(traces.timeLoop(SOLVED, version, 100).steps, 0);
        assert.throws(() => traces.timeLoop(COLLISION, version, 100), /two equal clues/);
    }
});

test('wrong arguments of traces are refused', () => {
    for (const wrong of [
        () => loopTrace('12'),
        () => loopTrace(HARD, { order: 'columns' }),
        () => loopTrace(HARD).run(-1),
        () => loopTrace(HARD).seek(1.5),
        () => loopTrace(HARD).recent(513),
        () => lanesTrace(new Uint8Array(80)),
        () => lanesTrace(HARD),
        () => lanesTrace(POOL, { lanes: 0 }),
        () => lanesTrace(POOL, { lanes: 17 }),
        () => traces.timeLoop(HARD, 'V5', 10),
        () => traces.timeLoop(HARD, 'V7', Infinity),
    ]) {
        assert.throws(wrong, (error) => error.message.length > 10 && !/unreachable/.test(error.message));
    }
});

test('traces are freed', () => {
    // More than may be open at a time.
    for (let index = 0; index < 40; index++) {
        const [loop, lanes] = [traces.loopTrace(MIDDLING), traces.lanesTrace(POOL.subarray(0, 81))];
        loop.free();
        lanes.free();
        loop.free();
        assert.throws(() => loop.run(1), /freed/);
        assert.throws(() => lanes.sweep(), /freed/);
    }
    assert.throws(() => {
        for (let index = 0; index < 20; index++) loopTrace(MIDDLING);
    }, /free some/);
});
