// The calls that every language makes, with the answers of the table in `tests/agree/table.tsv` and
// `steps/tests/table.tsv`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesOf, digits, line, loadSync, root } from './support.mjs';

const lanedoku = loadSync(bytesOf('lanedoku'));
const table = ['tests/agree/table.tsv', 'steps/tests/table.tsv']
    .flatMap((path) => readFileSync(join(root, path), 'utf8').trim().split('\n')).map((row) => row.split('\t'));

/** The rows of a call on a 9x9 board: its arguments and its answer. */
function rows(name) {
    const found = table.filter((row) => row[0] === name && row[1] === '9').map((row) => row.slice(2));
    assert.ok(found.length > 0, name);
    return found;
}

/** The candidates of 81 cells in 729 characters. */
const masksOf = (text) => Uint16Array.from({ length: 81 }, (_, cell) => [...text.slice(9 * cell, 9 * cell + 9)]
    .reduce((mask, mark, digit) => mask | (mark === '.' ? 0 : 1 << digit), 0));
/** A puzzle as the library takes it. */
const puzzleOf = (text) => text.length === 81 ? text : { candidates: masksOf(text) };
const options = (named) => Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '-')
    .map(([name, value]) => [name, name === 'max' ? BigInt(value) : Number(value)]));
const cellsOf = (text) => text === '-' ? [] : text.split(',').map(Number);

test('solve', () => {
    for (const [text, stepLimit, status, solution] of rows('solve')) {
        const found = lanedoku.solve(puzzleOf(text), options({ stepLimit }));
        assert.deepEqual([found.status, found.solution ? line(found.solution) : '-'], [status, solution], text);
    }
});

test('count', () => {
    for (const [text, max, stepLimit, status, number, exact] of rows('count')) {
        for (const slice of [1, 1000, 1e9]) {
            const count = lanedoku.count(puzzleOf(text), options({ max, stepLimit }));
            while (!count.run(slice).done);
            const found = count.report;
            assert.deepEqual([found.status, String(found.count), String(found.exact)], [status, number, exact],
                `${text} ${max} ${stepLimit} ${slice}`);
            assert.equal(found.progress === 1, found.exact);
        }
    }
});

test('possible digits, wrong and redundant clues', () => {
    for (const [text, status, marks] of rows('possible')) {
        const found = lanedoku.possible(text);
        assert.deepEqual([found.status, found.possible], [status, masksOf(marks)], text);
    }
    for (const [text, status, removable] of rows('wrong-clues')) {
        const found = lanedoku.wrongClues(text);
        assert.deepEqual([found.status, found.cells], [status, cellsOf(removable)], text);
    }
    for (const [text, cells] of rows('redundant')) assert.deepEqual(lanedoku.redundantClues(text), cellsOf(cells), text);
});

test('puzzles that are made', () => {
    for (const [text, seed, expected] of rows('minimize')) {
        assert.equal(line(lanedoku.minimize(text, { seed: Number(seed) })), expected, text);
    }
    for (const [text, seed, index, expected] of rows('shuffle')) {
        assert.equal(line(lanedoku.shuffle(text, { seed: Number(seed), index: Number(index) })), expected, text);
    }
    for (const [seed, index, expected] of rows('generate')) {
        assert.equal(line(lanedoku.generate({ seed: BigInt(seed), first: Number(index) })), expected);
    }
});

test('steps', () => {
    for (const [text, level, pearl, diamond, technique, steps] of rows('rate')) {
        if (pearl === undefined) {
            assert.throws(() => lanedoku.rate(text), undefined, text);
            continue;
        }
        const found = lanedoku.rate(text);
        assert.deepEqual([found.rating, found.pearl, found.diamond].map((one) => one.toFixed(1)), [level, pearl, diamond], text);
        assert.deepEqual([found.technique ?? '', String(found.steps)], [technique, steps], text);
    }
    for (const [text, technique, sentence] of rows('hint')) {
        if (technique === '-') continue;
        const found = lanedoku.hint(text);
        assert.deepEqual([found.technique, found.hints[2]], [technique, sentence], text);
    }
});
