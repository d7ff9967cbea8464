// New puzzles by difficulty, technique, number of clues, symmetry and seed.

import {$, make, setText} from './dom.js';
import {engine, ready, run} from './engine.js';
import {LEVELS} from './levels.js';
import {open} from './state.js';

const ANY = 'any';
$('make-needs').append(
  ...LEVELS.map(([word, , , takes]) => make('option', {value: word, title: takes}, word)),
  make('option', {value: ANY}, 'any: a third need chains'),
);
$('make-needs').value = 'medium';
// A technique has its own place on the scale.
$('make-technique').onchange = () => { if ($('make-technique').value) $('make-needs').value = ANY; };
$('make-needs').onchange = () => { if ($('make-needs').value !== ANY) $('make-technique').value = ''; };

// What the form asks for, as options of the engine; a text if it cannot be.
export function wishes() {
  const typed = $('make-seed').value.trim();
  if (!/^\d{0,18}$/.test(typed)) return 'A seed is a whole number of at most 18 digits.';
  const clues = $('make-clues').value.trim();
  const [, least, most = least] = clues.match(/^(\d+)(?:\s*[-–]\s*(\d+))?$/) ?? [];
  if (clues && !(least >= 17 && +least <= +most && most <= 81)) return 'The clues are a number from 17 to 81, or two, such as 24-28.';
  const technique = $('make-technique').value;
  const level = LEVELS.find(([word]) => word === $('make-needs').value);
  return {
    seed: typed ? BigInt(typed) : BigInt(crypto.getRandomValues(new Uint32Array(1))[0]),
    symmetry: $('make-symmetry').value, attempts: 100000,
    ...(clues && {clues: [+least, +most]}), ...(technique ? {technique} : level && {hardest: [level[1], Math.min(9, level[2])]}),
  };
}

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
  const wanted = wishes();
  if (typeof wanted === 'string') return say(wanted);
  const mine = job = run('generate', wanted);
  setText($('make-go'), 'Stop');
  say('Making …');
  try {
    const clue = await job.done;
    stop();
    say(`Seed ${wanted.seed}`);
    open({clue}, true);
    $('make').open = false;
    $('board').focus();
  } catch (error) {
    if (job === mine) stop();
    say(error.message);
  }
};

$('make-form').oninput = () => { if (!job) say(''); };

ready.then(async (isThere) => {
  $('make-go').disabled = !isThere;
  if (!isThere) return say('This needs the solver.');
  const {SYMMETRIES} = await import('../lanedoku.js');
  $('make-symmetry').append(...SYMMETRIES.map((name) => make('option', {value: name}, name.replaceAll('-', ' '))));
  // No minimal puzzle needs the first only; the last ones are not on the scale.
  $('make-technique').append(make('option', {value: ''}, 'any'), ...engine.techniques.slice(1, engine.techniques.indexOf('finned X-wing')).map((name) => make('option', {value: name}, name)));
});
