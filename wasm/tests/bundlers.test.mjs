// An app of each bundler, in a browser: it finds the modules, and ships nothing that it does not use.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { MIDDLING, bytesOf, dist, here, line, loadSync } from './support.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(executablePath) && `${executablePath} is not installed`;
const solution = line(loadSync(bytesOf('lanedoku')).solve(MIDDLING).solution);

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

let browser;
before(async () => {
    if (!skip) browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
});
after(() => browser?.close());

/** A folder with an app that has the package installed. */
function app(script) {
    const folder = mkdtempSync(join(tmpdir(), 'lanedoku-'));
    mkdirSync(join(folder, 'node_modules'));
    cpSync(dist, join(folder, 'node_modules/lanedoku'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title><script type="module" src="./main.js"></script>');
    writeFileSync(join(folder, 'main.js'), script);
    return folder;
}

/** The title that a page of a folder gives itself, and the files that it has asked for. */
async function shown(folder) {
    const asked = [];
    const server = createServer((request, response) => {
        const name = request.url === '/' ? '/index.html' : request.url.split('?')[0];
        asked.push(name);
        if (!existsSync(join(folder, name))) return response.writeHead(404).end();
        response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
        response.end(readFileSync(join(folder, name)));
    }).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    try {
        await page.goto(`http://127.0.0.1:${server.address().port}/`);
        await page.waitForFunction(() => document.title !== 'app', undefined, { timeout: 30_000 }).catch(() => {});
        assert.deepEqual(problems, []);
        return { title: await page.title(), asked };
    } finally {
        await page.close();
        server.close();
    }
}

const WHOLE = `
    import { load } from 'lanedoku';
    const lanedoku = await load();
    document.title = [lanedoku.solve('${MIDDLING}').solution.join(''), lanedoku.parse('Here: ${MIDDLING}').kind].join(' ');`;
const SMALL = `
    import { load } from 'lanedoku';
    const lanedoku = await load({ reader: false });
    document.title = lanedoku.solve('${MIDDLING}').solution.join('');`;

const BUNDLERS = {
    async webpack(folder) {
        const { default: webpack } = await import('webpack');
        const out = join(folder, 'out');
        const options = { mode: 'production', context: folder, entry: './main.js', output: { path: out, publicPath: 'auto' }, performance: false };
        await new Promise((resolve, reject) => webpack(options, (error, stats) => {
            if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString()));
            else resolve(assert.deepEqual(stats.compilation.warnings, []));
        }));
        return out;
    },
    async vite(folder) {
        const { build } = await import('vite');
        await build({ root: folder, logLevel: 'error', build: { target: 'es2022' } });
        return join(folder, 'dist');
    },
    async esbuild(folder) {
        const { build } = await import('esbuild');
        const out = join(folder, 'out');
        await build({ entryPoints: [join(folder, 'main.js')], bundle: true, minify: true, format: 'esm', outfile: join(out, 'main.js') });
        // It leaves the addresses as they are.
        for (const name of ['lanedoku.wasm', 'lanedoku-reader.wasm']) cpSync(join(dist, name), join(out, name));
        return out;
    },
};

for (const [name, build] of Object.entries(BUNDLERS)) {
    test(`an app of ${name} works in a browser`, { skip }, async () => {
        const out = await build(app(WHOLE));
        if (!existsSync(join(out, 'index.html'))) cpSync(join(out, '../index.html'), join(out, 'index.html'));
        const { title } = await shown(out);
        assert.equal(title, `${solution} board`);
    });
}

test('an app without the reader does not fetch it', { skip }, async () => {
    const { title, asked } = await shown(await BUNDLERS.vite(app(SMALL)));
    assert.equal(title, solution);
    assert.ok(asked.every((name) => !name.includes('reader') && !name.includes('trace')), String(asked));
});
