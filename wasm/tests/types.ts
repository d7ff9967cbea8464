// Compiled, not run: the declarations take what they promise.
import { Count, Lanedoku, STATUSES, SYMMETRIES, load, loadLayouts, loadSync, loadTraces, simdSupported, type Layout, type LayoutStep, type Outcome, type Puzzle, type Status, type Step } from 'lanedoku';

const lanedoku: Lanedoku = await load();
const puzzle: Puzzle = { candidates: lanedoku.candidates('.'.repeat(81)) };
const { status, solution }: Outcome = lanedoku.solve(puzzle, { any: true, stepLimit: 1000 });
const named: Status = STATUSES[1];
const count: Count = lanedoku.count(new Uint8Array(81), { max: 10n });
const report: { count: bigint; exact: boolean; progress: number } = count.run(100);
const later = await load({ reader: false });
await later.loadReader({ url: 'reader.wasm' });
const parsed = lanedoku.parse('');
if (parsed.kind === 'error') parsed.message.toUpperCase();
else if (parsed.kind === 'board') parsed.digits.at(0);
else parsed.candidates.at(0);
for (const step of lanedoku.steps([])) {
    const [cell, digit]: number[] = (step satisfies Step).placement ?? [];
    cell + digit;
}
const total: number = lanedoku.visit(puzzle, (found) => found[0] > 1, { max: 3 });
const traces = await loadTraces();
const [forward]: boolean[] = traces.loopTrace(puzzle.candidates, { order: 'rows' }).recent(1).map((step) => step.forward);
const events: string[] = traces.lanesTrace(new Uint8Array(81), { lanes: 8 }).lanes.map((lane) => lane.event);
const cells: (number | null)[][] = Array.from({ length: 9 }, () => Array(9).fill(null));
lanedoku.solve(cells).status satisfies Status;
lanedoku.generate({ seed: 1, technique: 'x-wing', symmetry: 'half-turn' });
lanedoku.generate({ seed: 1, technique: lanedoku.techniques[3] });
const abort = { aborted: false };
const made: Uint8Array = await lanedoku.generateAsync({ seed: 1, signal: abort, onProgress: (part) => part.toFixed() });
const all: bigint = (await lanedoku.countAsync(made, { max: 3, signal: abort })).count;
const statuses: Uint8Array = (await lanedoku.solveBatchAsync(made, { any: true, onProgress: (part) => part * 100 })).statuses;
const six: Layout = (await loadLayouts()).layout('6x6+diagonal');
const ofSix: Uint8Array = six.generate({ seed: 1, clues: [8, 12], symmetry: 'half-turn' });
const [why]: string[] = (six.hint(ofSix, { techniques: 'singles' }) satisfies LayoutStep | null)?.hints ?? [];
const masks: Uint32Array = six.possible(ofSix, { stepLimit: 9 }).possible;
const many: bigint = six.count(six.parse(six.text(ofSix)), { max: 3 }).count;
// @ts-expect-error Techniques are for 9x9 boards alone.
six.generate({ seed: 1, technique: 'x-wing' });
// @ts-expect-error No such symmetry.
lanedoku.generate({ seed: 1, symmetry: 'half' });
// @ts-expect-error No such version.
traces.timeLoop('', 'V4', 1);
// @ts-expect-error A seed is needed.
lanedoku.generate({});
// @ts-expect-error No board.
lanedoku.solve(5);
console.log(why, masks, many, all, statuses, forward, events, status, solution, named, report, total, SYMMETRIES, simdSupported(), loadSync(new ArrayBuffer(0), new Uint8Array(0)), lanedoku.generate({ seed: 1n, clues: [20, 30] }));
