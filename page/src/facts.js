// Facts about a puzzle with one solution, as a worker finds them.

import {toLine} from './cells.js';
import {$, copy, make, plural, setText, toast} from './dom.js';
import {run} from './engine.js';
import {rated} from './levels.js';
import {clueCount, open, state, subscribe} from './state.js';

const rows = {};
function row(title, content) {
  if (!rows[title]) {
    rows[title] = make('div', {}, make('dt', {}, title), make('dd'));
    $('facts').append(rows[title]);
  }
  rows[title].hidden = content === null;
  const body = rows[title].lastChild;
  if (typeof content === 'string') setText(body, content);
  else if (content && body.firstElementChild?.dataset.key !== content[0].dataset.key) body.replaceChildren(...content);
}

const keyed = (key, ...children) => make('span', {'data-key': key}, ...children);

const isBeyond = ({rating}) => rating >= 20;
const needs = (rating) => (isBeyond(rating) ? 'more than chains within chains, the hardest technique known here'
  : rating.steps === 0 ? 'no step: every cell is filled' : `${rating.technique}, the hardest of ${plural(rating.steps, 'step')}`);

async function thin() {
  const before = clueCount();
  const clue = await run('minimize', {clue: state.clue.slice(), seed: Math.floor(Math.random() * 2 ** 32)}).done;
  open({clue});
  toast(`${plural(before - clueCount(), 'clue')} taken out`);
  $('board').focus(); // the button is gone
}

subscribe(() => {
  const {answer} = state;
  const clues = clueCount();
  row('Clues', `${clues}, ${plural(81 - clues, 'cell')} open${state.given ? '; with pencil marks' : ''}`);
  const facts = answer.kind === 'unique' && !state.given ? answer.facts : null;
  const {rating, redundant, canonical} = facts ?? {};
  const show = (title, value, content) => row(title, !facts ? null : value === undefined ? '…' : content());
  show('Needs', rating, () => needs(rating));
  show('Rating', rating, () => `${rated(rating)} on the scale that players call SER`);
  show('Minimal', redundant, () => (redundant === 0 ? [keyed('yes', 'yes: every clue is needed')]
    : [keyed(`no ${redundant}`, `no: ${redundant === 1 ? 'one clue' : `any of ${redundant} clues`} could go`), make('button', {onclick: thin}, 'Thin it out')]));
  show('Canonical form', canonical, () => {
    const line = toLine(canonical);
    return [keyed(line, make('code', {}, line)), make('button', {'aria-label': 'Copy the canonical form', onclick: () => copy(line, 'Copied')}, 'Copy')];
  });
  row('Search', facts ? `${plural(answer.steps, 'step')}, with simd128` : null);
});
