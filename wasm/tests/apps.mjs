// Apps in a browser: folders that have the package installed.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { MIDDLING, bytesOf, dist, line, loadSync } from './support.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const skip = !existsSync(executablePath) && `${executablePath} is not installed`;
export const solution = line(loadSync(bytesOf('lanedoku')).solve(MIDDLING).solution);

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

let browser;
before(async () => {
    if (!skip) browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
});
after(() => browser?.close());

/** A folder with an app that has the package installed. */
export function app(script, place = tmpdir()) {
    const folder = mkdtempSync(join(place, 'lanedoku-'));
    mkdirSync(join(folder, 'node_modules'));
    cpSync(dist, join(folder, 'node_modules/lanedoku'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title><script type="module" src="./main.js"></script>');
    writeFileSync(join(folder, 'main.js'), script);
    return folder;
}

/** The title that a page of an address gives itself, and the files that it has asked for. */
export async function opened(address) {
    const page = await browser.newPage();
    const [problems, asked] = [[], []];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    try {
        await page.goto(address);
        await page.waitForFunction(() => document.title !== 'app', undefined, { timeout: 30_000 }).catch(() => {});
        assert.deepEqual(problems, []);
        return { title: await page.title(), asked };
    } finally {
        await page.close();
    }
}

/** The same of a folder. */
export async function shown(folder) {
    const server = createServer((request, response) => {
        const name = request.url === '/' ? '/index.html' : request.url.split('?')[0];
        if (!existsSync(join(folder, name))) return response.writeHead(404).end();
        response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream');
        response.end(readFileSync(join(folder, name)));
    }).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    try {
        return await opened(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        server.close();
    }
}

export const WHOLE = `
    import { load } from 'lanedoku';
    const lanedoku = await load();
    document.title = [lanedoku.solve('${MIDDLING}').solution.join(''), lanedoku.parse('Here: ${MIDDLING}').kind].join(' ');`;
export const SMALL = `
    import { load } from 'lanedoku';
    const lanedoku = await load({ reader: false });
    document.title = lanedoku.solve('${MIDDLING}').solution.join('');`;
