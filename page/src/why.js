// The loop with branches and the one without: measured here, on the puzzle of the loop, and natively as published.

import {$, make, setText} from './dom.js';
import {run, tracesReady} from './engine.js';
import {board} from './loop.js';
import {LOOPS, LOOP_MACHINE} from './published.js';

// Bars: [name, figure].
function bars(id, kind, unit, rows) {
  const most = Math.max(...rows.map(([, figure]) => figure));
  $(id).replaceChildren(...rows.map(([name, figure]) => {
    const bar = make('i');
    bar.style.width = `${100 * figure / most}%`;
    return make('div', {class: `wb ${kind}`}, make('span', {}, name), make('span', {}, bar), make('b', {}, `${figure.toFixed(1)} ${unit}`));
  }));
}

$('w-go').onclick = async () => {
  $('w-go').disabled = true;
  setText($('w-say'), 'Measuring …');
  try {
    const [branches, none] = await run('timeLoops', board.slice()).done;
    bars('w-here', 'here', 'ns', [['Here: V3, with ifs', branches], ['Here: V7, without', none]]);
    const ratio = branches / none;
    setText($('w-say'), ratio > 1.03 ? `Measured on this puzzle: the loop without an if is ${ratio.toFixed(2)} times as fast here.`
      : ratio < 0.97 ? `Measured on this puzzle: the loop with ifs is ${(1 / ratio).toFixed(2)} times as fast here: its guesses cost less than what the other does at every step.`
        : 'Measured on this puzzle: both are equally fast here.');
  } catch (error) {
    setText($('w-say'), `This cannot be measured: ${error.message}.`);
  }
  $('w-go').disabled = false;
};

setText($('w-note'), `Published: native, cycles a step, the ladder’s hard board, ${LOOP_MACHINE}. The loop without an if also reads three cells ahead, so that no step waits for the one before.`);
bars('w-native', '', 'cycles', LOOPS.map(([name, version, figure]) => [`${version.slice(0, 2)}, ${name}`, figure]));
tracesReady.then((isThere) => { $('w-go').disabled = !isThere; });
