// From the board to the answer that the page shows: at once if the search is short, else from a worker.

import {collisions} from './cells.js';
import {engine, missing, run} from './engine.js';
import {digits, draw, isEmpty, isFew, puzzle, state} from './state.js';

// Steps that take less than a frame, on a slow phone, too.
const STEPS = 4000;
// Solutions that are counted without being asked to.
const FEW = 500;

let jobs = [];
let found = null; // the answer to the puzzle `asked`
let asked;

// Digits by hand change nothing about the answer; but while they collide, the collision is shown.
export function solve() {
  const list = collisions(digits());
  const key = [Boolean(engine), Boolean(missing), state.clue, state.given].join();
  if (key !== asked) {
    jobs.forEach((job) => job.stop());
    jobs = [];
    found = null;
    asked = key;
  }
  if (list.length) {
    state.answer = {kind: 'collision', list};
    return;
  }
  if (!found) {
    if (isEmpty()) found = {kind: 'empty'};
    else if (!engine) found = {kind: missing ? 'missing' : 'waiting'};
    else search();
  }
  state.answer = found;
}

function put(answer) {
  if (state.answer === found) state.answer = answer;
  found = answer;
}

// Runs a job for the present puzzle; `then` gets what it reports, and the result.
function later(name, data, then) {
  const job = run(name, data, (report) => { then(report); draw(); });
  jobs.push(job);
  job.done.then((result) => { then(result, true); draw(); }, (error) => {
    put({kind: 'failed', message: error.message});
    draw();
  });
  return job;
}

function search() {
  const start = performance.now();
  const outcome = engine.solve(puzzle(), {stepLimit: STEPS});
  const first = (performance.now() - start) / 1000;
  if (outcome.status !== 'limit') return settle(outcome, {first});
  put({kind: 'long'});
  later('solve', puzzle(), (result) => settle(result, {seconds: (performance.now() - start) / 1000}));
}

// `first` is the time of the one search that found the answer, `seconds` that of a search in a worker.
function settle(outcome, {first, seconds}) {
  const {status, solution, second, steps} = outcome;
  const answer = {kind: status, solution, second, steps, first, seconds};
  put(answer);
  if (status === 'unique') {
    if (first !== undefined) measure(answer, puzzle());
    if (!state.given) facts(answer, state.clue.slice());
  } else if (status === 'multiple') {
    // At once what is quick; the rest once no key has followed, and for few clues, in a worker.
    if (isFew() || !explore(answer, STEPS / 16)) {
      soon(() => {
        if (!isFew()) explore(answer, STEPS, true);
        draw();
        if (!answer.possible) later('possible', puzzle(), (result) => { answer.possible = result; });
      });
    }
  } else if (!state.given) {
    soon(() => later('wrongClues', state.clue.slice(), (wrongClues) => { answer.wrongClues = wrongClues; }));
  }
}

// What all solutions have in common, and how many there are, within some steps. Returns whether that was enough; if it
// was not, what was found counts only at `last`.
function explore(answer, stepLimit, last) {
  const {possible, status} = engine.possible(puzzle(), {stepLimit});
  const count = engine.count(puzzle(), {max: FEW});
  const report = count.run(stepLimit);
  count.free();
  const isEnough = status !== 'limit' && (report.exact || report.count >= FEW);
  if (!isEnough && !last) return false;
  if (status !== 'limit') answer.possible = possible;
  answer.least = report.count;
  if (report.exact) answer.count = report.count;
  return isEnough;
}

// Once no key has followed for a moment.
function soon(act) {
  const timer = setTimeout(act, 150);
  jobs.push({stop: () => clearTimeout(timer)});
}

export function countAll() {
  const {answer} = state;
  answer.counting = {count: 0n, progress: 0};
  const job = later('count', puzzle(), (report, done) => {
    answer.counting = report;
    if (done) {
      answer.counting = null;
      answer.count = report.count;
    }
  });
  answer.stop = () => {
    job.stop();
    answer.stopped = answer.counting;
    answer.counting = null;
    draw();
  };
  draw();
}

// After the answer is on the screen: how long a search takes once it is warm. The clock of a browser is coarse, so
// searches are repeated, for six milliseconds a round; the figure is the median of five rounds.
function measure(answer, board) {
  const rounds = [];
  const round = () => {
    if (found !== answer) return;
    const start = performance.now();
    let searches = 0;
    let time;
    do {
      engine.solve(board);
      searches++;
      time = performance.now() - start;
    } while (time < 6);
    rounds.push(time / searches / 1000);
    if (rounds.length < 5) return void setTimeout(round, 0);
    answer.warm = rounds.sort((a, b) => a - b)[2];
    draw();
  };
  setTimeout(round, 40);
}

function facts(answer, clue) {
  answer.facts = {};
  soon(() => later('facts', clue, (fact) => Object.assign(answer.facts, fact)));
}
