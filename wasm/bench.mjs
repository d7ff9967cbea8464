// Puzzles a second in node, beside the native portable kernel.
//
//   node wasm/bench.mjs [--rounds N] [--puzzles N] [FOLDER]
//
// Needs wasm/dist (wasm/build.sh). FOLDER has the sets, ../shared/data by default. All answers are compared first. Then
// each of the two solves the set for a while. In each round they solve it once, one after the other, in turns; the
// table has the median of each one's rounds, and the ratio.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { STATUSES, loadSync } from './dist/lanedoku.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '9' }, puzzles: { type: 'string', default: '10000' } },
});
const [rounds, most] = [Number(values.rounds), Number(values.puzzles)];
const folder = positionals[0] ?? join(root, '../shared/data');
/** The seconds for which each of the two solves a set before it is timed. */
const WARM_UP = 0.3;
const SETS = ['easy', 'minimal', '17_clue', 'magictour', 'hardest_11plus', 'two_or_more_solutions', 'no_solution'];

const cargo = (...parts) => execFileSync('cargo', parts, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
cargo('build', '--quiet', '--release', '-p', 'lanedoku-wasm', '--example', 'native');
const { target_directory } = JSON.parse(cargo('metadata', '--no-deps', '--format-version', '1'));
const native = join(target_directory, 'release/examples/native');
const place = mkdtempSync(join(tmpdir(), 'lanedoku-'));
const engine = loadSync(readFileSync(join(root, 'wasm/dist/lanedoku.wasm')));

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

console.log(`${cpus()[0].model}, node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${rounds} rounds`);
console.log('| set | puzzles | native portable, M/s | simd128, M/s | simd128 / native |\n|---|---|---|---|---|');
for (const set of SETS) {
    const lines = readFileSync(join(folder, `${set}.txt`), 'utf8').split('\n').filter((line) => line.length >= 81 && !line.startsWith('#'));
    const puzzles = lines.map((line) => line.slice(0, 81)).slice(0, most);
    const digits = Uint8Array.from(puzzles.join(''), (character) => Number(character) || 0);
    const file = join(place, set);
    writeFileSync(file, puzzles.join('\n') + '\n');

    // All answers, before the clock runs.
    const wanted = execFileSync(native, ['solve', file], { encoding: 'utf8', maxBuffer: 1 << 28 }).trim().split('\n').join('');
    const into = engine.solveBatch(digits);
    const found = Array.from(into.statuses, (status, index) => `${STATUSES[status]} ${into.solutions.subarray(index * 81, (index + 1) * 81).join('')}`);
    if (found.join('') !== wanted) throw new Error(`${set}: the answers differ`);

    const child = spawn(native, ['time', file], { stdio: ['pipe', 'pipe', 'inherit'] });
    const seconds = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nativeTime = async () => {
        child.stdin.write('\n');
        return Number((await seconds.next()).value);
    };
    // Both write their answers to the same place again.
    const engineTime = async () => {
        const start = performance.now();
        engine.solveBatch(digits, { into });
        return (performance.now() - start) / 1000;
    };
    const timers = [nativeTime, engineTime];
    // Node first runs quickly compiled code, and optimizes it in another thread.
    for (const timer of timers) {
        for (let seconds = 0; seconds < WARM_UP; ) seconds += await timer();
    }
    const times = timers.map(() => []);
    for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < timers.length; turn++) {
            const index = (round + turn) % timers.length;
            times[index].push(await timers[index]());
        }
    }
    child.stdin.end();
    const speeds = times.map((list) => puzzles.length / median(list) / 1e6);
    // The ratio of each round, so that a change of the machine's load does not count.
    const ratio = median(times[0].map((time, round) => time / times[1][round])).toFixed(2);
    console.log(`| ${set} | ${puzzles.length} | ${speeds.map((speed) => speed.toPrecision(3)).join(' | ')} | ${ratio} |`);
}
