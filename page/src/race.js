// 100,000 puzzles on all cores. The puzzles are made before the clock starts, and the answers are checked after it
// stops.

import {ink, calm, drawing} from './canvas.js';
import {$, announce, duration, make, number, setText} from './dom.js';
import {hire, missing, ready} from './engine.js';
import {DATE, MACHINE, NATIVE} from './published.js';

const PUZZLES = 1000;
const DISGUISES = 100;
const TOTAL = PUZZLES * DISGUISES;
const SEED = 7;
const RUNS = 3;

const steps = new Uint16Array(TOTAL); // of each puzzle that is solved
let results = {}; // puzzles a second: {all, one}
let workers = 1;

const rounded = (n) => +n.toPrecision(3);

function plot() {
  const line = (kind, name, figure) => {
    const axis = make('span', {class: 'ax'});
    if (figure) {
      const dot = make('i');
      dot.style.left = `${Math.min(100, Math.max(0, (Math.log10(figure) - 5) * 50))}%`;
      axis.append(dot);
    }
    return make('div', {class: `pl ${kind}`}, make('span', {}, name), axis, make('b', {}, figure ? number(rounded(figure)) : '–'));
  };
  const head = make('div', {class: 'pl head', 'aria-hidden': 'true'}, make('span'),
    make('span', {class: 'ax'}, ...['100k', '1M', '10M'].map((text) => make('em', {}, text))), make('b'));
  $('r-plot').replaceChildren(head,
    line('here', `Here, ${workers === 1 ? '1 worker' : `${workers} workers`}`, results.all),
    ...(workers > 1 ? [line('here', 'Here, 1 worker', results.one)] : []),
    ...NATIVE.map(([name, , figure]) => line('', name, figure)));
}

const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
// The colour of a dot: stronger for more steps.
function dots() {
  const canvas = $('r-dots');
  const width = Math.floor(canvas.clientWidth);
  if (!width) return;
  const height = Math.ceil(TOTAL / width);
  canvas.style.height = `${height}px`;
  Object.assign(canvas, {width, height});
  const k = canvas.getContext('2d');
  const image = k.createImageData(width, height);
  const [from, to] = [rgb(ink.fill), rgb(ink.accent)];
  for (let puzzle = 0; puzzle < TOTAL; puzzle++) {
    const share = steps[puzzle] && Math.min(1, 0.12 + Math.log2(steps[puzzle]) / 8);
    for (let part = 0; part < 3; part++) image.data[4 * puzzle + part] = from[part] + (to[part] - from[part]) * share;
    image.data[4 * puzzle + 3] = 255;
  }
  k.putImageData(image, 0, 0);
}

async function race() {
  $('r-go').hidden = true;
  setText($('r-sub'), 'Making the puzzles …');
  steps.fill(0);
  results = {};
  plot();
  dots();
  const team = Array.from({length: workers}, hire);
  const first = (k) => Math.round(k * PUZZLES / workers);
  try {
    await Promise.all(team.map((worker, k) =>
      worker.ask('prepare', {seed: SEED, first: first(k), puzzles: first(k + 1) - first(k), disguises: DISGUISES})));
    let painted = 0;
    let wrong = 0;
    const rates = {all: [], one: []};
    const took = ({began, ended, wrong: some}) => {
      wrong += some;
      return ended - began;
    };
    for (let run = 0; run < RUNS; run++) {
      let solved = 0;
      const runs = await Promise.all(team.map((worker, k) => {
        let at = first(k) * DISGUISES;
        return worker.ask('race', null, (part) => {
          steps.set(part, at);
          at += part.length;
          solved += part.length;
          if (calm.matches || performance.now() - painted < 30) return;
          painted = performance.now();
          setText($('r-sub'), `Run ${run + 1} of ${RUNS}: ${number(solved)} of ${number(TOTAL)}`);
          if (!run) dots();
        });
      }));
      runs.forEach(took);
      rates.all.push(TOTAL / (Math.max(...runs.map(({ended}) => ended)) - Math.min(...runs.map(({began}) => began))));
      rates.one.push(first(1) * DISGUISES / took(await team[0].ask('race')));
    }
    for (const which of ['all', 'one']) results[which] = rates[which].sort((a, b) => a - b)[RUNS >> 1];
    if (wrong) throw new Error(`${number(wrong)} answers are wrong`);
    setText($('r-rate'), number(rounded(results.all)));
    setText($('r-sub'), `${number(TOTAL)} puzzles in ${duration(TOTAL / results.all)}, the median of ${RUNS} runs, on ${workers === 1 ? 'one worker' : `${workers} workers`}, by the build with simd128. `
      + 'Each has one solution; every answer was checked. The stronger a dot, the more steps its puzzle took.');
  } catch (error) {
    results = {};
    setText($('r-sub'), `The race failed: ${error.message}.`);
  }
  team.forEach((worker) => worker.fire());
  $('r-rate').hidden = $('r-unit').hidden = !results.all;
  $('r-go').hidden = false;
  $('r-go').classList.toggle('big', !results.all);
  setText($('r-go'), 'Again');
  plot();
  dots();
  if (document.activeElement === document.body) $('r-go').focus({preventScroll: true});
  announce($('r-sub').textContent);
}

$('r-go').onclick = race;
drawing('race', dots);
setText($('r-note'), `Puzzles a second; here, medians of ${RUNS} runs. Grey: native, ${MACHINE}, 10,000 other minimal puzzles, ${DATE}.`);
workers = Math.min(32, navigator.hardwareConcurrency || 1);
plot();
ready.then((isThere) => {
  $('r-go').disabled = !isThere;
  if (!isThere) setText($('r-sub'), `There is no solver here: ${missing}.`);
});
