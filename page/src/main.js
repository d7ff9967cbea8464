// Puts the page together: the board first, then the engine.

import './board.js';
import './create.js';
import './examples.js';
import './facts.js';
import './lanes.js';
import './race.js';
import './verdict.js';
import './why.js';
import {$} from './dom.js';
import {canParse, ready, run} from './engine.js';
import {mayHold} from './links.js';
import {take} from './line.js';
import {OURS, isShown} from './share.js';
import {solve} from './solve.js';
import {draw, onPuzzle, restore} from './state.js';

onPuzzle(solve);
const isKept = restore();
draw();

// A puzzle in the address goes before the one that was kept, but not before the work on the same one, nor when the page
// itself has written the address. Its answer is not asked for.
const fromAddress = () => {
  if (!mayHold(location.href) || isShown(location.href)) return;
  take(location.href, {hand: true});
  history.replaceState(OURS, '', location.href); // after a reload, the work on it goes first
};
if (!isKept || history.state !== OURS) fromAddress();
addEventListener('hashchange', fromAddress);

ready.then((isThere) => {
  solve();
  draw();
  if (isThere) run('warm'); // the first worker, with all that it loads
  document.documentElement.dataset.engine = isThere ? 'ready' : 'missing';
  // What is pasted later can be read without a network.
  if (isThere) (globalThis.requestIdleCallback ?? setTimeout)(canParse);
});

// A list that folds out folds in again on Escape, or on a click elsewhere.
const lists = [...document.querySelectorAll('details.pop')];
addEventListener('keydown', ({key}) => {
  const open = key === 'Escape' && lists.find((list) => list.open);
  if (!open) return;
  open.open = false;
  open.firstElementChild.focus();
});
addEventListener('pointerdown', ({target}) => lists.forEach((list) => { if (!list.contains(target)) list.open = false; }));

if ('serviceWorker' in navigator) {
  navigator.serviceWorker.register(new URL('../service-worker.js', import.meta.url)).catch(() => {});
}
