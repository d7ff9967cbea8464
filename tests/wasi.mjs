// Runs a test program for wasm32-wasip1 in node: the runner of cargo.
import { readFile } from 'node:fs/promises';
import { argv, env } from 'node:process';
import { WASI } from 'node:wasi';

const [, , program, ...rest] = argv;
const wasi = new WASI({ version: 'preview1', args: [program, ...rest], env, returnOnExit: false });
const module = await WebAssembly.compile(await readFile(program));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
