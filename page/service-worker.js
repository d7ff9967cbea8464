// Keeps the page, so that it works without a network after one visit. The build writes the names of all files and their
// hash in place of the two constants. A new version is loaded as a whole, and takes over when the reader wants it, or
// when the page is next opened.

const VERSION = 'development';
// All pages of one host share their caches: only those with this beginning are ours.
const NAME = 'lanedoku-page-';
const FILES = [];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME + VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, {cache: 'reload'})))));
});

addEventListener('message', ({data}) => { if (data === 'take over') skipWaiting(); });

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

addEventListener('fetch', (event) => {
  event.respondWith((async () => {
    const cache = await caches.open(NAME + VERSION);
    return await cache.match(event.request, {ignoreSearch: true}) ?? fetch(event.request);
  })());
});
