// Puts the page and the engine into one folder, target/page, which any web server can offer as it is.
//
//   node page/build.mjs

import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const page = fileURLToPath(new URL('.', import.meta.url));
const root = join(page, '..');
export const folder = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'page');
const engine = join(root, 'wasm', 'dist');

export const PAGE_FILES = [
  'index.html', 'style.css', 'icon.svg', 'manifest.webmanifest',
  ...readdirSync(join(page, 'src')).filter((name) => name.endsWith('.js')).sort().map((name) => `src/${name}`),
];
const ENGINE_FILES = ['lanedoku.wasm', 'lanedoku-simd.wasm', 'lanedoku-trace.wasm'];

// When the first or the last of these files was changed; 0 if one is not there.
const changed = (files, which) => which(...files.map((file) => statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0));

// Without indentation, and without comments, each of which has lines of its own.
function slim(name, text) {
  const lines = text.replace(/^ *\/\/.*\n|^\/\*.*\*\/\n/gm, '').replace(/^ +|^\n/gm, '');
  return name.endsWith('.css') ? lines.replace(/\n?\s*([{};,])\s*/g, '$1').replace(/: /g, ':') : lines;
}

export function build() {
  const sources = ['src', 'formats/src', 'ladder/src', 'wasm/src'].flatMap((name) =>
    readdirSync(join(root, name), {recursive: true}).map((file) => join(root, name, file)));
  if (!(changed(ENGINE_FILES.map((name) => join(engine, name)), Math.min) > changed(sources, Math.max))) {
    execFileSync(join(root, 'wasm', 'build.sh'), {stdio: 'inherit'});
  }
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(join(folder, 'src'), {recursive: true});
  for (const name of PAGE_FILES) writeFileSync(join(folder, name), slim(name, readFileSync(join(page, name), 'utf8')));
  cpSync(join(root, 'wasm', 'lanedoku.js'), join(folder, 'lanedoku.js'));
  for (const name of ENGINE_FILES) cpSync(join(engine, name), join(folder, name));

  const files = [...PAGE_FILES, 'lanedoku.js', ...ENGINE_FILES];
  const hash = createHash('sha256');
  for (const name of files) hash.update(readFileSync(join(folder, name)));
  const worker = slim('.js', readFileSync(join(page, 'service-worker.js'), 'utf8'))
    .replace("'development'", JSON.stringify(hash.digest('hex').slice(0, 16)))
    .replace('FILES = []', `FILES = ${JSON.stringify(['./', ...files])}`);
  writeFileSync(join(folder, 'service-worker.js'), worker);
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(build());
