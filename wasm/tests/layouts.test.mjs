// Boards of other layouts, beside a plain search in JavaScript.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesOf, loadLayouts, loadLayoutsSync, root } from './support.mjs';

const layouts = loadLayoutsSync(bytesOf('lanedoku-layouts'));

/** A jigsaw of boxes with their middle rows moved by one cell. */
const MOVED = `jigsaw:${Array.from({ length: 81 }, (_, cell) => {
    const [row, column] = [Math.floor(cell / 9), cell % 9];
    const place = row % 3 === 1 ? (column + 1) % 9 : column;
    return 'abcdefghi'[3 * Math.floor(row / 3) + Math.floor(place / 3)];
}).join('')}`;
const NAMES = ['6x6', 'boxes:3x2+diagonal', 'diagonal', 'windoku', '12x12', MOVED];

/** Counts the solutions up to `most`, with the least candidates first. Knows nothing but the units. */
function search(layout, digits, most) {
    const peers = Array.from({ length: layout.cells }, (_, cell) =>
        [...new Set(layout.units.filter(({ cells }) => cells.includes(cell)).flatMap(({ cells }) => cells))].filter((other) => other !== cell));
    const board = Array.from(digits);
    const found = [];
    (function go() {
        let best = null;
        for (let cell = 0; cell < board.length; cell++) {
            if (board[cell]) continue;
            const used = new Set(peers[cell].map((other) => board[other]));
            const can = Array.from({ length: layout.side }, (_, digit) => digit + 1).filter((digit) => !used.has(digit));
            if (!best || can.length < best.can.length) best = { cell, can };
        }
        if (!best) return found.push(board.join()) >= most;
        for (const digit of best.can) {
            board[best.cell] = digit;
            if (go()) return true;
        }
        board[best.cell] = 0;
        return false;
    })();
    return found;
}

test('a hundred boards of six layouts have the solutions of a plain search', () => {
    const counts = [25, 25, 15, 15, 5, 15];
    NAMES.forEach((name, at) => {
        const layout = layouts.layout(name);
        // Puzzles that the plain search solves soon.
        const clues = { 6: undefined, 9: [32, 36], 12: [95, 100] }[layout.side];
        for (let first = 0; first < counts[at]; first++) {
            const puzzle = layout.generate({ seed: 5, first, clues });
            const { status, solution, second } = layout.solve(puzzle);
            assert.deepEqual([status, second], ['unique', null]);
            assert.deepEqual(search(layout, puzzle, 2), [solution.join()], `${name} ${first}`);
            assert.deepEqual(layout.grade(solution, puzzle, solution), { isComplete: true, isConsistent: true, keepsClues: true, rightCells: layout.cells });

            // With a clue less, it has others.
            const more = puzzle.slice();
            more[puzzle.findIndex((digit) => digit > 0)] = 0;
            const all = search(layout, more, 200);
            const [some, report] = [layout.solutions(more, { max: 200 }), layout.count(more, { max: 200 })];
            assert.equal(report.count, BigInt(all.length));
            assert.deepEqual([report.exact, report.status], [all.length < 200, all.length > 1 ? 'multiple' : 'unique']);
            if (all.length === 200) continue;
            assert.deepEqual(some.map((one) => one.join()).sort(), all.sort());
            const { possible } = layout.possible(more);
            const expected = new Uint32Array(layout.cells);
            for (const one of some) one.forEach((digit, cell) => { expected[cell] |= 1 << (digit - 1); });
            assert.deepEqual(possible, expected);
            if (all.length > 1) assert.notEqual(layout.solve(more).second.join(), layout.solve(more).solution.join());
        }
    });
});

test('units are those of the layout', () => {
    const six = layouts.layout('6x6+diagonal');
    assert.deepEqual([six.side, six.cells, six.units.length, six.name], [6, 36, 20, '6x6+diagonal']);
    const kinds = six.units.map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)], ['row', 'column', 'box', 'house']);
    assert.deepEqual(six.units[12], { kind: 'box', index: 0, cells: [0, 1, 2, 6, 7, 8] });
    assert.deepEqual(six.units[18].cells, [0, 7, 14, 21, 28, 35]);
    assert.equal(layouts.layout(MOVED).units[18].kind, 'region');
});

test('generated puzzles are the same again, minimal, and as wished', () => {
    for (const name of NAMES.filter((name) => name !== '12x12')) {
        const layout = layouts.layout(name);
        const three = layout.generate({ seed: 2n ** 63n, n: 3 });
        assert.deepEqual(layout.generate({ seed: 2n ** 63n, first: 2 }), three.slice(2 * layout.cells));
        assert.deepEqual(layout.redundantClues(three.slice(0, layout.cells)), []);
        const even = layout.generate({ seed: 1, symmetry: 'half-turn', clues: [layout.cells / 2 | 0, layout.cells] });
        even.forEach((digit, cell) => assert.equal(digit > 0, even[layout.cells - 1 - cell] > 0));
        const { solution } = layout.solve(even);
        const fewer = layout.minimize(solution, { seed: 3 });
        assert.deepEqual(layout.solve(fewer).solution, solution);
        assert.deepEqual(layout.redundantClues(fewer), []);
        const image = layout.shuffle(solution, { seed: 4 });
        assert.deepEqual(layout.collisions(image), []);
        assert.ok(image.every((digit) => digit > 0));
    }
});

test('a puzzle of the command line', async () => {
    const six = (await loadLayouts({ module: bytesOf('lanedoku-layouts') })).layout('6x6');
    const done = [];
    const made = await six.generateAsync({ seed: 1, n: 2, onProgress: (part) => done.push(part) });
    assert.deepEqual(made, six.generate({ seed: 1, n: 2 }));
    assert.equal(done.at(-1), 1);
    await assert.rejects(six.generateAsync({ seed: 1, signal: AbortSignal.abort(new Error('enough')) }), /enough/);
});

test('a board that takes learned clauses and subsets takes the steps of every door', () => {
    const boards = readFileSync(join(root, 'tests/attack/slow_25x25.txt'), 'utf8').split('\n');
    const board = boards.find((line) => line && !line.startsWith('#'));
    const large = layouts.layout('25x25');
    // As `lanedoku solve --show status,steps` shows.
    assert.equal(large.solve(board).steps, 336_737);
    assert.equal(large.solve(board, { stepLimit: 336_737 }).status, 'multiple');
    assert.equal(large.solve(board, { stepLimit: 336_736 }).status, 'limit');
});

test('possible digits take the steps of every door', () => {
    const [six, board] = [layouts.layout('6x6'), '.....14.6....6..2...5.4.64..........'];
    // As `lanedoku check --layout 6x6 --steps 93 --show possible` shows.
    assert.equal(six.possible(board, { stepLimit: 93 }).status, 'multiple');
    assert.equal(six.possible(board, { stepLimit: 92 }).status, 'limit');
});

test('layouts in turn do not disturb each other', () => {
    const [six, diagonal] = ['6x6', 'diagonal'].map((name) => layouts.layout(name));
    for (let round = 0; round < 3; round++) {
        assert.equal(six.solve('.'.repeat(36)).solution.length, 36);
        assert.equal(diagonal.solve('.'.repeat(81)).status, 'multiple');
    }
});

test('text, drawings and lists', () => {
    const twelve = layouts.layout('12x12');
    const board = twelve.solve([...'AC'].concat(Array(142).fill('.'))).solution;
    assert.deepEqual([...board.slice(0, 2)], [10, 12]);
    assert.equal(twelve.text(board).slice(0, 2), 'AC');
    assert.deepEqual(twelve.parse(twelve.draw(board)), board);
    assert.match(twelve.draw(board), /^A C . . \| /);
    const six = layouts.layout('6x6');
    const rows = Array.from({ length: 6 }, (_, row) => Array.from({ length: 6 }, (_, column) => (row + column === 0 ? 4 : null)));
    assert.equal(six.text(rows), `4${'.'.repeat(35)}`);
});

test('steps, hints and ratings', () => {
    const six = layouts.layout('6x6+diagonal');
    const puzzle = '.......6.......4......3.....2.1.....';
    const { steps, solved } = six.explain(puzzle);
    const digits = six.parse(puzzle);
    for (const step of steps) {
        assert.deepEqual(step.digits, digits);
        step.marks.forEach((mask, cell) => assert.equal(mask === 0, digits[cell] > 0));
        if (step.placement) digits[step.placement[0]] = step.placement[1];
        else assert.ok(step.eliminations.length > 0);
    }
    assert.ok(solved);
    assert.deepEqual(digits, six.solve(puzzle).solution);
    const { rating, technique, steps: count, hodoku } = six.rate(puzzle);
    assert.deepEqual([rating, technique, count, hodoku], [2.6, 'pointing', steps.length, null]);
    assert.deepEqual(six.hint(puzzle), steps[0]);
    assert.equal(six.hint(digits), null);
    const easy = layouts.layout('6x6').hint('.2...441........16.....35....2....3.');
    assert.equal(easy.hints[2], 'Hidden single: in box 2, 1 has one cell, r1c4.');
    assert.deepEqual([easy.placement, easy.units], [[3, 1], [{ kind: 'box', index: 1 }]]);
    assert.equal(six.rate(puzzle, { techniques: 'singles' }).rating, 20);
    assert.throws(() => six.rate('.'.repeat(36)), /found one with several/);
});

test('wrong boards', () => {
    const six = layouts.layout('6x6+diagonal');
    const twice = `1${'.'.repeat(34)}1`;
    assert.equal(six.solve(twice).status, 'invalid');
    const message = '1 appears twice in house 1: row 1, column 1 and row 6, column 6';
    assert.deepEqual(six.collisions(twice), [{ unit: { kind: 'house', index: 0 }, digit: 1, cells: [0, 35], message }]);
    assert.throws(() => six.hint(twice), { message });
    assert.deepEqual(six.wrongClues(twice), { status: 'invalid', cells: [0, 35] });
    assert.deepEqual(six.grade(twice, twice), { isComplete: false, isConsistent: false, keepsClues: true, rightCells: null });
    // The last cell of the first row needs a 6, which its column has.
    const none = `12345.${'.'.repeat(11)}6${'.'.repeat(18)}`;
    assert.equal(six.solve(none).status, 'none');
    assert.throws(() => six.hint(none), /found one with none/);
    assert.ok(six.wrongClues(none).cells.includes(17));
    assert.equal(six.solve('.'.repeat(36), { stepLimit: 1 }).status, 'limit');
    assert.equal(six.count('.'.repeat(36), { max: 0 }).status, 'stopped');
    assert.throws(() => six.redundantClues('.'.repeat(36)), /found one with several/);
    assert.throws(() => six.minimize('.'.repeat(36)), /found one with several/);
});

test('errors say what is wrong', () => {
    assert.throws(() => layouts.layout('6x7'), /expected a layout such as 6x6/);
    assert.throws(() => layouts.layout(6), { name: 'TypeError', message: 'layout: expected its name, found 6' });
    assert.throws(() => layouts.layout('30x30'), /boards have from 4 to 25 rows/);
    assert.throws(() => layouts.layout('jigsaw:aaaaabbbccccdddd'), /the region of cell 1 has 5 cells: expected 4/);
    const six = layouts.layout('6x6');
    assert.throws(() => six.solve('7'.repeat(36)), /'7' is not valid on a 6x6 board/);
    assert.throws(() => six.parse('12'), Error);
    assert.throws(() => six.solve([1, 2]), { name: 'RangeError', message: 'expected 36 digits or text, found 2' });
    assert.throws(() => six.solve(Array(36).fill(7)), { message: 'row 1, column 1: expected 0 to 6, found 7' });
    assert.throws(() => six.solve(null), { name: 'TypeError', message: 'expected 36 digits or text, found null' });
    assert.throws(() => six.generate({}), /seed/);
    assert.throws(() => six.generate({ seed: 1, symmetry: 'half' }), /symmetry: expected one of/);
    assert.throws(() => six.generate({ seed: 1, clues: 37 }), /clues: expected 1 to 36, found 37/);
    assert.throws(() => six.generate({ seed: 1, clues: 4, attempts: 2 }), /puzzle 0: none was found in 2 attempts/);
    assert.throws(() => six.hint('.'.repeat(36), { techniques: 'x-ray' }), /techniques: expected/);
    assert.throws(() => loadLayoutsSync(bytesOf('lanedoku')), /expected a module of lanedoku/);
});
