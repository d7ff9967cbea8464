// Three boards of other layouts. Their engine is a module of its own, which is fetched at the first press of a button.

import {$, make, setText} from './dom.js';
import {layoutsReady, ready, run} from './engine.js';

const BOARDS = [
  ['6x6', '6x6', '.2.1.4.1....25........53....4.6.2.3.'],
  ['Jigsaw', 'jigsaw:aaaabbcccaababbcccadbbbbcfcadddefffcddgeeeeffdgghheiffddgheeiifgggheiiiigghhhhhii',
    '...5.......4..92.8.63.............25..81.65..85.............13.1.69..4.......1...'],
  ['Diagonals', 'diagonal', '4.32.......2...3.8.8......5........3..17.86..5........1......3.6.9...1.......19.7'],
];
const SVG = 'http://www.w3.org/2000/svg';
const svg = (tag, attributes, text = '') => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
};

for (const [title, name, first] of BOARDS) {
  let clues = Array.from(first, (digit) => +digit || 0);
  let board = clues;
  const side = Math.sqrt(clues.length);
  const names = name.split(':')[1];
  const [high, wide] = [side === 6 ? 2 : 3, 3];
  const region = (row, column) => names?.[row * side + column] ?? Math.floor(row / high) * high + Math.floor(column / wide);

  const picture = svg('svg', {viewBox: `-1 -1 ${10 * side + 2} ${10 * side + 2}`, role: 'img', class: 'other'});
  let [thin, thick] = ['', `M0 0h${10 * side}v${10 * side}h-${10 * side}z`];
  const texts = board.map((_, cell) => {
    const [row, column] = [Math.floor(cell / side), cell % side];
    const [x, y] = [10 * column, 10 * row];
    if (name === 'diagonal' && (row === column || row + column === side - 1)) picture.append(svg('rect', {x, y, width: 10, height: 10}));
    if (column) region(row, column) === region(row, column - 1) ? thin += `M${x} ${y}v10` : thick += `M${x} ${y}v10`;
    if (row) region(row, column) === region(row - 1, column) ? thin += `M${x} ${y}h10` : thick += `M${x} ${y}h10`;
    return svg('text', {x: x + 5, y: y + 7.4});
  });
  picture.append(svg('path', {d: thin}), svg('path', {d: thick, class: 'thick'}), ...texts);

  const say = make('p', {id: `o-${title}`, class: 'note', role: 'status'});
  const draw = () => {
    texts.forEach((text, cell) => {
      text.textContent = board[cell] || '';
      text.classList.toggle('found', !clues[cell]);
    });
    const rows = Array.from({length: side}, (_, row) => board.slice(row * side, row * side + side).map((digit) => digit || 'open').join(' '));
    picture.setAttribute('aria-label', `${title}: ${rows.join('; ')}`);
  };
  // One job at a time: the buttons wait for it.
  const button = (text, job) => make('button', {disabled: '', onclick: async ({currentTarget}) => {
    buttons.forEach((other) => { other.disabled = true; });
    try {
      await layoutsReady();
      await job();
    } catch (error) {
      setText(say, `${error.message}.`);
    }
    draw();
    buttons.forEach((other) => { other.disabled = false; });
    currentTarget?.focus();
  }}, text);
  const ask = (call, ...args) => run('layout', {name, call, args}).done;
  const buttons = [
    button('Solve', async () => {
      const {solution} = await ask('solve', clues);
      board = [...solution];
      setText(say, 'One solution.');
    }),
    button('New puzzle', async () => {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      board = clues = [...await ask('generate', {seed})];
      setText(say, `${clues.filter(Boolean).length} clues, seed ${seed}.`);
    }),
    // The steps up to the next digit.
    button('Hint', async () => {
      const {steps} = await ask('explain', board);
      const last = steps.findIndex(({placement}) => placement);
      if (last < 0) return setText(say, board.includes(0) ? 'It needs more than singles, locked candidates, subsets and fish.' : 'It is solved.');
      const [cell, digit] = steps[last].placement;
      board = board.slice();
      board[cell] = digit;
      setText(say, `${last ? `After ${last === 1 ? 'a step' : `${last} steps`} that only rule out candidates: ` : ''}${steps[last].hints[2]}`);
    }),
  ];
  $('others').append(make('figure', {}, make('figcaption', {}, title), picture, make('div', {class: 'row'}, ...buttons), say));
  draw();
  ready.then((isThere) => buttons.forEach((other) => { other.disabled = !isThere; }));
}
