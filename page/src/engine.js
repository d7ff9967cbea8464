// The engine: one instance here for what takes less than a frame, and workers for the rest. A worker that is not wanted
// any more is stopped, so nothing that takes long holds up the page.

const modules = {};

export let engine = null;
export let traces = null;
export let missing = null; // why there is none

const compile = async (name) => {
  const response = await fetch(new URL(`../${name}.wasm`, import.meta.url));
  if (!response.ok) throw new Error(`its file cannot be read (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
};

// Resolves to whether there is an engine.
export const ready = (async () => {
  try {
    if (typeof WebAssembly !== 'object') throw new Error('this browser has no WebAssembly');
    const {load, simdSupported} = await import('../lanedoku.js');
    if (!simdSupported()) throw new Error('this browser has no vector instructions in WebAssembly (simd128)');
    modules.engine = await compile('lanedoku');
    engine = await load({module: modules.engine, reader: false});
    return true;
  } catch (error) {
    missing = error.message;
    return false;
  }
})();

// Resolves to whether there are traces, for which no answer waits.
export const tracesReady = ready.then(async (isThere) => {
  if (!isThere) return false;
  modules.traces = await compile('lanedoku-trace');
  traces = await (await import('../lanedoku.js')).loadTraces({module: modules.traces});
  return true;
}).catch(() => false);

let layouts = null;

// Resolves once workers can answer for other layouts. If their module is not there, the next call asks for it again.
export const layoutsReady = () => (layouts ??= compile('lanedoku-layouts').then((module) => { modules.layouts = module; }, (error) => {
  layouts = null;
  throw error;
}));

let reader = null;

// Resolves to whether the engine can parse. What reads text is a module of its own; if it is not there, the next call
// asks for it again.
export const canParse = async () => await ready && (reader ??= engine.loadReader().then(() => true, () => {
  reader = null;
  return false;
}));

// A worker, for one job of worker.js at a time. `progress` gets what the job reports on the way.
export function hire() {
  const worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
  return {
    ask: (name, data, progress) => new Promise((resolve, reject) => {
      worker.onmessage = ({data: {report, result, error}}) => {
        if (report !== undefined) progress?.(report);
        else if (error !== undefined) reject(new Error(error));
        else resolve(result);
      };
      worker.onerror = (event) => reject(new Error(event.message || 'a worker did not start'));
      worker.postMessage({name, data, modules});
    }),
    fire: () => worker.terminate(),
  };
}

const idle = [];

// A job for whichever worker is free. Once it is stopped, its promise does not settle.
export function run(name, data, progress) {
  const worker = idle.pop() ?? hire();
  let runs = true;
  const done = worker.ask(name, data, progress).finally(() => {
    runs = false;
    idle.push(worker);
  });
  return {done, stop: () => { if (runs) worker.fire(); }};
}
