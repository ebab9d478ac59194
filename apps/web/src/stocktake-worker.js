// Service worker that keeps the stocktake screen on the phone, for storerooms without reception.
// It controls only pages below /stocktake; the public pages have a worker of their own. The build
// prepends `version` and `files`, the files that the screen needs. Private data (items, facts) is
// in the app's own database, and the app itself caches pictures.
const worker = /** @type {any} */ (self)
const { version, files } = /** @type {{ version: string, files: string[] }} */ (worker.stocktake)

const cacheName = `stocktake-app-${version}`
/** The page of any stocktake serves all of them. */
const pages = { list: '/stocktake', scan: '/stocktake/0' }
const timeoutMs = 3_000

worker.addEventListener('install', (/** @type {any} */ event) =>
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll([...files, ...Object.values(pages)])),
  ),
)
worker.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('stocktake-app-') && name !== cacheName) await caches.delete(name)
      }
      await worker.clients.claim()
    })(),
  ),
)
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return

  if (request.mode === 'navigate') event.respondWith(fetchPage(request, pathname))
  else if (files.includes(pathname) || pathname.startsWith('/api/image/thumbnail/'))
    event.respondWith(readCachedFirst(request))
})

/** Fetches the page; falls back to the cached one if the server fails or is too slow. */
async function fetchPage(/** @type {Request} */ request, /** @type {string} */ path) {
  const cache = await caches.open(cacheName)
  const stored = await cache.match(/\d\/?$/.test(path) ? pages.scan : pages.list)
  if (!stored) return fetch(request)

  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs, stored))
  const fresh = fetch(request).then((response) => (response.status >= 500 ? stored : response))
  return Promise.race([fresh, late]).catch(() => stored)
}

async function readCachedFirst(/** @type {Request} */ request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}
