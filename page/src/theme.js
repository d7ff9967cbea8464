// Light or dark: as the system has it, until the button says otherwise.

import {$} from './dom.js';

const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners = [];
export const onTheme = (listener) => listeners.push(listener);
const tell = () => listeners.forEach((listener) => listener());

try {
  const kept = localStorage.getItem('theme');
  if (kept) root.dataset.theme = kept;
} catch { /* not kept */ }

$('theme').onclick = () => {
  const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  try { localStorage.setItem('theme', root.dataset.theme); } catch { /* not kept */ }
  tell();
};
dark.addEventListener('change', tell);
