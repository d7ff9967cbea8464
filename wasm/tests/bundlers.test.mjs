// An app of each bundler, in a browser: it finds the modules, and ships nothing that it does not use.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SMALL, WHOLE, app, shown, skip, solution } from './apps.mjs';
import { dist, root } from './support.mjs';

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

test('the example shows hints, and all steps of a board', { skip }, async () => {
    const folder = app('');
    const clicks = `begin();
        const [hint, following, all, say, list] = ['hint', 'next', 'all', 'say', 'list'].map($);
        const count = (kind) => document.querySelectorAll('circle' + kind).length;
        const seen = [];
        for (let steps = 0; steps < 60 && !say.textContent.includes('X-wing:'); steps++) {
            for (let click = 0; click < 3; click++) hint.click();
            if (!say.textContent.includes('X-wing:')) following.click();
        }
        seen.push(say.textContent, count('.out'), count('.B') > 0);
        all.click();
        const chain = [...list.children].find(({ textContent }) => textContent.includes('chain'));
        chain.click();
        seen.push(list.children.length > 50, document.querySelectorAll('.arrow').length > 2);
        document.title = JSON.stringify(seen);
    </script>`;
    const page = readFileSync(join(root, 'wasm/examples/hints.html'), 'utf8').replace('<title>Hints', '<title>app');
    writeFileSync(join(folder, 'index.html'), page.replace('begin();\n</script>', clicks));
    const { title } = await shown(folder);
    const sentence = 'X-wing: in columns 5 and 7, 4 is only in rows 3 and 9, so r3c9 and r9c9 lose 4.';
    assert.deepEqual(JSON.parse(title), [sentence, 2, true, true, true]);
});
