// Sentences of lanedoku.d.ts and the README, each on arbitrary boards and in every function that it speaks of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EMPTY, HARD, MIDDLING, STATUSES, SYMMETRIES, bytesOf, digits, line, loadSync, loadTracesSync } from './support.mjs';

const lanedoku = loadSync(bytesOf('lanedoku'), bytesOf('lanedoku-reader'));
const traces = loadTracesSync(bytesOf('lanedoku-trace'));
const SOLVED = line(lanedoku.solve(MIDDLING).solution);

/** Numbers below a bound, the same from the same seed. */
function numbers(seed) {
    let state = seed;
    return (below) => (state = (state * 48271) % 2147483647) % below;
}

const unitsOf = (cell) => [Math.floor(cell / 9), 9 + (cell % 9), 18 + 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3)];
const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
/** Pairs of equal digits in a unit, by their definition. */
const pairs = (board) => CELLS.flatMap((a) => CELLS.filter((b) => b > a && board[a] !== '.' && board[a] === board[b]
    && unitsOf(a).some((unit) => unitsOf(b).includes(unit))).map((b) => [a, b]));
const fits = (solution, puzzle) => !solution.includes('.') && pairs(solution).length === 0
    && CELLS.every((cell) => puzzle[cell] === '.' || puzzle[cell] === solution[cell]);

/** Boards with one solution, several, none, and with clues that collide. */
function* boards(count, seed) {
    const random = numbers(seed);
    for (let made = 0; made < count; made++) {
        const cells = [...line(lanedoku.shuffle(SOLVED, { seed, index: made }))];
        for (let open = 15 + random(45); open > 0; open--) cells[random(81)] = '.';
        for (let wrong = [0, 0, 0, 1, 2][random(5)]; wrong > 0; wrong--) cells[random(81)] = String(1 + random(9));
        yield cells.join('');
    }
}

test('two equal clues in a unit: what is a status, what is an error, and which sentence names them', () => {
    let colliding = 0;
    for (const board of [...boards(120, 5), `${EMPTY.slice(9)}1........`.replace('.', '1'), `1${'.'.repeat(9)}1${'.'.repeat(70)}`]) {
        const found = pairs(board);
        const named = lanedoku.collisions(board);
        assert.deepEqual([...new Set(named.map(({ cells }) => String(cells)))].sort(), found.map(String).sort(), board);
        for (const { unit, digit, cells, message } of named) {
            const [kind, number] = [{ row: 0, column: 9, box: 18 }[unit.kind], unit.index];
            assert.ok(cells.every((cell) => unitsOf(cell).includes(kind + number) && board[cell] === String(digit)));
            assert.ok(message.startsWith(`${digit} appears twice in ${unit.kind} ${unit.index + 1}: `), message);
        }
        const invalid = found.length > 0;
        colliding += invalid;
        const marks = new Uint16Array(81).fill(511);
        assert.equal(lanedoku.solve(board).status === 'invalid', invalid);
        assert.equal(STATUSES[lanedoku.solveBatch(digits(board)).statuses[0]] === 'invalid', invalid);
        assert.equal(lanedoku.possible(board, { stepLimit: 100 }).status === 'invalid', invalid);
        assert.equal(lanedoku.wrongClues(board, { stepLimit: 100 }).status === 'invalid', invalid);
        assert.equal(lanedoku.isMinimal(board) && invalid, false);
        if (!invalid) continue;
        assert.equal(lanedoku.count(board).run(1).status, 'invalid');
        assert.equal(lanedoku.visit(board, () => {}), 0);
        for (const call of [() => lanedoku.hint(board), () => lanedoku.hint(board, { candidates: marks }), () => lanedoku.allSteps(board)]) {
            assert.throws(call, { message: named[0].message }, board);
        }
        for (const call of ['explain', 'rate', 'minimize', 'redundantClues']) {
            assert.throws(() => lanedoku[call](board), { message: 'expected a puzzle with one solution, found one with two equal digits in a unit' }, `${call} ${board}`);
        }
    }
    assert.ok(colliding > 20, `${colliding} boards collide`);
});

test('a count says `multiple` once that is certain, in every slice and at every maximum', () => {
    for (const board of [EMPTY, HARD, ...boards(60, 6)]) {
        for (const max of [2, 3, 10, undefined]) {
            if (max === undefined && lanedoku.visit(board, () => {}, { max: 5000 }) === 5000) continue;
            const count = lanedoku.count(board, { max });
            const known = lanedoku.visit(board, () => {}, { max: max ?? 5000 });
            for (let slices = 0; !count.report.done && slices < 100_000; slices++) {
                const { count: found, done, status } = count.run(3);
                assert.equal(status === 'multiple', found >= 2n, `${board} ${max}: ${found} ${status}`);
                if (!done && found < 2n) assert.equal(status, 'limit');
            }
            const { count: found, done, status } = count.report;
            assert.deepEqual([done, Number(found)], [true, known], board);
            const ended = pairs(board).length ? 'invalid' : ['none', 'unique', 'multiple'][Math.min(2, known)];
            assert.equal(status, ended, `${board} ${max}`);
        }
    }
});

test('counts, visits and traces that are open together do not disturb each other, whichever is freed', () => {
    for (let seed = 1; seed <= 8; seed++) {
        const random = numbers(seed);
        const puzzles = [...boards(40, 100 + seed)].filter((board) => lanedoku.visit(board, () => {}, { max: 300 }) < 300);
        const all = new Map(puzzles.map((board) => [board, Array.from(lanedoku.solutions(board), line).sort()]));
        const open = [];
        for (let actions = 0; actions < 300; actions++) {
            const board = puzzles[random(puzzles.length)];
            const at = random(open.length || 1);
            const one = open[at];
            switch (random(5)) {
                case 0:
                    if (open.length < 20) open.push({ board, count: lanedoku.count(board), trace: traces.loopTrace(board).free() });
                    break;
                case 1:
                    if (open.length < 20) open.push({ board, visit: lanedoku.solutions(board), seen: [] });
                    break;
                case 2:
                    one?.count?.free();
                    one?.visit?.return();
                    open.splice(at, 1);
                    break;
                default:
                    if (one?.count) {
                        const { done, count } = one.count.run(1 + random(40));
                        if (done) assert.equal(count, BigInt(all.get(one.board).length), `seed ${seed}: ${one.board}`);
                    } else if (one) {
                        const { value, done } = one.visit.next();
                        if (!done) one.seen.push(line(value));
                        else assert.deepEqual(one.seen.sort(), all.get(one.board), `seed ${seed}: ${one.board}`);
                    }
            }
        }
        for (const { count, visit } of open) (count ?? visit).free();
    }
    const kept = [0, 1, 2].map(() => traces.loopTrace(HARD));
    kept[0].free();
    kept[1].run(10);
    kept[2].run(30);
    const again = traces.loopTrace(HARD);
    assert.deepEqual([kept[1].steps, kept[2].steps, again.steps], [10, 30, 0]);
    [...kept, again].forEach((trace) => trace.free());
});

test('an object that was freed and is collected frees nothing of others', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    (() => { for (let made = 0; made < 50; made++) lanedoku.count(EMPTY).free(); })();
    const [count, solutions] = [lanedoku.count(EMPTY), lanedoku.solutions(EMPTY)];
    for (let round = 0; round < 5; round++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.ok(count.run(1000).count >= 0n && !count.report.done);
    assert.equal(solutions.next().done, false);
    count.free();
    solutions.free();
    // One that was forgotten is freed when it is collected: more may be begun than may be open.
    for (let begun = 0; begun < 130; begun++) {
        lanedoku.count(EMPTY);
        if (begun % 20 === 0) {
            collect();
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
    }
});

test('what a function returns belongs to the caller', () => {
    const loop = traces.loopTrace(HARD);
    loop.run(500);
    const lanes = traces.lanesTrace(digits(HARD), { lanes: 2 });
    lanes.sweep(3);
    const count = lanedoku.count(EMPTY);
    count.run(1000);
    const calls = {
        solve: () => lanedoku.solve(EMPTY), solveBatch: () => lanedoku.solveBatch(digits(HARD)),
        candidates: () => lanedoku.candidates(HARD), possible: () => lanedoku.possible(HARD), wrongClues: () => lanedoku.wrongClues(`2${HARD.slice(1)}`),
        collisions: () => lanedoku.collisions(`11${EMPTY.slice(2)}`), hint: () => lanedoku.hint(MIDDLING), rate: () => lanedoku.rate(MIDDLING), allSteps: () => lanedoku.allSteps(MIDDLING, { techniques: 'singles' }),
        generate: () => lanedoku.generate({ seed: 1 }), minimize: () => lanedoku.minimize(SOLVED), canonical: () => lanedoku.canonical(HARD),
        parse: () => lanedoku.parse(HARD), progress: () => count.report, redundant: () => lanedoku.redundantClues(SOLVED),
        masks: () => loop.masks(), tried: () => loop.tried(), recent: () => loop.recent(5), path: () => loop.path(),
        words: () => lanes.words(), laneCandidates: () => lanes.candidates(), statuses: () => lanes.statuses(),
    };
    const spoil = (value) => {
        if (value === null || typeof value !== 'object') return;
        for (const key of Object.keys(value)) {
            if (typeof value[key] === 'object') spoil(value[key]);
            else value[key] = typeof value[key] === 'bigint' ? 7n : typeof value[key] === 'number' ? 7 : 'spoiled';
        }
    };
    for (const [name, call] of Object.entries(calls)) {
        const [before, spoiled] = [call(), call()];
        spoil(spoiled);
        assert.deepEqual(call(), before, name);
        assert.notDeepEqual(spoiled, before, name);
    }
    for (const each of [loop, lanes, count]) each.free();
});

test('a step limit ends every search, and no limit is none', () => {
    const long = { solve: HARD, batch: HARD, possible: EMPTY, count: EMPTY, solutions: EMPTY, visit: EMPTY };
    const limited = {
        solve: (stepLimit) => lanedoku.solve(long.solve, { stepLimit }).status,
        batch: (stepLimit) => STATUSES[lanedoku.solveBatch(digits(long.batch), { stepLimit }).statuses[0]],
        possible: (stepLimit) => lanedoku.possible(long.possible, { stepLimit }).status,
    };
    for (const [name, call] of Object.entries(limited)) {
        assert.equal(call(1), 'limit', name);
        for (const none of [undefined, null, Number.MAX_SAFE_INTEGER]) assert.notEqual(call(none), 'limit', `${name} ${none}`);
    }
    for (const stepLimit of [1, 2, 30, 100, 1000]) {
        // A step finds one solution at most.
        for (const puzzle of [EMPTY, { candidates: new Uint16Array(81).fill(511) }]) {
            const seen = new Set();
            for (const solution of lanedoku.solutions(puzzle, { stepLimit })) {
                assert.ok(fits(line(solution), EMPTY));
                assert.ok(seen.add(line(solution)).size <= stepLimit + 64, `the visit goes on after ${stepLimit} steps`);
            }
            assert.equal(lanedoku.visit(puzzle, () => {}, { stepLimit }), seen.size);
            const count = lanedoku.count(puzzle, { stepLimit });
            while (!count.run(10_000).done);
            assert.ok(count.report.steps <= stepLimit + 64, `${count.report.steps} at ${stepLimit}`);
        }
    }
    // As many as there are.
    for (const board of boards(40, 9)) {
        const found = lanedoku.visit(board, (solution) => { assert.ok(fits(line(solution), board)); }, { max: 200 });
        assert.equal(lanedoku.visit(board, () => {}, { max: 200, stepLimit: Number.MAX_SAFE_INTEGER }), found);
    }
});

const turned = {
    none: null,
    'half-turn': (row, column) => [8 - row, 8 - column],
    'left-right': (row, column) => [row, 8 - column],
    'top-bottom': (row, column) => [8 - row, column],
    diagonal: (row, column) => [column, row],
    antidiagonal: (row, column) => [8 - column, 8 - row],
    'quarter-turn': (row, column) => [column, 8 - row],
};
const COMBINED = {
    'both-mirrors': ['left-right', 'top-bottom'], 'both-diagonals': ['diagonal', 'antidiagonal'],
    full: ['left-right', 'top-bottom', 'diagonal', 'quarter-turn'],
};
const has = (board, name) => CELLS.every((cell) => {
    const [row, column] = turned[name](Math.floor(cell / 9), cell % 9);
    return (board[cell] > 0) === (board[9 * row + column] > 0);
});

test('generated puzzles have the symmetry that was asked for, `random` each of them, and the clues between both bounds', () => {
    const each = (cells) => Array.from({ length: cells.length / 81 }, (_, index) => cells.subarray(81 * index, 81 * index + 81));
    for (const symmetry of SYMMETRIES.filter((name) => !['none', 'random'].includes(name))) {
        for (const board of each(lanedoku.generate({ seed: 3, n: 12, symmetry }))) {
            for (const part of COMBINED[symmetry] ?? [symmetry]) assert.ok(has(board, part), `${symmetry}: ${line(board)}`);
        }
    }
    // In any other way, a puzzle of some 24 clues is never symmetrical by chance.
    const plain = Object.keys(turned).filter((name) => name !== 'none');
    const kinds = new Set(each(lanedoku.generate({ seed: 3, n: 150, symmetry: 'random' })).map((board) => plain.filter((name) => has(board, name)).join()));
    for (const symmetry of SYMMETRIES.filter((name) => !['none', 'random'].includes(name))) {
        const parts = COMBINED[symmetry] ?? [symmetry];
        assert.ok([...kinds].some((kind) => parts.every((part) => kind.split(',').includes(part))), `${symmetry} among ${[...kinds].join(' | ')}`);
    }
    assert.ok(each(lanedoku.generate({ seed: 3, n: 20 })).every((board) => !plain.some((name) => has(board, name))));

    for (const [least, most] of [[25, 32], [24, 24], [30, 81], [81, 81]]) {
        const found = each(lanedoku.generate({ seed: 5, n: 120, clues: [least, most] })).map((board) => board.filter((digit) => digit > 0).length);
        assert.ok(found.every((clues) => least <= clues && clues <= most), `${least} to ${most}: ${found}`);
        assert.equal(new Set(found).size > 1, least < most, `${least} to ${most}: ${found}`);
    }
});

test('arguments of a wrong kind are named, in every function that takes them', () => {
    for (const wrong of [null, undefined, 5, 'x', true]) {
        const found = typeof wrong === 'string' ? `'${wrong}'` : String(wrong);
        assert.throws(() => lanedoku.generate(wrong), { name: 'TypeError', message: `options: expected an object, found ${found}` });
        assert.throws(() => lanedoku.shuffle(HARD, wrong), { name: 'TypeError', message: `options: expected an object, found ${found}` });
    }
    const arrays = () => lanedoku.solveBatch(new Uint8Array(162));
    const right = arrays();
    for (const name of Object.keys(right)) {
        const Other = right[name] instanceof Uint8Array ? Uint32Array : Uint8Array;
        for (const value of [right[name].slice(1), new right[name].constructor(right[name].length + 81), new Other(right[name].length), null, undefined]) {
            assert.throws(() => lanedoku.solveBatch(new Uint8Array(162), { into: { ...arrays(), [name]: value } }),
                { name: 'TypeError', message: 'into: expected the answers of an earlier call for 2 puzzles' }, name);
        }
    }
});

test('an input may have 16 MiB, and not a byte more', () => {
    const most = 2 ** 24;
    // It is read, and is no puzzle.
    assert.match(lanedoku.parse(HARD.padStart(most)).message, /longer than \d+ bytes/);
    assert.throws(() => lanedoku.parse(HARD.padStart(most + 1)), { name: 'RangeError', message: `the input is too long: ${most + 1} bytes` });
    assert.equal(lanedoku.solve(HARD).status, 'unique');
});

test('at a step limit, what was found is possible, and what is possible is not excluded', () => {
    const isPart = (less, more) => less.every((mask, cell) => (mask & ~more[cell]) === 0);
    let limited = 0;
    for (const board of [EMPTY, ...boards(60, 12)]) {
        const whole = lanedoku.possible(board).possible;
        for (const stepLimit of [1, 5, 20, 60]) {
            const { status, possible, notExcluded } = lanedoku.possible(board, { stepLimit });
            assert.ok(isPart(possible, whole) && isPart(whole, notExcluded), `${board} ${stepLimit}`);
            if (status !== 'limit') assert.deepEqual([possible, notExcluded], [whole, whole]);
            limited += status === 'limit' && !isPart(notExcluded, possible);
        }
    }
    assert.ok(limited > 5, `${limited}`);
});

test('a trace of lanes is over as soon as fewer sweeps were made than asked for', () => {
    const trace = traces.lanesTrace(lanedoku.generate({ seed: 2, n: 5 }), { lanes: 4 });
    while (trace.sweep(7) === 7) assert.equal(trace.over, false);
    assert.equal(trace.over, true);
    trace.free();
});
