// Puts the page and the engine into one folder, target/page, which any web server can offer as it is.
//
//   node page/build.mjs            builds
//   node page/build.mjs --tools    installs the tools of the build and the tests from npm, in target/page-tests

import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const page = fileURLToPath(new URL('.', import.meta.url));
const root = join(page, '..');
export const folder = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'page');
const engine = join(root, 'wasm', 'dist');
const tools = join(folder, '..', 'page-tests');
export const require = createRequire(join(tools, '/'));

// The last is what the first two modules share.
const ENTRIES = ['style.css', 'src/main.js', 'src/below.js', 'src/worker.js'];
const BUNDLED = [...ENTRIES, 'src/chunk.js'];
const AS_THEY_ARE = ['index.html', 'icon.svg', 'manifest.webmanifest'];
const ENGINE_FILES = ['lanedoku.wasm', 'lanedoku-reader.wasm', 'lanedoku-layouts.wasm', 'lanedoku-trace.wasm'];
export const PAGE_FILES = [...AS_THEY_ARE, ...BUNDLED, 'lanedoku.js'];

function install() {
  const lock = readFileSync(join(page, 'package-lock.json'), 'utf8');
  const installed = join(tools, 'installed');
  if (statSync(installed, {throwIfNoEntry: false}) && readFileSync(installed, 'utf8') === lock) return;
  mkdirSync(tools, {recursive: true});
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(page, name), join(tools, name));
  execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], {cwd: tools, stdio: 'inherit'});
  writeFileSync(installed, lock);
}

// When the first or the last of these files was changed; 0 if one is not there.
const changed = (files, which) => which(...files.map((file) => statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0));

export function build() {
  const sources = ['src', 'formats/src', 'ladder/src', 'steps/src', 'wasm/src'].flatMap((name) =>
    readdirSync(join(root, name), {recursive: true}).map((file) => join(root, name, file)));
  if (!(changed(ENGINE_FILES.map((name) => join(engine, name)), Math.min) > changed(sources, Math.max))) {
    execFileSync(join(root, 'wasm', 'build.sh'), {stdio: 'inherit'});
  }
  install();
  const {buildSync, transformSync} = require('esbuild');
  rmSync(folder, {recursive: true, force: true});
  buildSync({
    entryPoints: ENTRIES.map((name) => join(page, name)), outbase: page, outdir: folder,
    bundle: true, minify: true, format: 'esm', target: 'es2022', splitting: true, chunkNames: 'src/[name]', external: ['../lanedoku.js'],
  });
  // The page and its workers share it, so it is a file of its own.
  const minified = (text) => transformSync(text, {minify: true, format: 'esm', target: 'es2022'}).code;
  writeFileSync(join(folder, 'lanedoku.js'), minified(readFileSync(join(root, 'wasm', 'lanedoku.js'), 'utf8')));
  for (const name of AS_THEY_ARE) cpSync(join(page, name), join(folder, name));
  for (const name of ENGINE_FILES) cpSync(join(engine, name), join(folder, name));

  const files = [...PAGE_FILES, ...ENGINE_FILES];
  const hash = createHash('sha256');
  for (const name of files) hash.update(readFileSync(join(folder, name)));
  const worker = readFileSync(join(page, 'service-worker.js'), 'utf8')
    .replace("'development'", JSON.stringify(hash.digest('hex').slice(0, 16)))
    .replace('FILES = []', `FILES = ${JSON.stringify(['./', ...files])}`);
  writeFileSync(join(folder, 'service-worker.js'), minified(worker));
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--tools') install();
  else console.log(build());
}
