// Figures of the published run benches/results/2026-11-23-zen-4-sets.csv: puzzles a second of 10,000 minimal puzzles,
// natively on one core. A test compares them with that file.

export const MACHINE = 'AMD EPYC (Zen 4), one core';
export const DATE = 'November 2026';
export const NATIVE = [
  ['Lanedoku, AVX-512', 'lanedoku batch avx512', 4115482],
  ['Lanedoku, AVX2', 'lanedoku batch avx2', 2705598],
  ['Lanedoku, plain x86-64', 'lanedoku single portable', 1748888],
  ['tdoku', 'tdoku', 323574],
];

// Cycles a step on the ladder's hard board, from the table of ladder/README.md, looking ahead.
export const LOOP_MACHINE = 'AMD EPYC (Zen 3)';
export const LOOPS = [
  ['with ifs, compiled', 'V3', 17.4],
  ['without, compiled', 'V7-portable', 13.7],
  ['without, in assembly', 'V7-assembly', 11.5],
];
