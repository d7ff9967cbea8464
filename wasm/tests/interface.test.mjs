// What the JavaScript in front of the module promises.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
    Count, EMPTY, HARD, MIDDLING, STATUSES, SYMMETRIES, bytesOf, digits, dist, line, load, loadSync, root, simdSupported,
} from './support.mjs';

const lanedoku = loadSync(bytesOf('lanedoku'), bytesOf('lanedoku-reader'));
const SOLVED = lanedoku.solve(MIDDLING).solution;

test('the module says what it is', () => {
    const { version, techniques } = lanedoku;
    assert.equal(version, JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8')).version);
    assert.equal(version, readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "(.*)"/m)[1]);
    assert.ok(techniques.includes('X-wing') && techniques.at(-1) === 'needs more');
});

test('modules are loaded in every way', async () => {
    const loaded = [
        await load(), await load({ module: bytesOf('lanedoku') }), await load({ module: new WebAssembly.Module(bytesOf('lanedoku')) }),
        await load({ url: new URL(`file://${dist}/lanedoku.wasm`) }), loadSync(new WebAssembly.Module(bytesOf('lanedoku'))),
    ];
    for (const { version } of loaded) assert.equal(version, lanedoku.version);
    // An empty module is none of ours.
    assert.throws(() => loadSync(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), /expected a module of lanedoku/);
});

test('without vector instructions, an error says so before anything is fetched', async (context) => {
    assert.equal(simdSupported(), true);
    context.mock.method(WebAssembly, 'validate', () => false);
    const fetched = context.mock.method(globalThis, 'fetch', () => { throw new Error('fetched'); });
    const wanted = /no vector instructions \(simd128\)/;
    await assert.rejects(load({ url: 'http://localhost/lanedoku.wasm' }), wanted);
    assert.throws(() => loadSync(bytesOf('lanedoku')), wanted);
    assert.equal(fetched.mock.callCount(), 0);
});

test('modules are fetched, with their type or without', async () => {
    const { createServer } = await import('node:http');
    const server = createServer((request, response) => {
        if (request.url === '/missing') return response.writeHead(404).end();
        if (request.url === '/typed') response.setHeader('content-type', 'application/wasm');
        response.end(bytesOf('lanedoku'));
    }).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const host = `http://127.0.0.1:${server.address().port}`;
    try {
        assert.equal((await load({ url: `${host}/typed` })).version, lanedoku.version);
        assert.equal((await load({ url: `${host}/untyped` })).version, lanedoku.version);
        await assert.rejects(load({ url: `${host}/missing` }), /the server answers 404/);
    } finally {
        server.close();
    }
});

test('boards are taken in every form', () => {
    const numbers = digits(MIDDLING);
    const drawn = MIDDLING.match(/.{9}/g).join('\n');
    for (const form of [MIDDLING, drawn, numbers, Array.from(numbers), Uint16Array.from(numbers), { ...numbers, length: 81 },
        { candidates: lanedoku.candidates(MIDDLING) }, { candidates: Array.from(lanedoku.candidates(MIDDLING)) }]) {
        assert.equal(line(lanedoku.solve(form).solution), line(SOLVED));
    }
});

test('cells are taken in every form', () => {
    const numbers = Array.from(digits(MIDDLING));
    const rows = (cells) => Array.from({ length: 9 }, (_, row) => cells.slice(9 * row, 9 * row + 9));
    const marked = (mark) => numbers.map((digit) => digit || mark);
    for (const mark of [0, null, '', ' ', '.', '0', '_', '*', '-', 'x', 'X', '?']) {
        for (const board of [marked(mark), rows(marked(mark)), rows(marked(mark)).map((row) => row.map((cell) => cell && String(cell)))]) {
            assert.equal(line(lanedoku.solve(board).solution), line(SOLVED), String(mark));
        }
    }
    for (const board of [MIDDLING.split(''), MIDDLING.match(/.{9}/g), rows(numbers).map((row) => Uint8Array.from(row))]) {
        assert.equal(line(lanedoku.solve(board).solution), line(SOLVED));
    }
    const all = rows(numbers);
    for (const [board, message] of [
        [all.slice(1), 'expected 81 digits or text, found 8'],
        [all.with(2, all[2].slice(1)), 'row 3: expected 9 cells, found 8'],
        [marked(undefined), 'row 1, column 1: expected an integer, found undefined'],
        [marked('a'), "row 1, column 1: expected an integer, found 'a'"],
        [marked('10'), "row 1, column 1: expected an integer, found '10'"],
        [marked(10), 'row 1, column 1: expected 0 to 9, found 10'],
        [marked(NaN), 'row 1, column 1: expected an integer, found NaN'],
        [null, 'expected 81 digits or text, found null'],
    ]) assert.throws(() => lanedoku.solve(board), { message });
});

test('all steps begin with the next one, and keep the solution', () => {
    const solution = lanedoku.solve(MIDDLING).solution;
    const steps = lanedoku.allSteps(MIDDLING, { techniques: 'all,-dynamic chains,-nested chains' });
    assert.ok(new Set(steps.map(({ technique }) => technique)).size > 3);
    for (const { eliminations, placement } of steps) {
        assert.ok(eliminations.every(([cell, digit]) => solution[cell] !== digit) && (placement === null || solution[placement[0]] === placement[1]));
    }
    assert.deepEqual(lanedoku.allSteps(MIDDLING, { techniques: 'singles' })[0], lanedoku.hint(MIDDLING));
    assert.deepEqual(lanedoku.allSteps(MIDDLING, { techniques: 'BUG+1' }), []);
    assert.throws(() => lanedoku.allSteps(EMPTY), /with several/);
});

test('hodoku is a set with an order, a score and classes', () => {
    const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
    assert.deepEqual(lanedoku.rate(EASY, { techniques: 'hodoku' }).hodoku, { score: 204, class: 'easy' });
    assert.equal(lanedoku.rate(EASY).hodoku, null);
    assert.equal(lanedoku.rate(MIDDLING, { techniques: 'hodoku' }).hodoku.class, 'medium');
    assert.equal(lanedoku.rate(MIDDLING, { techniques: 'hodoku,-X-wing,X-wing,direct pointing' }).hodoku, null);
    const techniques = Array.from(lanedoku.steps(EASY, { techniques: 'hodoku' }), ({ technique }) => technique);
    const counts = ['full house', 'hidden single', 'naked single'].map((name) => techniques.filter((own) => own === name).length);
    assert.deepEqual(counts, [21, 0, 30]);
});

test('a chain has a notation', () => {
    const chains = '..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.';
    assert.equal(lanedoku.hint(chains, { techniques: 'AIC' }).eureka, '(3)r5c6=(3)r6c6-(3)r8c6=(3)r8c2 => r5c2<>3, r8c6<>3');
    assert.equal(lanedoku.hint(MIDDLING).eureka, null);
    const nested = lanedoku.hint('..9.1.....8...7.4....34......34....96.........2....76......287.......6....5.3...1', { techniques: 'dynamic chains plus' });
    assert.deepEqual([nested.links[4].causes, nested.links[4].from, nested.links[0].causes], [[2, 3], 3, []]);
    assert.equal(nested.lines[5], '5. r1c4 is 2: the only place left in box 2, from 3 and 4');
    assert.deepEqual([nested.lines.length, lanedoku.hint(MIDDLING).lines], [nested.links.length + 2, [lanedoku.hint(MIDDLING).hints[2]]]);
    assert.deepEqual(lanedoku.hint(chains, { techniques: 'AIC' }).links.map(({ isStrong }) => isStrong), [null, true, false, true]);
    assert.ok(lanedoku.allSteps(chains, { techniques: 'grouped AIC' }).some(({ links }) => links.some(({ cells }) => cells.length > 1)));
});

test('a pattern has parts', () => {
    const declared = readFileSync(join(dist, 'lanedoku.d.ts'), 'utf8').split('export type Role =')[1].split(';')[0];
    const { parts: [base, cover], deciding } = lanedoku.hint(MIDDLING, { techniques: 'swordfish' });
    assert.deepEqual([base.role, cover.role, base.units.length, cover.units.length], ['base', 'cover', 3, 3]);
    assert.deepEqual(base.candidates, deciding);
    const roles = new Set(lanedoku.allSteps(MIDDLING, { techniques: 'all,-dynamic chains,-nested chains' }).flatMap(({ parts }) => parts.map(({ role }) => role)));
    assert.ok(roles.size > 5 && Array.from(roles).every((role) => declared.includes(`'${role}'`)), Array.from(roles).join());
});

test('techniques have their names as arguments, in the types and in messages', () => {
    const declared = readFileSync(join(dist, 'lanedoku.d.ts'), 'utf8');
    const union = (name) => Array.from(declared.split(`export type ${name} =`)[1].split(';')[0].matchAll(/'(.*?)'/g), ([, value]) => value);
    assert.deepEqual(union('Technique'), Array.from(lanedoku.techniques));
    assert.deepEqual(union('Symmetry'), Array.from(SYMMETRIES));
    const techniques = lanedoku.techniques.slice(0, 30);
    const found = lanedoku.rate(MIDDLING, { techniques });
    assert.equal(found.technique, 'X-wing');
    for (const change of [(name) => name.toUpperCase(), (name) => name.replaceAll(' ', '-'), (name) => name.toLowerCase().replaceAll(' ', '-')]) {
        assert.deepEqual(lanedoku.rate(MIDDLING, { techniques: techniques.map(change) }), found);
    }
    // Sets have names, too, and one text is as good as a list.
    for (const of of [techniques.join(), ['scale', '-uniqueness'], 'scale,-uniqueness', ['all', ...techniques.map((name) => `-${name}`), ...techniques]]) {
        assert.equal(lanedoku.rate(MIDDLING, { techniques: of }).technique, 'X-wing');
    }
    assert.deepEqual(lanedoku.rate(MIDDLING, { techniques: 'scale,-uniqueness' }), lanedoku.rate(MIDDLING, { uniqueness: false }));
    for (const name of union('TechniqueSetName')) lanedoku.rate(MIDDLING, { techniques: name });
    for (const call of [() => lanedoku.rate(MIDDLING, { techniques: ['y-wing'] }), () => lanedoku.generate({ seed: 1, technique: 'y-wing' })]) {
        assert.throws(call, (error) => lanedoku.techniques.every((name) => error.message.includes(name)));
    }
});

test('a wish below the chains is met by the rating, and an impossible one is refused', () => {
    for (const wish of [{ technique: 'x-wing' }, { technique: 'unique-rectangle-4' }, { hardest: [3.0, 3.4] }, { hardest: [6.2, 6.4] }]) {
        const { rating, technique } = lanedoku.rate(lanedoku.generate({ seed: 3, ...wish }));
        const [least, most] = wish.hardest ?? [1, 20];
        assert.ok(least <= rating && rating <= most, `${rating}`);
        assert.ok(!wish.technique || technique.toLowerCase().replaceAll(' ', '-') === wish.technique, technique);
    }
    // As the command line makes it.
    assert.equal(line(lanedoku.generate({ seed: 1, technique: 'swordfish' })), '.....6.4.7..1...5.8257..9...3..1.27..........1...8...9..26....44.7.......1....8..');
    // No puzzle that needs a chain is rated below the least one.
    const many = lanedoku.generate({ seed: 5, n: 30 });
    const chain = lanedoku.techniques.indexOf('skyscraper');
    for (let start = 0; start < many.length; start += 81) {
        const { rating, technique } = lanedoku.rate(many.subarray(start, start + 81));
        assert.equal(lanedoku.techniques.indexOf(technique) >= chain, rating >= 6.5, `${technique} ${rating}`);
    }
    for (const hardest of [[0, 0.9], [21, 30], [5, 4]]) {
        assert.throws(() => lanedoku.generate({ seed: 1, hardest }), { name: 'RangeError', message: /^hardest: ratings are 1 to 20, found/ });
    }
});

test('texts are read as every reader of the project reads them', () => {
    const unescaped = (text) => JSON.parse(`"${text.replaceAll('"', '\\"')}"`);
    let count = 0;
    for (const text of readFileSync(join(root, 'tests/boards/texts.tsv'), 'utf8').split('\n')) {
        const [readers, size, wanted, cells] = text.split('\t');
        if (text.startsWith('#') || size !== '9') continue;
        const found = lanedoku.parse(unescaped(cells));
        if (/^[\d.]{81}$/.test(wanted)) {
            assert.equal(found.kind, 'board', text);
            assert.equal(line(found.digits), wanted, text);
        } else {
            assert.equal(found.kind, 'error', text);
            const place = `line ${found.line}${found.column ? `, column ${found.column}` : ''}`;
            // The reader counts the boards, which may be a puzzle and its solution.
            const message = found.message.replace('expected one board, found 2', 'expected one puzzle, found another');
            assert.ok(wanted.endsWith(message) && (!wanted.startsWith('line') || wanted.startsWith(place)), `${text}: ${place}: ${found.message}`);
        }
        if (readers === 'all' && found.kind === 'board') assert.equal(line(lanedoku.solve(unescaped(cells)).solution ?? EMPTY).length, 81);
        count++;
    }
    assert.ok(count > 20, `${count} texts`);
    assert.equal(lanedoku.parse('{"puzzle": "' + HARD + '"}').kind, 'board');
    const marks = Array.from(lanedoku.candidates(HARD), (mask) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => (mask >> (digit - 1)) & 1).join(''));
    const read = lanedoku.parse(marks.join(' ').replace(/((?:\S+ ){9})/g, '$1\n'));
    assert.deepEqual(read.kind === 'candidates' && Array.from(read.candidates), Array.from(lanedoku.candidates(HARD)));
    assert.equal(lanedoku.parse('1..4........2..3').kind, 'error');
    assert.equal(lanedoku.parse('').message, 'expected 81 cells, found 0');
});

test('texts are read as people paste them', () => {
    const cases = readFileSync(join(root, 'formats/tests/pasted.jsonl'), 'utf8').trim().split('\n').map((text) => JSON.parse(text));
    for (const { name, text, puzzles, marks } of cases) {
        const found = lanedoku.parse(text);
        if (marks) {
            const digits = Array.from(found.candidates, (mask) => Array.from('123456789', (digit, at) => (mask >> at & 1 ? digit : '.')).join(''));
            assert.equal(digits.join(''), marks, name);
        } else if (puzzles.length > 1) assert.equal(found.message, `expected one board, found ${puzzles.length}`, name);
        else if (puzzles[0].length === 81) assert.equal(found.digits && line(found.digits), puzzles[0], `${name}: ${found.message}`);
        else assert.equal(found.kind, 'error', name);
    }
});

test('results are copies', () => {
    const first = lanedoku.solve(MIDDLING).solution;
    lanedoku.solve(HARD);
    assert.equal(line(first), line(SOLVED));
    assert.notEqual(first.buffer, lanedoku.solve(MIDDLING).solution.buffer);
});

test('two solutions', () => {
    const { status, solution, second } = lanedoku.solve(EMPTY);
    assert.equal(status, 'multiple');
    assert.notEqual(line(solution), line(second));
    assert.ok(line(solution) < line(second));
    assert.equal(lanedoku.solve(MIDDLING).second, null);
    const any = lanedoku.solve(EMPTY, { any: true });
    assert.notEqual(line(any.solution), line(any.second));
});

test('statuses', () => {
    assert.equal(lanedoku.solve('11' + '.'.repeat(79)).status, 'invalid');
    assert.equal(lanedoku.solve('12345678.........9'.padEnd(81, '.')).status, 'none');
    assert.equal(lanedoku.solve(HARD, { stepLimit: 3 }).status, 'limit');
    assert.equal(lanedoku.solve(HARD, { stepLimit: 3 }).solution, null);
    assert.equal(lanedoku.solve({ candidates: new Uint16Array(81) }).status, 'none');
});

test('batches', () => {
    const count = 5000;
    const all = new Uint8Array(count * 81);
    for (let index = 0; index < count; index++) all.set(digits(index % 2 ? MIDDLING : HARD), index * 81);
    all[81 * 7] = 10;
    all[81 * 9 + 1] = all[81 * 9 + 2] = 9;
    const { statuses, solutions, steps } = lanedoku.solveBatch(all);
    for (let index = 0; index < count; index++) {
        const wanted = index === 7 || index === 9 ? 'invalid' : 'unique';
        assert.equal(STATUSES[statuses[index]], wanted);
        assert.equal(steps[index] > 0, wanted === 'unique');
        if (index % 2 && wanted === 'unique') assert.equal(line(solutions.subarray(index * 81, index * 81 + 81)), line(SOLVED));
    }
    const into = lanedoku.solveBatch(new Uint8Array(count * 81));
    assert.equal(STATUSES[into.statuses[0]], 'multiple');
    assert.equal(lanedoku.solveBatch(all, { into }), into);
    assert.deepEqual(into, { statuses, solutions, steps });
    assert.equal(lanedoku.solveBatch(new Uint8Array(0)).statuses.length, 0);
    assert.equal(STATUSES[lanedoku.solveBatch(digits(HARD), { stepLimit: 2 }).statuses[0]], 'limit');
});

test('a count goes on in slices, with its progress', () => {
    const count = lanedoku.count('.'.repeat(36) + line(SOLVED).slice(36));
    let [before, slices] = [count.report, 0];
    while (!count.report.done) {
        const now = count.run(64);
        assert.ok(now.progress >= before.progress && now.count >= before.count && now.progress <= 1);
        [before, slices] = [now, slices + 1];
    }
    assert.ok(slices > 1);
    assert.equal(count.report.progress, 1);
    assert.equal(count.report.status, 'multiple');
    assert.equal(count.run(1).count, before.count);
    const one = lanedoku.count(MIDDLING);
    while (!one.run(1000).done);
    assert.deepEqual({ ...one.report, steps: 0 }, { count: 1n, exact: true, progress: 1, done: true, status: 'unique', steps: 0 });
    assert.equal(lanedoku.count('11' + '.'.repeat(79)).run(100).status, 'invalid');
    for (const max of [0, 1]) {
        const count = lanedoku.count(EMPTY, { max });
        while (!count.run(1000).done);
        const { count: found, exact, status } = count.report;
        assert.deepEqual([found, exact, status], [BigInt(max), false, 'stopped']);
    }
    const limited = lanedoku.count(EMPTY, { stepLimit: 100 });
    while (!limited.run(10_000).done);
    assert.ok(limited.report.steps <= 164 && limited.report.progress < 1);
});

test('counts are freed', () => {
    const counts = Array.from({ length: 64 }, () => lanedoku.count(EMPTY));
    assert.throws(() => lanedoku.count(EMPTY), /64 counts and visits are open/);
    counts[0].free();
    counts[0].free();
    assert.throws(() => counts[0].run(1), /the count has been freed/);
    lanedoku.count(EMPTY).free();
    counts.forEach((count) => count.free());
    // At the end, a count frees itself.
    for (let number = 0; number < 200; number++) while (!lanedoku.count(MIDDLING).run(1000).done);
    for (let number = 0; number < 200; number++) lanedoku.visit(EMPTY, () => false);
    for (let number = 0; number < 200; number++) for (const _ of lanedoku.solutions(EMPTY)) break;
    assert.ok(lanedoku.count(EMPTY) instanceof Count);
});

test('solutions are visited', () => {
    const seen = new Set();
    assert.equal(lanedoku.visit(EMPTY, (solution) => { seen.add(line(solution)); }, { max: 500 }), 500);
    assert.equal(seen.size, 500);
    assert.equal(lanedoku.visit(EMPTY, () => false), 1);
    assert.equal(lanedoku.visit(MIDDLING, (solution) => assert.equal(line(solution), line(SOLVED))), 1);
    assert.equal(lanedoku.visit('11' + '.'.repeat(79), () => assert.fail()), 0);
    assert.deepEqual([...lanedoku.solutions(MIDDLING)].map(line), [line(SOLVED)]);
    // A visitor may call the engine.
    assert.equal(lanedoku.visit(EMPTY, (solution) => { assert.equal(lanedoku.solve(solution).status, 'unique'); }, { max: 70 }), 70);
});

test('candidates, possible digits, wrong clues, collisions', () => {
    const marks = lanedoku.candidates(MIDDLING);
    assert.deepEqual([marks[3], marks[0]], [1 << 7, 0b101001]);
    assert.deepEqual(Array.from(lanedoku.possible(EMPTY).possible), new Array(81).fill(511));
    const only = lanedoku.possible(MIDDLING);
    assert.deepEqual(Array.from(only.possible), Array.from(SOLVED, (digit) => 1 << (digit - 1)));
    assert.equal(lanedoku.possible(EMPTY, { stepLimit: 1 }).status, 'limit');
    const wrong = Uint8Array.from(SOLVED);
    wrong[0] = wrong[0] % 9 + 1;
    assert.deepEqual(lanedoku.wrongClues(wrong).cells, [0]);
    assert.deepEqual(lanedoku.wrongClues(MIDDLING), { status: 'unique', cells: [], undecided: [] });
    const [collision] = lanedoku.collisions('1.1' + '.'.repeat(78));
    assert.deepEqual(collision, {
        unit: { kind: 'row', index: 0 }, digit: 1, cells: [0, 2],
        message: '1 appears twice in row 1: row 1, column 1 and row 1, column 3',
    });
    assert.deepEqual(lanedoku.collisions(MIDDLING), []);
});

test('hints and steps', () => {
    const { steps, solved } = lanedoku.explain(MIDDLING);
    assert.equal(solved, true);
    let [board, marks] = [digits(MIDDLING), lanedoku.candidates(MIDDLING)];
    board.forEach((digit, cell) => { if (digit) marks[cell] = 0; });
    for (const step of steps) {
        assert.deepEqual([step.digits, step.marks], [board, marks]);
        assert.deepEqual(lanedoku.hint(board, { candidates: marks }), step);
        if (step.placement) {
            const [cell, digit] = step.placement;
            board[cell] = digit;
            const after = lanedoku.candidates(board);
            marks = marks.map((mask, cell) => (board[cell] ? 0 : mask & after[cell]));
        }
        for (const [cell, digit] of step.eliminations) marks[cell] &= ~(1 << (digit - 1));
        assert.ok(step.deciding.length > 0 && step.level >= 1 && step.hints.every((text) => text.endsWith('.')));
        assert.ok(lanedoku.techniques.includes(step.technique));
    }
    assert.equal(line(board), line(SOLVED));
    assert.equal(lanedoku.hint(SOLVED), null);
    assert.equal(lanedoku.explain(SOLVED).solved, true);
    // This one needs chains inside others.
    assert.deepEqual([lanedoku.explain(HARD).solved, lanedoku.rate(HARD).rating], [true, 10.7]);
    const singles = { techniques: ['full house', 'hidden single', 'naked single'] };
    assert.equal(lanedoku.explain(MIDDLING, singles).solved, false);
    assert.equal(lanedoku.rate(MIDDLING, singles).technique, 'needs more');
    // A technique that is asked for has its own name.
    for (const technique of ['X-chain', 'alternating chain', 'continuous loop', 'unit forcing chains']) {
        const { steps } = lanedoku.explain(HARD, { techniques: [technique] });
        assert.ok(steps.every((step) => step.technique === technique), technique);
    }
    const marksAlone = lanedoku.hint({ candidates: lanedoku.candidates(MIDDLING) });
    assert.equal(marksAlone.placement.length, 2);
    assert.equal(lanedoku.hint(EMPTY, { uniqueness: false }), null);
    // Pencil marks are rated as the board that they are, and from where they are.
    const given = { candidates: lanedoku.candidates(MIDDLING) };
    assert.deepEqual(lanedoku.rate(given), lanedoku.rate(MIDDLING));
    assert.deepEqual(lanedoku.explain(given).steps.map(({ hints }) => hints[2]), steps.map(({ hints }) => hints[2]));
    const half = steps[steps.length >> 1];
    assert.equal(lanedoku.rate(half.digits, { candidates: half.marks }).diamond, half.level);
});

test('a chain has links', () => {
    for (let seed = 1; seed < 40; seed++) {
        const puzzle = lanedoku.generate({ seed });
        const step = lanedoku.explain(puzzle).steps.find(({ links }) => links.length > 0);
        if (step === undefined) continue;
        step.links.forEach(({ cell, digit, from, isTrue }, index) => {
            assert.ok(cell < 81 && digit >= 1 && digit <= 9 && from <= index && typeof isTrue === 'boolean');
        });
        return;
    }
    assert.fail('no chain');
});

test('ratings', () => {
    const { counts, steps, ...rating } = lanedoku.rate(MIDDLING);
    assert.deepEqual(rating, { rating: 3.2, pearl: 1.2, diamond: 1.2, technique: 'X-wing', hodoku: null });
    assert.equal(steps, Object.values(counts).reduce((sum, count) => sum + count));
    assert.deepEqual(lanedoku.rate(lanedoku.canonical(MIDDLING)).rating, 3.2);
});

test('puzzles are generated', () => {
    const cells = lanedoku.generate({ seed: 5, n: 600 });
    const { statuses } = lanedoku.solveBatch(cells);
    assert.ok(statuses.every((status) => STATUSES[status] === 'unique'));
    assert.deepEqual(lanedoku.generate({ seed: 5, n: 2, first: 300 }), cells.slice(300 * 81, 302 * 81));
    assert.deepEqual(lanedoku.generate({ seed: 5n, n: 600 }), cells);
    for (const symmetry of SYMMETRIES) assert.equal(lanedoku.generate({ seed: 1, symmetry }).length, 81);
    const turned = lanedoku.generate({ seed: 1, symmetry: 'half-turn' });
    assert.ok(turned.every((digit, cell) => digit > 0 === turned[80 - cell] > 0));
    const clues = (board) => board.filter((digit) => digit > 0).length;
    assert.equal(clues(lanedoku.generate({ seed: 1, clues: 30 })), 30);
    const minimal = lanedoku.generate({ seed: 1, clues: [24, 25], minimal: true });
    assert.ok([24, 25].includes(clues(minimal)) && lanedoku.isMinimal(minimal));
    const rated = lanedoku.rate(lanedoku.generate({ seed: 1, hardest: [2.6, 3.6] })).rating;
    assert.ok(2.6 <= rated && rated <= 3.6);
    assert.throws(() => lanedoku.generate({ seed: 1, clues: 17, attempts: 3 }), /puzzle 0: none was found in 3 attempts/);
    assert.throws(() => lanedoku.generate({ seed: 1, technique: 'jellyfish', attempts: 2 }), /none was found in 2 attempts/);
    assert.throws(() => lanedoku.generate({ seed: 1, technique: 'x-wing', techniques: 'singles' }), /technique: X-wing is not among/);
});

test('minimal puzzles and equivalent puzzles', () => {
    const minimal = lanedoku.minimize(SOLVED, { seed: 9 });
    assert.ok(lanedoku.isMinimal(minimal) && !lanedoku.isMinimal(SOLVED));
    assert.deepEqual(lanedoku.redundantClues(minimal), []);
    assert.equal(lanedoku.redundantClues(SOLVED).length, 81);
    assert.equal(lanedoku.isMinimal(EMPTY), false);
    const shuffled = lanedoku.shuffle(HARD, { seed: 3 });
    assert.notEqual(line(shuffled), HARD);
    assert.deepEqual(lanedoku.canonical(shuffled), lanedoku.canonical(HARD));
});

test('bad input throws an error that names it', () => {
    const long = new Array(81).fill(0);
    const bad = [
        [() => lanedoku.solve(null), TypeError, 'expected 81 digits or text, found null'],
        [() => lanedoku.solve(5), TypeError, 'expected 81 digits or text, found number'],
        [() => lanedoku.solve([1, 2]), RangeError, 'expected 81 digits or text, found 2'],
        [() => lanedoku.solve(long.with?.(80, 10) ?? [...long.slice(0, 80), 10]), RangeError, 'row 9, column 9: expected 0 to 9, found 10'],
        [() => lanedoku.solve([...long.slice(0, 80), -1]), RangeError, 'row 9, column 9: expected 0 to 9, found -1'],
        [() => lanedoku.solve([1.5, ...long.slice(1)]), TypeError, 'row 1, column 1: expected an integer, found 1.5'],
        [() => lanedoku.solve(['a', ...long.slice(1)]), TypeError, "row 1, column 1: expected an integer, found 'a'"],
        [() => lanedoku.solve(new Array(81)), TypeError, 'row 1, column 1: expected an integer, found undefined'],
        [() => lanedoku.solve('123'), Error, 'expected 81 cells, found 3'],
        [() => lanedoku.solve('!' + EMPTY.slice(1)), Error, "line 1, column 1: '!' is not valid on a 9x9 board"],
        [() => lanedoku.solve({ candidates: [1] }), RangeError, 'expected 81 candidates, found 1'],
        [() => lanedoku.solve({ candidates: [...long.slice(0, 80), 512] }), RangeError, 'row 9, column 9: expected 0 to 511, found 512'],
        [() => lanedoku.solve(HARD, { stepLimit: 0 }), RangeError, 'stepLimit: expected 1 to 9007199254740991, found 0'],
        [() => lanedoku.solve(HARD, { stepLimit: 'x' }), TypeError, "stepLimit: expected an integer, found 'x'"],
        [() => lanedoku.solveBatch(long), TypeError, /digits: expected a Uint8Array/],
        [() => lanedoku.solveBatch(new Uint8Array(80)), RangeError, 'digits: expected 81 for each puzzle, found 80'],
        [() => lanedoku.solveBatch(new Uint8Array(81), { into: {} }), TypeError, 'into: expected the answers of an earlier call for 1 puzzles'],
        [() => lanedoku.count(HARD, { max: -1 }), RangeError, 'max: expected 0 to 2^64 - 1, found -1'],
        [() => lanedoku.count(HARD).run(0), RangeError, /steps: expected 1 to/],
        [() => lanedoku.visit(HARD), TypeError, 'visitor: expected a function, found undefined'],
        [() => lanedoku.hint('11' + '.'.repeat(79)), Error, '1 appears twice in row 1: row 1, column 1 and row 1, column 2'],
        [() => lanedoku.hint(EMPTY), Error, 'expected a puzzle with one solution, found one with several'],
        [() => lanedoku.hint('12345678.........9'.padEnd(81, '.'), { uniqueness: false }), Error, 'expected a puzzle with one solution, found one with none'],
        [() => lanedoku.hint({ candidates: new Uint16Array(81).fill(511) }), Error, 'expected a puzzle with one solution, found one with several'],
        [() => lanedoku.rate({ candidates: new Uint16Array(81).fill(511) }), Error, 'expected a puzzle with one solution, found one with several'],
        [() => lanedoku.hint(HARD, { candidates: [] }), RangeError, 'expected 81 candidates, found 0'],
        [() => lanedoku.explain(EMPTY), Error, 'expected a puzzle with one solution, found one with several'],
        [() => lanedoku.rate('11' + '.'.repeat(79)), Error, 'expected a puzzle with one solution, found one with two equal digits in a unit'],
        [() => lanedoku.minimize('12345678.........9'.padEnd(81, '.')), Error, 'expected a puzzle with one solution, found one with none'],
        [() => lanedoku.rate(HARD, { techniques: ['guess'] }), RangeError, /^techniques: expected scale, all, .*, full house, .*, needs more, found 'guess'$/],
        [() => lanedoku.rate(HARD, { techniques: 3 }), TypeError, 'techniques: expected names, found 3'],
        [() => lanedoku.rate(HARD, { techniques: '' }), RangeError, 'techniques: expected at least one'],
        [() => lanedoku.rate(HARD, { techniques: [] }), RangeError, 'techniques: expected at least one'],
        [() => lanedoku.generate(), TypeError, 'options: expected an object, found undefined'],
        [() => lanedoku.generate({}), TypeError, 'seed: expected an integer, found undefined'],
        [() => lanedoku.generate({ seed: 1n << 64n }), RangeError, /seed: expected 0 to 2\^64 - 1/],
        [() => lanedoku.generate({ seed: 1, symmetry: 'round' }), RangeError, /symmetry: expected one of none, .*, found 'round'/],
        [() => lanedoku.generate({ seed: 1, clues: 16 }), RangeError, 'clues: expected 17 to 81, found 16'],
        [() => lanedoku.generate({ seed: 1, clues: [30, 20] }), RangeError, 'clues: expected 30 to 81, found 20'],
        [() => lanedoku.generate({ seed: 1, technique: 'guess' }), RangeError, /^technique: expected one of full house, .*, found 'guess'$/],
        [() => lanedoku.parse(5), TypeError, 'text: expected a string, found number'],
        [() => lanedoku.parse('1'.repeat(1 << 25)), RangeError, /the input is too long/],
        [() => lanedoku.shuffle(HARD), TypeError, 'options: expected an object, found undefined'],
    ];
    for (const [call, type, message] of bad) assert.throws(call, (error) => {
        assert.ok(error.constructor === type, `${error.constructor.name}: ${error.message}`);
        if (typeof message === 'string') assert.equal(error.message, message); else assert.match(error.message, message);
        return true;
    });
    // It works as before.
    assert.equal(line(lanedoku.solve(MIDDLING).solution), line(SOLVED));
});

test('no input makes the module trap', () => {
    let state = 1;
    const random = (below) => (state = (state * 48271) % 2147483647) % below;
    for (let round = 0; round < 500; round++) {
        const board = Array.from({ length: 81 }, () => (random(3) ? 0 : random(10)));
        const candidates = Uint16Array.from({ length: 81 }, () => random(512) | random(512));
        for (const call of [
            () => lanedoku.solve(board, { stepLimit: 1000 }), () => lanedoku.solve({ candidates }, { stepLimit: 1000 }),
            () => lanedoku.possible(board, { stepLimit: 1000 }), () => lanedoku.wrongClues(board, { stepLimit: 1000 }),
            () => lanedoku.hint(board), () => lanedoku.hint({ candidates }), () => lanedoku.hint(board, { candidates }),
            () => lanedoku.collisions(board), () => lanedoku.candidates(board), () => lanedoku.canonical(board),
            () => lanedoku.isMinimal(board), () => lanedoku.shuffle(board, { seed: round }),
            () => lanedoku.visit({ candidates }, () => false, { stepLimit: 1000 }),
            () => lanedoku.parse(String.fromCharCode(...Array.from({ length: random(200) }, () => (random(4) ? 46 + random(12) : random(70000))))),
        ]) {
            try {
                call();
            } catch (error) {
                assert.ok(!(error instanceof WebAssembly.RuntimeError), error.stack);
            }
        }
    }
});

test('the reader is loaded in every way, and parse says why it is not there', async () => {
    const [module, bytes] = ['lanedoku', 'lanedoku-reader'].map(bytesOf);
    const url = new URL(`file://${dist}/lanedoku-reader.wasm`);
    for (const reader of [undefined, {}, { url }, { module: bytes }, { module: new WebAssembly.Module(bytes) }]) {
        assert.equal((await load({ module, reader })).parse(HARD).kind, 'board');
        const later = await load({ reader: false });
        assert.throws(() => later.parse(HARD), { message: 'the reader is not loaded: await loadReader() first' });
        assert.equal(await later.loadReader(reader), undefined);
        assert.equal(later.parse(HARD).kind, 'board');
    }
    const without = loadSync(module);
    assert.throws(() => without.parse(HARD), /the reader is not loaded/);
    assert.equal(without.solve(HARD).status, 'unique');
    const missing = { url: new URL('missing.wasm', url) };
    await assert.rejects(load({ reader: missing }), /missing\.wasm/);
    await assert.rejects(without.loadReader(missing), /missing\.wasm/);
    await assert.rejects(without.loadReader({ module }), /expected a module of lanedoku/);
    assert.throws(() => loadSync(module, module), /expected a module of lanedoku/);
    assert.throws(() => loadSync(bytes), /expected a module of lanedoku/);
});

test('views are made again after the memory has grown', () => {
    const fresh = loadSync(bytesOf('lanedoku'), bytesOf('lanedoku-reader'));
    fresh.parse(HARD);
    const read = fresh._reader._raw.memory.buffer.byteLength;
    const before = fresh._raw.memory.buffer.byteLength;
    const solutions = fresh.solutions(EMPTY);
    const first = solutions.next().value;
    fresh.generate({ seed: 1 });
    fresh.rate(MIDDLING);
    fresh.parse(' '.repeat(4_000_000) + HARD);
    assert.ok(fresh._raw.memory.buffer.byteLength > before && fresh._reader._raw.memory.buffer.byteLength > read);
    assert.equal(fresh.parse(HARD).kind, 'board');
    assert.equal(fresh.solve(first).status, 'unique');
    assert.notEqual(line(solutions.next().value), line(first));
});

test('what takes long lets other tasks run, tells its progress, and can be aborted', async () => {
    const puzzles = lanedoku.generate({ seed: 4, n: 5000, clues: 40 });
    const jobs = {
        generate: (turns) => lanedoku.generateAsync({ seed: 4, n: 5000, clues: 40, ...turns }),
        wish: (turns) => lanedoku.generateAsync({ seed: 1, n: 30, technique: 'hidden pair', ...turns }),
        count: (turns) => lanedoku.countAsync(EMPTY, { max: 2_000_000, ...turns }),
        batch: (turns) => lanedoku.solveBatchAsync(new Uint8Array(81 * 50_000), turns),
    };
    const expected = {
        generate: () => puzzles,
        wish: () => lanedoku.generate({ seed: 1, n: 30, technique: 'hidden pair' }),
        count: () => ({ count: 2_000_000n, exact: false, done: true, status: 'multiple' }),
        batch: () => lanedoku.solveBatch(new Uint8Array(81 * 50_000)),
    };
    for (const [name, job] of Object.entries(jobs)) {
        const parts = [];
        let ticks = 0;
        const timer = setInterval(() => ticks++, 1);
        // Other calls between the turns do not disturb it.
        const found = await job({ onProgress: (part) => { parts.push(part); lanedoku.solve(HARD); lanedoku.rate(MIDDLING); } });
        clearInterval(timer);
        const { progress, steps, ...rest } = found;
        assert.deepEqual(name === 'count' ? rest : found, expected[name](), name);
        assert.ok(ticks > 0 && parts.length > 1, `${name}: ${parts}`);
        assert.ok(parts.every((part, index) => part >= (parts[index - 1] ?? 0) && part <= 1) && parts.at(-1) === 1, `${name}: ${parts}`);
        const abort = new AbortController();
        const ended = job({ signal: abort.signal, onProgress: () => abort.abort(new Error('enough')) });
        await assert.rejects(ended, /enough/, name);
        await assert.rejects(job({ signal: abort.signal }), /enough/, name);
        await assert.rejects(job({ signal: 5 }), /AbortSignal/, name);
        await assert.rejects(job({ onProgress: 5 }), /function/, name);
    }
    // Counts that were aborted are freed: 64 may be open.
    for (let round = 0; round < 70; round++) {
        await assert.rejects(lanedoku.countAsync(EMPTY, { signal: AbortSignal.abort() }), { name: 'AbortError' });
        await assert.rejects(lanedoku.countAsync(EMPTY, { signal: 5 }), /AbortSignal/);
    }
    await assert.rejects(lanedoku.generateAsync({ seed: 'x' }), /seed/);
    assert.equal((await lanedoku.countAsync(HARD, { signal: null })).count, 1n);
});

test('the declarations name every method', () => {
    const declared = readFileSync(join(dist, 'lanedoku.d.ts'), 'utf8');
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(lanedoku))) {
        if (name !== 'constructor' && !name.startsWith('_')) assert.match(declared, new RegExp(`^    ${name}\\(`, 'm'));
    }
});
