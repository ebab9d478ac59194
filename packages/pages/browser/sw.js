// Service worker: caches opened pages of a museum and their neighbours for offline use. Its scopes
// are visitor pages only (see page.js), and it caches public responses only. The server prepends
// two constants: `version` of the build, and `museums`, which maps start pages to the prefixes of
// items.
const worker = /** @type {any} */ (self)
const { version, museums } = /** @type {{ version: string, museums: Record<string, string> }} */ (
  worker.vitrine
)

/** Maximum number of cached responses of each kind, and maximum size of one. */
const limits = {
  pages: { count: 80, bytes: 200_000 },
  pictures: { count: 200, bytes: 400_000 },
  recordings: { count: 8, bytes: 12_000_000 },
  files: { count: 30, bytes: 100_000 },
}
/** @typedef {keyof typeof limits} Kind */

const prefix = 'visitors-'
const timeoutMs = 3_000
/** After a slow response, cached pages are served without waiting for this time. */
const slowForMs = 30_000
const maxAgeMs = 7 * 24 * 3_600_000
/** Maximum URLs per message. */
const maxUrlsPerMessage = 20

let slowUntil = 0

worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith(prefix) && !name.endsWith(version)) await caches.delete(name)
      }
      await worker.registration.navigationPreload?.enable()
      await worker.clients.claim()
    })(),
  ),
)
worker.addEventListener('message', (/** @type {any} */ event) =>
  event.waitUntil(cacheUrls(event.data)),
)
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  const url = new URL(request.url)
  const kind = request.method === 'GET' ? kindOf(url) : null
  if (kind) event.respondWith(answers[kind](request, url, event))
})

/** @param {URL} url @returns {Kind | null} Null for requests that are not handled. */
function kindOf({ origin, pathname }) {
  if (origin !== location.origin) return null
  if (Object.entries(museums).some(([start, items]) => isOf(pathname, start, items))) return 'pages'
  if (pathname.startsWith('/api/image/')) return 'pictures'
  if (pathname.startsWith('/api/recording/')) return 'recordings'
  return pathname.startsWith('/public/') || pathname === '/favicon.svg' ? 'files' : null
}

const isOf = (
  /** @type {string} */ path,
  /** @type {string} */ start,
  /** @type {string} */ items,
) => path === start || path.startsWith(items)

/** @type {Record<Kind, (request: Request, url: URL, event: any) => Promise<Response>>} */
const answers = {
  /** Network first; the cached page if the network fails or is too slow. */
  async pages(request, url, event) {
    // Uses the navigation preload if the browser supports it.
    const fresh = Promise.resolve(event.preloadResponse).then(async (early) => {
      const response = early ?? (await fetch(request))
      slowUntil = 0
      event.waitUntil(store('pages', url.href, response))
      return response
    })
    event.waitUntil(fresh.catch(() => undefined))
    const cached = await findCachedPage(url)
    if (!cached) return fresh.catch(() => findReplacement(url))
    let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined)
    const late = new Promise((resolve) => {
      const outOfTime = () => {
        slowUntil = Date.now() + slowForMs
        resolve(cached)
      }
      timer = setTimeout(outOfTime, Date.now() < slowUntil ? 0 : timeoutMs)
    })
    const inTime = fresh.finally(() => clearTimeout(timer))
    return Promise.race([inTime, late]).then(
      (response) => (response.status >= 500 ? cached : response),
      () => cached,
    )
  },

  /** Cache first, because URLs contain content hashes. Offline, any cached size will do. */
  async pictures(request, url, event) {
    const cached = await find('pictures', url.href)
    if (cached) return cached
    try {
      const response = await fetch(request)
      event.waitUntil(store('pictures', url.href, response))
      return response
    } catch {
      const [, id] = /\/(\d+)$/.exec(url.pathname) ?? []
      const cache = await open('pictures')
      const other = (await cache.keys()).find((key) => key.url.endsWith(`/${id}${url.search}`))
      return (other && (await cache.match(other, anyVariant))) || Response.error()
    }
  },

  async recordings(request, url) {
    const cached = await find('recordings', url.href)
    return cached ? partOf(cached, request.headers.get('range')) : fetch(request)
  },

  async files(request, url, event) {
    const cached = await find('files', url.href)
    if (cached) return cached
    const response = await fetch(request)
    event.waitUntil(store('files', url.href, response))
    return response
  },
}

/** Finds a cached page; for a URL without language, the one that was cached last. */
async function findCachedPage(/** @type {URL} */ url) {
  if (url.search) return find('pages', url.href)
  const same = await (await open('pages')).keys(url.href, { ...anyVariant, ignoreSearch: true })
  const last = same.findLast((key) => /^(\?lang=..)?$/.test(new URL(key.url).search))
  return last && find('pages', last.url)
}

/**
 * Replacement for a page that is not cached: a typed item number, another language, or the offline
 * page.
 */
async function findReplacement(/** @type {URL} */ url) {
  const pages = await open('pages')
  const museum = Object.entries(museums).find(([start, prefix]) =>
    isOf(url.pathname, start, prefix),
  )
  const [start, items] = museum ?? ['', '']
  const number = url.searchParams.get('number')?.normalize('NFKC').replaceAll(/\s/g, '')
  if (url.pathname === start && number) {
    const item = await pages.match(`${items}${number}`, { ...anyVariant, ignoreSearch: true })
    if (item) return Response.redirect(`${items}${encodeURIComponent(number)}${language(url)}`)
  } else {
    const same = url.searchParams.has('page')
      ? undefined
      : await pages.match(url.href, { ...anyVariant, ignoreSearch: true })
    // For the page with all pictures, the item's normal page.
    if (same) return url.searchParams.has('pictures') ? same : inOtherLanguage(same, items)
  }
  const last = (await pages.keys()).at(-1)
  const lang = languageOf(last && (await pages.match(last, anyVariant)))
  return (await offlinePage(items, lang)) ?? Response.error()
}

/** The offline page, if possible in the given language. */
async function offlinePage(/** @type {string} */ items, /** @type {string} */ lang) {
  const files = await open('files')
  const address = `/public/offline${items.slice(0, -1)}`
  const inLanguage = await files.match(`${address}?lang=${lang}`, anyVariant)
  return inLanguage ?? files.match(address, { ...anyVariant, ignoreSearch: true })
}

/** A cached page with a note, from the offline page, that it is in another language. */
async function inOtherLanguage(/** @type {Response} */ cached, /** @type {string} */ items) {
  const offline = await offlinePage(items, languageOf(cached))
  const [, sentence] = /<p hidden="">(.*?)<\/p>/.exec((await offline?.text()) ?? '') ?? []
  const html = await cached.text()
  const headers = new Headers(cached.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(
    sentence ? html.replace('<main>', () => `<main><p class="notice">${sentence}</p>`) : html,
    {
      headers,
    },
  )
}

const languageOf = (/** @type {Response | undefined} */ page) =>
  page?.headers.get('content-language') ?? ''

const language = (/** @type {URL} */ { searchParams }) => {
  const lang = searchParams.get('lang')
  return lang ? `?lang=${encodeURIComponent(lang)}` : ''
}

/** Caches URLs requested by a page; sequentially, to leave bandwidth for the visitor. */
async function cacheUrls(/** @type {any} */ requested) {
  const addresses = Array.isArray(requested) ? requested.slice(0, maxUrlsPerMessage) : []
  // The first URL is the open page.
  const lang = languageOf(await find('pages', String(addresses[0])))
  for (const address of addresses) {
    const url = new URL(String(address), location.origin)
    const kind = kindOf(url)
    const cached = kind && (await find(kind, url.href))
    if (!kind || (cached && (kind !== 'pages' || languageOf(cached) === lang))) continue
    try {
      // Asks for WebP, which all browsers with service workers can show.
      const headers = { accept: kind === 'pictures' ? 'image/webp,*/*;q=0.1' : '*/*' }
      // Pages without language depend on a cookie; nothing else does.
      const credentials = kind === 'pages' && !url.searchParams.has('lang') ? 'same-origin' : 'omit'
      await store(kind, url.href, await fetch(url.href, { credentials, headers }))
    } catch {
      return
    }
  }
}

const open = (/** @type {Kind} */ kind) => caches.open(`${prefix}${kind}-${version}`)
/** Ignores `Vary`, because the cache belongs to a single browser. */
const anyVariant = { ignoreVary: true }

async function find(/** @type {Kind} */ kind, /** @type {string} */ href) {
  const cache = await open(kind)
  const cached = await cache.match(href, anyVariant)
  if (!cached || Date.now() - Date.parse(cached.headers.get('date') ?? '') < maxAgeMs) return cached
  await cache.delete(href, anyVariant)
  return undefined
}

/** Caches public responses of limited size. Removes pages that are gone, with their media. */
async function store(
  /** @type {Kind} */ kind,
  /** @type {string} */ href,
  /** @type {Response} */ response,
) {
  const { status, headers } = response
  if (status === 404 || status === 410) return forget(kind, href)
  const isPublic = headers.get('cache-control')?.includes('public')
  if (status !== 200 || !isPublic || Number(headers.get('content-length')) > limits[kind].bytes)
    return
  // Must be cloned before the original is read.
  const copy = response.clone()
  try {
    const cache = await open(kind)
    await cache.delete(href, anyVariant)
    await cache.put(href, copy)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - limits[kind].count)))
      await cache.delete(key, anyVariant)
  } catch {
    // The browser's quota is exhausted.
  }
}

async function forget(/** @type {Kind} */ kind, /** @type {string} */ href) {
  const cache = await open(kind)
  const cached = await cache.match(href, { ...anyVariant, ignoreSearch: true })
  await cache.delete(href, { ...anyVariant, ignoreSearch: true })
  if (kind !== 'pages' || !cached) return
  const media =
    (await cached.text()).match(/\/api\/(?:image|recording)\/(?:\w+\/)?\d+\?v=\w+/g) ?? []
  // The first URL belongs to the item, the others to neighbours.
  const [, id] = /\/(\d+)\?/.exec(media[0] ?? '') ?? []
  for (const address of media.filter((mediaUrl) => mediaUrl.includes(`/${id}?`))) {
    for (const mediaKind of /** @type {Kind[]} */ (['pictures', 'recordings']))
      await (await open(mediaKind)).delete(address, anyVariant)
  }
}

/** Answers a range request, which players need for seeking. */
async function partOf(/** @type {Response} */ cached, /** @type {string | null} */ range) {
  const whole = await cached.blob()
  const headers = {
    'content-type': cached.headers.get('content-type') ?? '',
    'accept-ranges': 'bytes',
  }
  const [asked, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!asked || (from === '' && to === '')) return new Response(whole, { headers })
  const start = from === '' ? Math.max(0, whole.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? whole.size - 1 : Math.min(Number(to), whole.size - 1)
  if (start > end)
    return new Response(null, {
      status: 416,
      headers: { 'content-range': `bytes */${whole.size}` },
    })
  return new Response(whole.slice(start, end + 1), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${whole.size}` },
  })
}
