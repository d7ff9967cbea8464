// Puts the page together: the board first, then the engine.

import './board.js';
import './create.js';
import './examples.js';
import './facts.js';
import './verdict.js';
import {$, make, toast} from './dom.js';
import {canParse, ready, run} from './engine.js';
import {mayHold} from './links.js';
import {take} from './line.js';
import {OURS, isShown} from './share.js';
import {solve} from './solve.js';
import {draw, onPuzzle, restore} from './state.js';

onPuzzle(solve);
const isKept = restore(); // before any key

// A puzzle in the address goes before the one that was kept, but not before the work on the same one, nor when the page
// itself has written the address. Its answer is not asked for.
const fromAddress = () => {
  if (!mayHold(location.href) || isShown(location.href)) return;
  take(location.href, {hand: true});
  history.replaceState(OURS, '', location.href); // after a reload, the work on it goes first
};

// In a task of its own: a slow phone shows the page before.
const begun = new Promise((resolve) => { setTimeout(resolve); }).then(() => {
  draw();
  if (!isKept || history.state !== OURS) fromAddress();
  addEventListener('hashchange', fromAddress);
});

begun.then(() => ready).then(async (isThere) => {
  solve();
  draw();
  if (isThere) run('warm'); // the first worker, with all that it loads
  await import('./below.js').catch(() => toast('The rest of the page cannot be loaded'));
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

// A new version is loaded beside the one that runs, and takes over when the reader wants it.
let isWanted = false; // by this tab
function announceVersion(worker) {
  if ($('news')) return;
  const go = () => {
    isWanted = true;
    if (worker.state === 'installed') worker.postMessage('take over');
    else location.reload();
  };
  document.body.append(make('div', {id: 'news', role: 'status'}, 'There is a new version of this page. ',
    make('button', {onclick: go}, 'Reload')));
}
const workers = navigator.serviceWorker;
workers?.register(new URL('../service-worker.js', import.meta.url)).then((registration) => {
  const hadOne = workers.controller; // else it is the first visit
  const watch = (worker) => {
    const look = () => { if (worker.state === 'installed' && workers.controller) announceVersion(worker); };
    worker.addEventListener('statechange', look);
    look();
  };
  for (const worker of [registration.waiting, registration.installing]) if (worker) watch(worker);
  registration.addEventListener('updatefound', () => watch(registration.installing));
  // Another tab may have taken it: then this one is not disturbed either.
  workers.addEventListener('controllerchange', () => {
    if (isWanted) location.reload();
    else if (hadOne) announceVersion(workers.controller);
  });
  // A page that stays open looks for one when it is looked at again.
  addEventListener('visibilitychange', () => { if (!document.hidden) registration.update().catch(() => {}); });
}).catch(() => {});
