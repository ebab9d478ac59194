// Keeps the stocktake screen on the phone, for stores without reception. It controls the pages below /stocktake only; visitors'
// pages have a worker of their own. The build writes before this: `version` and the `files` that the screen needs.
// What is private (items, facts) is not here but in the app's own database; pictures are put into a cache by the app.
const worker = /** @type {any} */ (self)
const { version, files } = /** @type {{ version: string, files: string[] }} */ (worker.stocktake)

const cacheName = `stocktake-app-${version}`
/** Every campaign has the same page. */
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
      for (const one of await caches.keys()) {
        if (one.startsWith('stocktake-app-') && one !== cacheName) await caches.delete(one)
      }
      await worker.clients.claim()
    })(),
  ),
)
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request, pathname))
  else if (files.includes(pathname) || pathname.startsWith('/api/image/thumbnail/'))
    event.respondWith(kept(request))
})

/** The page as it is now, or as it was kept if there is no answer in time. */
async function page(/** @type {Request} */ request, /** @type {string} */ path) {
  const stored = await (await caches.open(cacheName)).match(
    /\d\/?$/.test(path) ? pages.scan : pages.list,
  )
  if (!stored) return fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs, stored))
  const fresh = fetch(request).then((response) => (response.status >= 500 ? stored : response))
  return Promise.race([fresh, late]).catch(() => stored)
}

async function kept(/** @type {Request} */ request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}
