// The largest words of the page: how many solutions, and what can be done about it.

import {isSingle, place, unitName} from './cells.js';
import {$, announce, duration, make, number, plural, setText} from './dom.js';
import {missing} from './engine.js';
import {select} from './board.js';
import {countAll} from './solve.js';
import {byHand, clueCount, digits, draw, isFew, setClue, state, subscribe} from './state.js';

const emptyWords = [...$('v-sub').childNodes];

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

function colliding({list}) {
  const [first, ...more] = list;
  const rest = [...new Set(more.map(({kind, index}) => unitName(kind, index)))];
  return {
    head: `${WORDS[first.cells.length]} ${first.digit}s in ${unitName(first.kind, first.index)}.`,
    text: rest.length
      ? `And in ${rest.join(', ')}. Change one of the marked digits, and it is solved again.`
      : 'Change one of them, and it is solved again.',
  };
}

function unique({first, seconds, warm, solution}) {
  if (byHand() && digits().every((digit, cell) => digit === solution[cell])) {
    return {head: 'Done.', text: 'Every cell is filled, and right.'};
  }
  const time = seconds ? `, in ${duration(seconds)}` : warm ? `, in ${duration(first)} the first time, ${duration(warm).replace(' of a second', '')} once warm` : '';
  return {head: 'One solution.', text: `Found, and shown to be the only one${time}.`};
}

function multiple(answer) {
  const {count, least, possible, solution, second, counting, stopped} = answer;
  const few = isFew();
  const open = digits().map((digit) => !digit);
  const settled = possible ? possible.filter((mask, cell) => open[cell] && isSingle(mask)).length : 0;
  const differ = solution.filter((digit, cell) => digit !== second[cell]).length;
  const head = count ? (count < 10n ? `${WORDS[count]} solutions.` : `${number(count)} solutions.`)
    : few ? 'Many solutions.' : !least ? 'Several solutions.' : `More than ${number(least - 1n)} solutions.`;
  let text;
  if (state.use !== 'answer') {
    text = 'The answer shows where they differ.';
  } else if (few) {
    text = `${plural(clueCount(), 'clue')} so far; a puzzle with one solution has 17 or more.`
      + (settled ? ` Settled already: ${plural(settled, 'cell')}, in blue.` : '');
  } else if (count === 2n) {
    text = `They differ in the ${differ} marked cells. Settle any one of these, and one solution is left.`;
  } else {
    text = `Two of them differ in the ${differ} marked cells.`
      + (settled ? ` In all of them, ${settled === 1 ? 'one cell is' : `${settled} cells are`} the same, in blue.` : '');
  }
  const extra = [];
  if (!few && state.use === 'answer') extra.push(['pair']);
  if (counting) extra.push(['counting']);
  else if (!count) {
    if (stopped) extra.push(['stopped']);
    extra.push(['count']);
  }
  return {head, text, extra};
}

function none({wrongClues}) {
  const sure = wrongClues?.filter(({unique}) => unique) ?? [];
  const list = sure.length ? sure : wrongClues ?? [];
  const text = 'No two clues collide, and yet nothing fits.' + (sure.length
    ? ` Is ${sure.length === 1 ? 'this clue' : 'one of these clues'} a slip? Without it, there is exactly one solution.`
    : list.length ? ' Without any one of these clues, something does.'
      : wrongClues && clueCount() > 1 ? ' No single clue is to blame: two or more are wrong.' : '');
  return {head: 'No solution.', text, signal: true, extra: list.slice(0, 6).map(({cell}) => ['slip', cell])};
}

const words = {
  empty: () => ({head: 'Your puzzle goes here.', text: missing && `The solver cannot start: ${missing}. The board works as a board: type, strike marks, undo, copy, print.`}),
  collision: (answer) => ({...colliding(answer), signal: true}),
  waiting: () => ({head: 'One moment.', text: 'The solver is on its way.'}),
  missing: () => ({head: 'No solver here.', text: `It cannot start: ${missing}. The board works as a board: type, strike marks, undo, copy, print.`}),
  failed: ({message}) => ({head: 'The solver failed.', text: message, signal: true}),
  long: () => ({head: 'A long search.', text: 'It goes on in the background. Any change of the board ends it.'}),
  unique, multiple, none,
  invalid: () => ({head: 'No solution.', text: 'A cell or a unit has no place left for its digits.', signal: true}),
};

const parts = {
  slip: (cell) => make('button', {class: 'chip', onclick: () => { setClue(cell, 0); select(cell); }},
    'Take out the ', make('b', {}, String(state.clue[cell])), ` in ${place(cell)}`),
  pair: () => make('fieldset', {class: 'seg small'}, make('legend', {class: 'vh'}, 'Which solution'),
    ...[['both', 'Both'], ['first', 'First'], ['second', 'Second']].map(([value, text]) => {
      const input = make('input', {type: 'radio', name: 'pair', value, onchange: () => { state.pair = value; draw(); }});
      input.checked = state.pair === value;
      return make('label', {}, input, text);
    })),
  count: () => make('button', {id: 'count', onclick: () => { countAll(); $('stop')?.focus(); }}, 'Count them all'),
  counting: () => make('div', {class: 'count'}, make('b'), make('span'),
    make('button', {id: 'stop', class: 'plain', onclick: () => { state.answer.stop(); $('count')?.focus(); }}, 'Stop'),
    make('div', {class: 'meter'}, make('i'))),
  stopped: () => make('div', {class: 'count'}, make('b'), make('span')),
};

const percent = (share) => `${(100 * share).toFixed(share < 0.01 ? 4 : 1)}%`;

let shown = '';
let said = '';
subscribe(() => {
  const {answer} = state;
  const {head, text, signal, extra = []} = words[answer.kind](answer);
  setText($('v-head'), head);
  if (text) setText($('v-sub'), text);
  else $('v-sub').replaceChildren(...emptyWords);
  $('verdict').classList.toggle('no', Boolean(signal));
  const key = extra.join();
  if (key !== shown) {
    shown = key;
    $('v-extra').replaceChildren(...extra.map(([part, data]) => parts[part](data)));
  }
  const report = answer.counting ?? answer.stopped;
  const bar = document.querySelector('#v-extra .count');
  if (report && bar) {
    setText(bar.children[0], number(report.count));
    setText(bar.children[1], ` solutions so far, about ${percent(report.progress)} searched${answer.counting ? '' : ', then stopped'} `);
    if (answer.counting) bar.querySelector('i').style.width = percent(report.progress);
  }
  // The time comes a moment later, and is not said.
  const say = `${head} ${(text ?? '').replace(/, in [\d.,]+ .*(?=\.$)/, '')}`;
  if (say !== said && answer.kind !== 'empty') announce(say);
  said = say;
});
