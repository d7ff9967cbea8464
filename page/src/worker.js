// The jobs that may take longer than a frame. Each gets an engine, its data, and a function that reports on the way.

import {STATUSES, loadLayoutsSync, loadSync, loadTracesSync} from '../lanedoku.js';

let engine;
let traces;
let layouts;

const jobs = {
  warm: () => null,
  solve: (puzzle) => engine.solve(puzzle),
  possible: (puzzle) => engine.possible(puzzle).possible,
  wrongClues: (board) => engine.wrongClues(board).cells.map((cell) => {
    const without = board.slice();
    without[cell] = 0;
    return {cell, unique: engine.solve(without).status === 'unique'};
  }),
  hint: ({digits, candidates}) => engine.hint(digits, {candidates}),
  explain: (clue) => engine.explain(clue),
  minimize: ({clue, seed}) => engine.minimize(clue, {seed}),
  generate: (options) => engine.generate(options),
  layout: ({name, call, args}) => layouts.layout(name)[call](...args),

  // Four puzzles for paper.
  sheet(options) {
    const all = engine.generate({...options, n: 4});
    return [0, 1, 2, 3].map((at) => all.slice(81 * at, 81 * at + 81)).map((clue) =>
      ({clue, rating: engine.rate(clue), solution: engine.solve(clue).solution}));
  },

  // Counts until it ends or the page stops this worker.
  count(puzzle, tell) {
    const count = engine.count(puzzle);
    let told = 0;
    do {
      count.run(20000);
      const now = performance.now();
      if (now - told > 100) {
        told = now;
        tell(count.report);
      }
    } while (!count.report.done);
    return count.report;
  },

  // The quickest first.
  facts(clue, report) {
    const tell = (name, value) => report({[name]: value});
    tell('redundant', engine.redundantClues(clue).length);
    tell('canonical', engine.canonical(clue));
    tell('rating', engine.rate(clue));
  },

  // Nanoseconds a step of the two loops: the medians of seven rounds, in turn, of some 30 milliseconds each.
  timeLoops(board) {
    const versions = ['V3', 'V7'];
    const time = (version, steps) => {
      const start = performance.now();
      const {steps: taken} = traces.timeLoop(board, version, steps);
      return (performance.now() - start) * 1e6 / taken;
    };
    const [a, b] = versions.map((version) => traces.timeLoop(board, version, 200000).solution);
    if (String(a) !== String(b)) throw new Error('the two loops disagree');
    const steps = versions.map((version) => Math.round(3e7 / time(version, 500000)));
    const rounds = Array.from({length: 7}, () => versions.map((version, at) => time(version, steps[at])));
    return versions.map((_, at) => rounds.map((round) => round[at]).sort((x, y) => x - y)[3]);
  },

  // A worker's share of the race: puzzles, each in many disguises. Making them is not timed.
  prepare({seed, puzzles, disguises, first}) {
    const made = engine.generate({seed, n: puzzles, first});
    race = new Uint8Array(puzzles * disguises * 81);
    for (let puzzle = 0; puzzle < puzzles; puzzle++) {
      const board = made.subarray(81 * puzzle, 81 * puzzle + 81);
      for (let index = 0; index < disguises; index++) {
        race.set(engine.shuffle(board, {seed: first + puzzle, index}), 81 * (index * puzzles + puzzle));
      }
    }
    engine.solveBatch(race.subarray(0, 81 * 500)); // so that the browser has optimized the engine
  },
  race(_, report) {
    const size = 81 * 500;
    const results = [];
    const began = now();
    for (let at = 0; at < race.length; at += size) {
      results.push(engine.solveBatch(race.subarray(at, at + size)));
      report(results.at(-1).steps);
    }
    const ended = now();
    // The answers are checked after the clock has stopped.
    let wrong = 0;
    results.forEach(({statuses, solutions}, part) => statuses.forEach((status, k) => {
      if (STATUSES[status] !== 'unique' || !solves(solutions, 81 * k, race, part * size + 81 * k)) wrong++;
    }));
    return {began, ended, wrong};
  },
};
let race;

// In seconds, the same clock in all workers.
const now = () => (performance.timeOrigin + performance.now()) / 1000;

// Whether a solution keeps the clues and has every digit in every unit.
function solves(solutions, at, puzzles, from) {
  const seen = new Uint16Array(27);
  for (let cell = 0; cell < 81; cell++) {
    const digit = solutions[at + cell];
    const clue = puzzles[from + cell];
    if (digit < 1 || digit > 9 || clue && clue !== digit) return false;
    const row = Math.floor(cell / 9);
    const column = cell % 9;
    seen[row] |= 1 << digit;
    seen[9 + column] |= 1 << digit;
    seen[18 + 3 * Math.floor(row / 3) + Math.floor(column / 3)] |= 1 << digit;
  }
  return seen.every((digits) => digits === 0b1111111110);
}

onmessage = ({data: {name, data, modules}}) => {
  try {
    engine ??= loadSync(modules.engine);
    if (modules.traces) traces ??= loadTracesSync(modules.traces);
    if (modules.layouts) layouts ??= loadLayoutsSync(modules.layouts);
    postMessage({result: jobs[name](data, (report) => postMessage({report})) ?? null});
  } catch (error) {
    postMessage({error: error.message});
  }
};
