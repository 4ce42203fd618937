/* The service worker: only a page that says so when the server can't be reached. Nothing else is cached. */
const FILES = ['/offline.html', '/offline.css', '/icon-192.png'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('offline').then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')));
  } else if (FILES.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(pathname)));
  }
});
