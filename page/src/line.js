// The puzzle line, and every other way in: paste, drop, a file, an address.

import {fromLine, toLine} from './cells.js';
import {$, announce, setText, toast} from './dom.js';
import {canParse, engine} from './engine.js';
import {fromLink, fromWork, ofMarks} from './links.js';
import {isEmpty, open, state, subscribe} from './state.js';

let complained; // the version of the board beside which the message stands

function complain(text) {
  complained = state.version;
  setText($('line-error'), text);
  $('line').setAttribute('aria-invalid', String(Boolean(text)));
  if (text) announce(text);
}

let takes = 0;

// Opens the puzzle of a text, unless there is another one before it can be read. `source` is the name of a file;
// `hand`: the answer is not asked for.
export async function take(text, {source, hand} = {}) {
  const mine = ++takes;
  const where = source ? `${source}: ` : '';
  const work = fromWork(text);
  if (work) return accept(work, true);
  text = fromLink(text);
  const clue = fromLine(text);
  if (clue) return accept({clue}, hand);
  if (!text.trim()) return complain(`${where}There is nothing in it.`);
  if (text.includes('\0')) return complain(`${where}This is not text.`);
  const isThere = await canParse();
  if (mine !== takes) return;
  if (!isThere) return complain(`${where}Without ${engine ? 'the reader' : 'the solver'}, the page reads 81 characters only.`);
  const parsed = engine.parse(text);
  if (parsed.kind === 'error') {
    const {line, column, message} = parsed;
    const at = text.trim().includes('\n') ? `line ${line}${column ? `, column ${column}` : ''}: ` : '';
    return complain(`${where}This cannot be read: ${at}${message}.`);
  }
  accept(parsed.kind === 'board' ? {clue: parsed.digits} : ofMarks(parsed.candidates), hand);
  if (parsed.warning) complain(parsed.warning);
}

function accept(puzzle, hand) {
  complain('');
  open(puzzle, hand);
  $('line').blur();
}

const line = $('line');
line.addEventListener('input', () => {
  const text = line.value.trim();
  if (/^[\d._*xX?-]{1,80}$/.test(text)) complain(`${text.length} of 81 characters`);
  else if (text) take(text);
  else complain('');
});
line.addEventListener('keydown', (event) => { if (event.key === 'Enter') take(line.value); });
line.addEventListener('blur', () => {
  // The line shows the board's puzzle again, not what the message was about.
  if (line.value !== shown()) complain('');
  show();
});
line.addEventListener('focus', () => line.select());

const shown = () => (isEmpty() ? '' : toLine(state.clue));
function show() {
  if (document.activeElement !== line) line.value = shown();
}
subscribe(() => {
  // A message goes with the board that it was about.
  if (complained !== state.version) complain('');
  show();
});

document.addEventListener('paste', (event) => {
  if (event.target.closest?.('form input:not([type])')) return;
  const text = event.clipboardData?.getData('text');
  if (!text) return;
  event.preventDefault();
  take(text);
});
$('paste').onclick = async () => {
  try {
    await take(await navigator.clipboard.readText());
  } catch {
    toast('The browser keeps the clipboard: press Ctrl+V');
    line.focus();
  }
};

async function takeFile(file) {
  if (!file) return;
  if (file.size > 1e6) return complain(`${file.name}: This file is larger than a puzzle: ${Math.round(file.size / 1e6)} MB.`);
  try {
    await take(await file.text(), {source: file.name});
  } catch {
    complain(`${file.name}: It cannot be read.`);
  }
}
$('open').onclick = () => $('file').click();
$('file').onchange = () => {
  takeFile($('file').files[0]);
  $('file').value = '';
};

addEventListener('dragover', (event) => {
  event.preventDefault();
  $('frame').classList.add('dragging');
});
addEventListener('dragleave', (event) => { if (!event.relatedTarget) $('frame').classList.remove('dragging'); });
addEventListener('drop', (event) => {
  event.preventDefault();
  $('frame').classList.remove('dragging');
  const [file] = event.dataTransfer.files;
  if (file) takeFile(file);
  else take(event.dataTransfer.getData('text'));
});
