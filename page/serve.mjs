// Builds the page and serves it on this machine.
//
//   node page/serve.mjs [PORT]       8080 unless given

import {createServer} from 'node:http';
import {readFile} from 'node:fs/promises';
import {extname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from './build.mjs';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

// Serves a folder on the loopback interface. `onRequest` is told each path.
export function serve(folder, port, onRequest = () => {}) {
  const server = createServer(async ({method, url}, response) => {
    onRequest(url);
    try {
      const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
      const file = join(folder, path.endsWith('/') ? join(path, 'index.html') : path);
      if (method !== 'GET' && method !== 'HEAD') throw new Error('only GET');
      const content = await readFile(file);
      response.writeHead(200, {'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'x-content-type-options': 'nosniff'});
      response.end(content);
    } catch {
      response.writeHead(404, {'content-type': 'text/plain'}).end('Not found\n');
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await serve(build(), Number(process.argv[2] ?? 8080));
  console.log(`http://localhost:${server.address().port}/`);
}
