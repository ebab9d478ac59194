// Replaces sw.js to disable offline use: deletes its caches and unregisters itself.
const worker = /** @type {any} */ (self)
worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('visitors-')) await caches.delete(name)
      await worker.registration.unregister()
    })(),
  ),
)
