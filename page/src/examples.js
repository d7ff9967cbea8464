// Four puzzles to begin with.

import {column, fromLine, row} from './cells.js';
import {$, make} from './dom.js';
import {isEmpty, open, subscribe} from './state.js';
import {onTheme} from './theme.js';

export const EXAMPLES = [
  ['Easy', 'logic is enough, no guess needed', '...7.6....2.938...76.2.1.4.....7.3.8........18.619...26.4...8.79.76....4..1.....9'],
  ['Seventeen clues', 'no puzzle with one solution has fewer', '.................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...'],
  ['Famously hard', 'Arto Inkala’s of 2012', '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'],
  ['Two solutions', 'one clue too few', '9..375..........5953.1.6...4.7.6....38.....26....8.1.4...9.2.6829..........5.7..1'],
].map(([name, about, line]) => ({name, about, clue: fromLine(line)}));

const pictures = EXAMPLES.map(({name, about, clue}) => {
  const canvas = make('canvas', {width: 108, height: 108, 'aria-hidden': 'true'});
  $('examples').append(make('button', {onclick: () => { open({clue: clue.slice()}); $('board').focus(); }},
    canvas, make('span', {}, make('b', {}, name), make('span', {}, about)), make('em', {}, 'Solve it')));
  return [canvas.getContext('2d'), clue];
});

function paint() {
  const style = getComputedStyle(document.documentElement);
  const [ink, line] = ['--ink', '--line'].map((name) => style.getPropertyValue(name));
  for (const [pen, clue] of pictures) {
    pen.clearRect(0, 0, 108, 108);
    clue.forEach((digit, cell) => {
      pen.fillStyle = digit ? ink : line;
      const at = (n) => n * 11.6 + 2 + Math.floor(n / 3) * 1.5;
      pen.fillRect(at(column(cell)), at(row(cell)), 10, 10);
    });
  }
}
setTimeout(paint);
onTheme(paint);
subscribe(() => { $('examples').hidden = !isEmpty(); });
