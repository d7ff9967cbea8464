// New puzzles by what they need, their symmetry and a seed.

import {$, make, setText} from './dom.js';
import {ready, run} from './engine.js';
import {open} from './state.js';

// The ratings are those of the scale that players call SER.
const NEEDS = [
  ['anything', {}],
  ['singles', {hardest: [1, 2.5]}],
  ['locked candidates', {hardest: [2.6, 2.8]}],
  ['pairs or an X-wing', {hardest: [3, 3.4]}],
  ['triples, wings, rectangles', {hardest: [3.6, 6.2]}],
  ['chains', {hardest: [6.5, 9]}],
];
NEEDS.forEach(([name], value) => $('make-needs').append(make('option', {value}, name)));

let job = null;
const say = (text) => setText($('make-say'), text);

function stop() {
  job?.stop();
  job = null;
  setText($('make-go'), 'Make one');
}

$('make-form').onsubmit = async (event) => {
  event.preventDefault();
  if (job) {
    stop();
    return say('Stopped.');
  }
  const typed = $('make-seed').value.trim();
  if (!/^\d{0,18}$/.test(typed)) return say('A seed is a whole number of at most 18 digits.');
  const seed = typed ? BigInt(typed) : BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);
  const [, options] = NEEDS[$('make-needs').value];
  const mine = job = run('generate', {...options, seed, symmetry: $('make-symmetry').value, attempts: 100000});
  setText($('make-go'), 'Stop');
  say('Making …');
  try {
    const clue = await job.done;
    stop();
    say(`Seed ${seed}`);
    open({clue}, true);
    $('make').open = false;
    $('board').focus();
  } catch (error) {
    if (job === mine) stop();
    say(error.message);
  }
};

ready.then(async (isThere) => {
  $('make-go').disabled = !isThere;
  if (!isThere) return say('This needs the solver.');
  const {SYMMETRIES} = await import('../lanedoku.js');
  $('make-symmetry').append(...SYMMETRIES.map((name) => make('option', {value: name}, name.replaceAll('-', ' '))));
});
