// The package as users have it: packed, installed in an empty folder, and used in node, a worker and a bundle.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { MIDDLING, bytesOf, dist, here, line, loadSync, root } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lanedoku-'));
const run = (command, ...parts) => execFileSync(command, parts, { cwd: folder, encoding: 'utf8' });
const lanedoku = loadSync(bytesOf('lanedoku'));
const { version } = lanedoku;
const solution = line(lanedoku.solve(MIDDLING).solution);

run('npm', 'pack', '--silent', dist);
const [archive] = readdirSync(folder);
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
run('npm', 'install', '--silent', '--offline', '--no-audit', '--no-fund', `./${archive}`);
const installed = join(folder, 'node_modules/lanedoku');

/** Runs a module in the folder. */
const node = (name, text) => {
    writeFileSync(join(folder, name), text);
    return run('node', name).trim();
};

test('the package has its files, and nothing else', () => {
    const named = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'));
    assert.deepEqual(readdirSync(installed).sort(), [...named.files, 'package.json'].sort());
    assert.deepEqual([named.dependencies, named.scripts], [undefined, undefined]);
});

test('it works in node', () => {
    const text = `import { load } from 'lanedoku'; console.log((await load()).solve('${MIDDLING}').solution.join(''));`;
    assert.equal(node('main.mjs', text), solution);
});

test('it works in a worker, from a module that is posted', () => {
    const text = `
        import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
        import { readFileSync } from 'node:fs';
        import { load, loadSync } from 'lanedoku';
        if (isMainThread) {
            const module = new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('lanedoku/lanedoku.wasm'))));
            new Worker(new URL(import.meta.url), { workerData: module }).on('message', (text) => console.log(text));
        } else {
            const own = await load();
            parentPort.postMessage(loadSync(workerData).solve('${MIDDLING}').solution.join('') + own.version);
        }`;
    assert.equal(node('worker.mjs', text), `${solution}${version}`);
});

for (const platform of ['browser', 'node']) {
    test(`it works in a bundle for ${platform === 'node' ? 'node' : 'browsers'}`, async () => {
        const text = `
            import { load } from 'lanedoku';
            const lanedoku = await load();
            console.log(lanedoku.solve('${MIDDLING}').solution.join(''));
            try { console.log(lanedoku.parse('${MIDDLING}').kind); } catch ({ message }) { console.log(message); }`;
        writeFileSync(join(folder, `entry-${platform}.mjs`), text);
        const out = join(folder, platform);
        const { warnings } = await build({
            entryPoints: [join(folder, `entry-${platform}.mjs`)], bundle: true, minify: true, format: 'esm', platform, outfile: join(out, 'main.mjs'),
        });
        assert.deepEqual(warnings, []);
        // The bundle looks for the modules beside itself, and solves without the reader.
        for (const [name, parsed] of [['lanedoku.wasm', /the reader is not loaded: .*lanedoku-reader\.wasm/], ['lanedoku-reader.wasm', /^board$/]]) {
            cpSync(join(installed, name), join(out, name));
            const [solved, read] = run('node', join(out, 'main.mjs')).trim().split('\n');
            assert.equal(solved, solution);
            assert.match(read, parsed);
        }
    });
}

test('a bundle may hold the modules', async () => {
    const text = `
        import bytes from 'lanedoku/lanedoku.wasm';
        import reader from 'lanedoku/lanedoku-reader.wasm';
        import { loadSync } from 'lanedoku';
        console.log(loadSync(bytes, reader).parse('${MIDDLING}').digits.join('').replaceAll('0', '.'));`;
    writeFileSync(join(folder, 'whole.mjs'), text);
    await build({
        entryPoints: [join(folder, 'whole.mjs')], bundle: true, format: 'esm', loader: { '.wasm': 'binary' }, target: 'es2022', outfile: join(folder, 'whole/main.mjs'),
    });
    assert.equal(run('node', join(folder, 'whole/main.mjs')).trim(), MIDDLING);
});

test('the declarations fit', () => {
    mkdirSync(join(folder, 'types'));
    cpSync(join(here, 'types.ts'), join(folder, 'types/types.ts'));
    // With the types of the web and without.
    const console = '// @ts-ignore Perhaps it is known.\ndeclare const console: { log(...parts: unknown[]): void };\n';
    writeFileSync(join(folder, 'types/plain.ts'), console + readFileSync(join(here, 'types.ts'), 'utf8'));
    for (const [lib, file] of [['es2022,dom', 'types.ts'], ['es2022', 'plain.ts']]) {
        run('node', join(here, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext',
            '--lib', lib, join(folder, 'types', file));
    }
});

test('a bundle of CommonJS takes the modules, and says that it needs them', async () => {
    const text = `
        import { readFileSync } from 'node:fs';
        import { load } from 'lanedoku';
        load().catch(({ message }) => console.log(message)).then(() => load({ module: readFileSync(process.argv[2]), reader: false }))
            .then((lanedoku) => console.log(lanedoku.solve('${MIDDLING}').solution.join('')));`;
    writeFileSync(join(folder, 'common.mjs'), text);
    await build({
        entryPoints: [join(folder, 'common.mjs')], bundle: true, format: 'cjs', platform: 'node', logLevel: 'silent', outfile: join(folder, 'common.cjs'),
    });
    const lines = run('node', join(folder, 'common.cjs'), join(installed, 'lanedoku.wasm')).trim().split('\n');
    assert.deepEqual(lines, ['the place of this script is not known; pass `module` or `url`', solution]);
});

test('the examples of the README write what it says', () => {
    const blocks = [...readFileSync(join(root, 'wasm/README.md'), 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
    assert.ok(blocks.length >= 5);
    const wanted = blocks.join('').split('\n').filter((text) => text.match(/^\s*\/\/ (?!Show)/)).map((text) => text.replace(/^\s*\/\/ /, ''));
    assert.deepEqual(node('readme.mjs', blocks.join('\n')).split('\n'), wanted);
});
