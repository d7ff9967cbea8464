// Apps of other bundlers and runtimes, for --long: their packages have half a gigabyte. LANEDOKU_APPS is the folder in
// which they are installed.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import { WHOLE, app, opened, shown, skip, solution } from './apps.mjs';
import { MIDDLING } from './support.mjs';

const tools = join(env.LANEDOKU_APPS, 'node_modules');
const required = createRequire(join(env.LANEDOKU_APPS, 'package.json'));
const run = (folder, program, ...args) =>
    execFileSync(join(tools, '.bin', program), args, { cwd: folder, encoding: 'utf8', env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } });

const SCRIPT = `
    import { load, loadTraces } from 'lanedoku';
    const lanedoku = await load();
    const count = await lanedoku.countAsync('1' + '.'.repeat(80), { max: 1000 });
    console.log(lanedoku.solve('${MIDDLING}').solution.join(''), lanedoku.parse('${MIDDLING}').kind, count.count,
        (await loadTraces()).loopTrace('${MIDDLING}') !== null);`;

for (const [program, ...options] of [['deno', 'run', '-A'], ['bun']]) {
    test(`a script of ${program} solves, reads, counts in turns and traces`, () => {
        assert.equal(run(app(SCRIPT), program, ...options, 'main.js'), `${solution} board 1000n true\n`);
    });
}

test('an app of Rollup works in a browser', { skip }, async () => {
    const folder = app(WHOLE);
    const { rollup } = required('rollup');
    const [{ importMetaAssets }, { nodeResolve }] =
        [required('@web/rollup-plugin-import-meta-assets'), required('@rollup/plugin-node-resolve')];
    const bundle = await rollup({ input: join(folder, 'main.js'), plugins: [nodeResolve(), importMetaAssets()] });
    await bundle.write({ dir: join(folder, 'out'), format: 'es' });
    cpSync(join(folder, 'index.html'), join(folder, 'out/index.html'));
    assert.equal((await shown(join(folder, 'out'))).title, `${solution} board`);
});

test('an app of an older webpack works in a browser', { skip }, async () => {
    const folder = app(WHOLE);
    const out = join(folder, 'out');
    const options = { mode: 'production', context: folder, entry: './main.js', output: { path: out, publicPath: 'auto' } };
    await new Promise((resolve, reject) => required('webpack')(options, (error, stats) => {
        if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString()));
        else resolve();
    }));
    cpSync(join(folder, 'index.html'), join(out, 'index.html'));
    assert.equal((await shown(out)).title, `${solution} board`);
});

/** An app of Next.js: the title has what the server has found, and what the browser has found. */
function nextApp() {
    // Beside the packages, of which there must be one copy.
    const folder = app('', env.LANEDOKU_APPS);
    mkdirSync(join(folder, 'app'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    writeFileSync(join(folder, 'next.config.mjs'), "export default { serverExternalPackages: ['lanedoku'], turbopack: { root: import.meta.dirname + '/..' } };");
    writeFileSync(join(folder, 'app/layout.jsx'), 'export default ({ children }) => <html><head><title>app</title></head><body>{children}</body></html>;');
    writeFileSync(join(folder, 'app/client.jsx'), `'use client';
        import { useEffect } from 'react';
        import { load } from 'lanedoku';
        export default function Client({ status }) {
            useEffect(() => {
                load().then((lanedoku) => {
                    document.title = [status, lanedoku.solve('${MIDDLING}').solution.join(''), lanedoku.parse('${MIDDLING}').kind].join(' ');
                });
            }, []);
            return <p>{status}</p>;
        }`);
    writeFileSync(join(folder, 'app/page.jsx'), `
        import { load } from 'lanedoku';
        import Client from './client.jsx';
        export const dynamic = 'force-dynamic';
        export default async function Page() {
            const lanedoku = await load();
            return <Client status={lanedoku.solve('${MIDDLING}').status} />;
        }`);
    return folder;
}

for (const bundler of ['turbopack', 'webpack']) {
    test(`client and server components of Next.js with ${bundler}`, { skip }, async () => {
        const folder = nextApp();
        run(folder, 'next', 'build', `--${bundler}`);
        const port = String(20_000 + process.pid % 20_000);
        const server = spawn(join(tools, '.bin/next'), ['start', '-p', port], { cwd: folder });
        try {
            await new Promise((resolve, reject) => {
                server.stdout.on('data', (text) => String(text).includes('Ready') && resolve());
                server.on('exit', reject);
            });
            assert.equal((await opened(`http://127.0.0.1:${port}/`)).title, `unique ${solution} board`);
        } finally {
            server.kill();
        }
    });
}
