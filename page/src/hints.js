// The next step of a person: one sentence, the cells on the board, one button that does it.

import {place} from './cells.js';
import {$, announce, make, plural, toast} from './dom.js';
import {run} from './engine.js';
import {byHand, change, digits, draw, marks, settings, state, subscribe} from './state.js';

let job = null;

function cancel() {
  clearTimeout(job?.timer);
  job?.stop();
  job = null;
}

// A digit or a mark by hand that the solution contradicts comes first: no step helps beside it.
function mistake() {
  const {solution} = state.answer;
  const wrong = state.mine.findIndex((digit, cell) => digit && digit !== solution[cell]);
  if (wrong >= 0) {
    return {
      title: 'A slip', wrong, text: `The ${state.mine[wrong]} in ${place(wrong)} is wrong.`,
      action: 'Take it out', act: () => { state.mine[wrong] = 0; },
    };
  }
  const struck = state.struck.findIndex((mask, cell) => !digits()[cell] && mask >> (solution[cell] - 1) & 1);
  if (struck < 0) return null;
  return {
    title: 'A slip', wrong: struck, text: `The mark ${solution[struck]} in ${place(struck)} was struck, and should not be.`,
    action: 'Restore it', act: () => { state.struck[struck] &= ~(1 << (solution[struck] - 1)); },
  };
}

// The units that a sentence such as "Look at row 7 and boxes 2 and 8." names.
const unitsOf = (sentence) => [...sentence.matchAll(/(row|column|box)(?:e?s)? (\d(?:(?:, | and )\d)*)/g)].flatMap(([, kind, list]) =>
  list.match(/\d/g).map((n) => ({kind, index: n - 1})));

// A step as a hint of one of three strengths: where to look, which technique, and the whole step.
function describe(step, strength = settings.whole ? 2 : 0) {
  if (!step) return {title: 'No step', text: 'No technique up to chains within chains finds a step here. A person needs a guess.'};
  const {technique, hints, lines, placement, eliminations} = step;
  const title = technique[0].toUpperCase() + technique.slice(1);
  if (strength < 2) {
    return {
      title: strength ? title : 'Where to look', text: hints[strength], units: unitsOf(hints[0]),
      action: strength ? 'The whole step' : 'Which technique', more: () => show(describe(step, strength + 1)),
    };
  }
  // The name of the technique is the title, so the sentence goes without. A long chain has a line for each statement.
  const whole = lines.join('\n');
  const text = whole.slice(whole.toLowerCase().startsWith(`${technique.toLowerCase()}:`) ? technique.length + 2 : 0);
  return {
    title, step, text: text[0].toUpperCase() + text.slice(1),
    action: placement ? `Put ${placement[1]} there` : eliminations.length === 1 ? 'Strike it' : `Strike these ${eliminations.length}`,
    act() {
      if (placement) state.mine[placement[0]] = placement[1];
      for (const [cell, digit] of eliminations) {
        state.struck[cell] |= 1 << (digit - 1);
        state.noted[cell] &= ~(1 << (digit - 1));
      }
    },
  };
}

// Why there is no hint, by the kind of the answer.
const NO_HINT = {
  empty: 'There is no puzzle yet.',
  collision: 'Two equal digits share a unit: one of them must go first.',
  multiple: 'This puzzle has several solutions, so no step is certain. A hint needs a puzzle with one.',
  none: 'This puzzle has no solution, so no step leads to one.',
  invalid: 'This puzzle has no solution, so no step leads to one.',
  waiting: 'The solver is on its way.',
  long: 'The search for the solution is not over.',
  missing: 'There is no solver here.',
  failed: 'The solver failed.',
};

export async function askHint() {
  if (state.hint?.more) return state.hint.more();
  cancel();
  if (NO_HINT[state.answer.kind]) return show({title: 'No hint', text: NO_HINT[state.answer.kind]});
  if (!byHand()) state.use = 'digits';
  const slip = mistake();
  if (slip) return show(slip);
  if (digits().every(Boolean)) return show({title: 'Done', text: 'Every cell is filled, and right.'});
  const {done, stop} = run('hint', {digits: digits(), candidates: marks()});
  const timer = setTimeout(() => show({title: 'Hint', text: 'Looking for a step …'}), 200);
  job = {stop, timer, version: state.version};
  let hint;
  try {
    hint = describe(await done);
  } catch (error) {
    hint = {title: 'No step', text: `The engine gave up: ${error.message}.`};
  }
  clearTimeout(timer);
  job = null;
  show(hint);
}

function show(hint) {
  state.hint = hint;
  const cell = hint.step?.placement?.[0] ?? hint.step?.eliminations[0]?.[0] ?? hint.wrong;
  if (cell !== undefined) state.at = cell;
  draw();
  // A digit typed now goes to the cell of the hint, so the focus goes there, too.
  if ($('board').contains(document.activeElement)) $('board').focus();
  announce(`${hint.title}. ${hint.text}`);
}

export function doHint() {
  if (state.hint?.more) state.hint.more();
  else if (state.hint?.act) change(state.hint.act);
}

export function closeHint() {
  cancel();
  state.hint = null;
  draw();
}

$('hint').onclick = askHint;

// The whole way of a person as a list; each step is shown on the board before it.
let path = null; // {clue, steps, solved}

function showStep(at) {
  const step = path.steps[at];
  const {action, act, ...hint} = describe(step, 2);
  const isLast = at === path.steps.length - 1;
  show({
    ...hint, title: `Step ${at + 1} of ${path.steps.length}: ${hint.title}`, before: true, at,
    ...(isLast ? {} : {action: 'Next step', more: () => showStep(at + 1)}),
  });
}

$('steps').onclick = async () => {
  const close = () => { path = null; closeHint(); };
  if (path) return close();
  cancel();
  const {version} = state;
  const clue = state.clue.slice();
  const explained = await run('explain', clue).done.catch(({message}) => toast(`The engine gave up: ${message}`));
  if (!explained || version !== state.version) return;
  if (!byHand()) state.use = 'digits';
  path = {clue: clue.join(), ...explained};
  $('path').replaceChildren(...path.steps.map(({technique, level, placement, eliminations}, at) => make('li', {},
    make('button', {onclick: () => showStep(at)}, technique[0].toUpperCase() + technique.slice(1), make('span', {}, placement
      ? `${placement[1]} in ${place(placement[0])}` : plural(eliminations.length, 'mark')), make('small', {}, level.toFixed(1))))),
  ...(path.solved ? [] : [make('li', {class: 'soft'}, describe(null).text)]));
  if (path.steps.length) showStep(0);
  else draw();
};

// A list is scrolled within itself only.
const scrollInto = (list, {offsetTop, offsetHeight}) => {
  if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = offsetTop - offsetHeight;
};

let shown;
subscribe(() => {
  const {hint} = state;
  if (job && job.version !== state.version) cancel();
  document.body.classList.toggle('hinting', Boolean(hint));
  $('hintcard').hidden = !hint;
  // A list of steps goes with its puzzle.
  if (path && path.clue !== state.clue.join()) path = null;
  $('path').hidden = !path;
  $('steps').disabled = state.answer.kind !== 'unique' || Boolean(state.given);
  $('steps').setAttribute('aria-expanded', String(Boolean(path)));
  if (hint === shown) return;
  for (const [at, item] of [...$('path').children].entries()) item.toggleAttribute('aria-current', at === hint?.at);
  if (hint?.at !== undefined) scrollInto($('path'), $('path').children[hint.at]);
  shown = hint;
  if (!hint) return;
  const again = () => { doHint(); ($('hintcard').querySelector('.primary') ?? $('hint')).focus(); };
  const close = () => { closeHint(); $('hint').focus(); };
  $('hintcard').replaceChildren(
    make('h3', {}, hint.title), make('p', {}, hint.text),
    make('div', {class: 'row'},
      ...(hint.action ? [make('button', {class: 'primary', onclick: again}, `${hint.action} `, make('kbd', {'aria-hidden': 'true'}, 'Enter'))] : []),
      make('button', {onclick: close}, hint.before ? 'Back to my board' : hint.action ? 'Not now' : 'Close')),
  );
});
