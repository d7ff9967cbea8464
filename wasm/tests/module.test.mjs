// The modules: what they need, what they contain, how large they are.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import makeWabt from 'wabt';
import { bytesOf } from './support.mjs';

/** The most kilobytes, 1000 bytes each, after `gzip -9`. */
const LIMITS = { 'lanedoku': 159, 'lanedoku-reader': 102, 'lanedoku-layouts': 61, 'lanedoku-trace': 29 };

const wabt = await makeWabt();
/** The instructions that every browser of the last years has: what WebAssembly 2.0 has beside vectors. */
const SCALAR = {
    mutable_globals: true,
    sat_float_to_int: true,
    sign_extension: true,
    bulk_memory: true,
    multi_value: true,
    reference_types: true,
};
const decode = (module, simd) => wabt.readWasm(bytesOf(module), { ...SCALAR, simd }).validate();

for (const module of Object.keys(LIMITS)) {
    test(`${module} imports nothing`, () => {
        assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytesOf(module))), []);
    });
    test(`${module} exports functions and its memory alone`, () => {
        const kinds = WebAssembly.Module.exports(new WebAssembly.Module(bytesOf(module))).map(({ kind }) => kind);
        assert.equal(kinds.filter((kind) => kind === 'memory').length, 1);
    });
    test(`${module} is within its limit`, () => {
        const size = execFileSync('gzip', ['-9'], { input: bytesOf(module) }).length;
        assert.ok(size <= LIMITS[module] * 1000, `${size} bytes`);
    });
    test(`${module} names no local path`, () => {
        const text = bytesOf(module).toString('latin1');
        assert.equal(text.match(/\/(root|home|work|Users)\/[\w./-]*/)?.[0], undefined);
    });
}

test('the engine has vector instructions, the others have none', () => {
    decode('lanedoku', true);
    assert.throws(() => decode('lanedoku', false), /opcode|local type/);
    decode('lanedoku-reader', false);
    decode('lanedoku-layouts', false);
    decode('lanedoku-trace', false);
});
