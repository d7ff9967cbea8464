// The answers of the modules are those of the native library. `native` writes them: a line of fields for each puzzle.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STATUSES, bytesOf, digits, here, line, loadSync } from './support.mjs';

const sets = new Map();
const facts = [];
for (const text of readFileSync(join(here, 'answers.txt'), 'utf8').trim().split('\n')) {
    if (text.startsWith('# ')) {
        sets.set(text.slice(2), []);
    } else if (text.startsWith('facts\t')) {
        facts.push(text.split('\t').slice(1));
    } else {
        const [puzzle, status, solution, steps, guesses] = text.split(' ');
        [...sets.values()].at(-1).push({ puzzle, status, solution, steps: Number(steps), guesses: Number(guesses) });
    }
}

const lanedoku = loadSync(bytesOf('lanedoku'));

for (const [set, answers] of sets) {
    test(`${set}, one by one`, () => {
        assert.ok(answers.length >= 50, `${answers.length} puzzles`);
        for (const { puzzle, status, solution, steps, guesses } of answers) {
            const found = lanedoku.solve(puzzle);
            const shown = found.solution ? line(found.solution) : '-';
            assert.deepEqual({ status: found.status, solution: shown, steps: found.steps, guesses: found.guesses },
                { status, solution, steps, guesses }, puzzle);
            assert.equal(found.second !== null, status === 'multiple', puzzle);
            if (found.second) assert.notEqual(line(found.second), shown, puzzle);
        }
    });
    test(`${set}, in a batch`, () => {
        const all = new Uint8Array(answers.length * 81);
        answers.forEach(({ puzzle }, index) => all.set(digits(puzzle), index * 81));
        const found = lanedoku.solveBatch(all);
        answers.forEach(({ puzzle, status, solution, steps }, index) => {
            const own = found.solutions.subarray(index * 81, (index + 1) * 81);
            assert.equal(STATUSES[found.statuses[index]], status, puzzle);
            assert.equal(line(own), solution === '-' ? '.'.repeat(81) : solution, puzzle);
            assert.equal(found.steps[index], steps, puzzle);
        });
    });
}

test('facts and steps', () => {
    assert.ok(facts.length >= 20, `${facts.length} puzzles`);
    for (const [puzzle, canonical, minimal, redundant, shuffled, generated, possible, solutions, rating, steps] of facts) {
        assert.equal(line(lanedoku.canonical(puzzle)), canonical, puzzle);
        assert.equal(line(lanedoku.minimize(puzzle, { seed: 3 })), minimal, puzzle);
        assert.equal(lanedoku.redundantClues(puzzle).join(','), redundant, puzzle);
        assert.equal(lanedoku.isMinimal(puzzle), redundant === '', puzzle);
        assert.equal(line(lanedoku.shuffle(puzzle, { seed: 4, index: 5 })), shuffled, puzzle);
        assert.equal(line(lanedoku.generate({ seed: BigInt(generated.split(' ')[0]), symmetry: 'diagonal' })), generated.split(' ')[1]);
        // The puzzle without its first clues has several solutions.
        const open = puzzle.slice(0, 27).replace(/\d/g, '.') + puzzle.slice(27);
        assert.equal(Array.from(lanedoku.possible(open).possible).join(','), possible, open);
        const count = lanedoku.count(open, { max: 1000 });
        while (!count.run(100).done);
        assert.equal(String(count.report.count), solutions, open);
        assert.equal(lanedoku.visit(open, () => {}, { max: 1000 }), Number(solutions), open);
        const { rating: level, pearl, diamond, technique, steps: number } = lanedoku.rate(puzzle);
        assert.equal([level, pearl, diamond].map((level) => level.toFixed(1)).join(' ') + ` ${technique} ${number}`, rating, puzzle);
        assert.equal(lanedoku.explain(puzzle).steps.map(({ hints }) => hints[2]).join('|'), steps, puzzle);
    }
});
