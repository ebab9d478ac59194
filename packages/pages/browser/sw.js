// Keeps the pages of a museum that were opened, and those next to them, for rooms without reception. It controls pages
// for visitors only (page.js registers it for their addresses), and keeps only what every visitor gets.
// The server writes two constants before this: `version`, of the build, and `museums`, which has the prefix of the items
// for each start page.
const worker = /** @type {any} */ (self)
const { version, museums } = /** @type {{ version: string, museums: Record<string, string> }} */ (
  worker.vitrine
)

/** How many are kept of each kind, and how many bytes one may have. */
const limits = {
  pages: { count: 80, bytes: 200_000 },
  pictures: { count: 200, bytes: 400_000 },
  recordings: { count: 8, bytes: 12_000_000 },
  files: { count: 30, bytes: 100_000 },
}
/** @typedef {keyof typeof limits} Kind */

const prefix = 'visitors-'
const timeoutMs = 3_000
/** After a page that came too late, the next ones are not waited for. */
const slowForMs = 30_000
const maxAgeMs = 7 * 24 * 3_600_000
/** Of one message. */
const maxAsked = 20

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
worker.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(keep(event.data)))
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event
  const url = new URL(request.url)
  const kind = request.method === 'GET' ? kindOf(url) : null
  if (kind) event.respondWith(answers[kind](request, url, event))
})

/** @param {URL} url @returns {Kind | null} What is neither goes past. */
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
  /** The page as it is now, or as it was kept if that takes too long. */
  async pages(request, url, event) {
    // The browser asks while the worker starts, where it can.
    const fresh = Promise.resolve(event.preloadResponse).then(async (early) => {
      const response = early ?? (await fetch(request))
      slowUntil = 0
      event.waitUntil(remember('pages', url.href, response))
      return response
    })
    event.waitUntil(fresh.catch(() => undefined))
    const kept = await keptPage(url)
    if (!kept) return fresh.catch(() => instead(url))
    let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined)
    const late = new Promise((resolve) => {
      const outOfTime = () => {
        slowUntil = Date.now() + slowForMs
        resolve(kept)
      }
      timer = setTimeout(outOfTime, Date.now() < slowUntil ? 0 : timeoutMs)
    })
    const inTime = fresh.finally(() => clearTimeout(timer))
    return Promise.race([inTime, late]).then(
      (response) => (response.status >= 500 ? kept : response),
      () => kept,
    )
  },

  /** An address with its content's name never changes what it leads to. Any size is better than none. */
  async pictures(request, url, event) {
    const kept = await find('pictures', url.href)
    if (kept) return kept
    try {
      const response = await fetch(request)
      event.waitUntil(remember('pictures', url.href, response))
      return response
    } catch {
      const [, id] = /\/(\d+)$/.exec(url.pathname) ?? []
      const cache = await open('pictures')
      const other = (await cache.keys()).find((one) => one.url.endsWith(`/${id}${url.search}`))
      return (other && (await cache.match(other, anyForm))) || Response.error()
    }
  },

  async recordings(request, url) {
    const kept = await find('recordings', url.href)
    return kept ? partOf(kept, request.headers.get('range')) : fetch(request)
  },

  async files(request, url, event) {
    const kept = await find('files', url.href)
    if (kept) return kept
    const response = await fetch(request)
    event.waitUntil(remember('files', url.href, response))
    return response
  },
}

/** A plain address is answered in the language of the visitor's choice, which was kept last. */
async function keptPage(/** @type {URL} */ url) {
  if (url.search) return find('pages', url.href)
  const same = await (await open('pages')).keys(url.href, { ...anyForm, ignoreSearch: true })
  const last = same.findLast((one) => /^(\?lang=..)?$/.test(new URL(one.url).search))
  return last && find('pages', last.url)
}

/** What is shown for a page that is not kept: the item of a number that was typed, the same page in another language. */
async function instead(/** @type {URL} */ url) {
  const pages = await open('pages')
  const museum = Object.entries(museums).find(([start, prefix]) =>
    isOf(url.pathname, start, prefix),
  )
  const [start, items] = museum ?? ['', '']
  const number = url.searchParams.get('number')?.normalize('NFKC').replaceAll(/\s/g, '')
  if (url.pathname === start && number) {
    const item = await pages.match(`${items}${number}`, { ...anyForm, ignoreSearch: true })
    if (item) return Response.redirect(`${items}${encodeURIComponent(number)}${language(url)}`)
  } else {
    const same = url.searchParams.has('page')
      ? undefined
      : await pages.match(url.href, { ...anyForm, ignoreSearch: true })
    // All pictures of an item are shown as its page is, with the first of them.
    if (same) return url.searchParams.has('pictures') ? same : inOtherLanguage(same, items)
  }
  const last = (await pages.keys()).at(-1)
  const lang = languageOf(last && (await pages.match(last, anyForm)))
  return (await offlinePage(items, lang)) ?? Response.error()
}

/** The page that says that there is no reception; in a language, if it was kept in that one. */
async function offlinePage(/** @type {string} */ items, /** @type {string} */ lang) {
  const files = await open('files')
  const address = `/public/offline${items.slice(0, -1)}`
  const inLanguage = await files.match(`${address}?lang=${lang}`, anyForm)
  return inLanguage ?? files.match(address, { ...anyForm, ignoreSearch: true })
}

/** A kept page, with the sentence that the offline page has for one in another language than the one asked for. */
async function inOtherLanguage(/** @type {Response} */ kept, /** @type {string} */ items) {
  const offline = await offlinePage(items, languageOf(kept))
  const [, sentence] = /<p hidden="">(.*?)<\/p>/.exec((await offline?.text()) ?? '') ?? []
  const html = await kept.text()
  const headers = new Headers(kept.headers)
  for (const ofOriginal of ['content-encoding', 'content-length']) headers.delete(ofOriginal)
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

/** What a page asks for in a quiet moment. One after the other: the visitor's next tap comes first. */
async function keep(/** @type {any} */ asked) {
  const addresses = Array.isArray(asked) ? asked.slice(0, maxAsked) : []
  // The first one is the page that is open.
  const lang = languageOf(await find('pages', String(addresses[0])))
  for (const address of addresses) {
    const url = new URL(String(address), location.origin)
    const kind = kindOf(url)
    const kept = kind && (await find(kind, url.href))
    if (!kind || (kept && (kind !== 'pages' || languageOf(kept) === lang))) continue
    try {
      // A picture comes in the best form that the browser names; WebP is one that all of them can show.
      const headers = { accept: kind === 'pictures' ? 'image/webp,*/*;q=0.1' : '*/*' }
      // A plain page is in the language that a cookie names; nothing else depends on one.
      const credentials = kind === 'pages' && !url.searchParams.has('lang') ? 'same-origin' : 'omit'
      await remember(kind, url.href, await fetch(url.href, { credentials, headers }))
    } catch {
      return
    }
  }
}

const open = (/** @type {Kind} */ kind) => caches.open(`${prefix}${kind}-${version}`)
/** The browser that asks is the one that it was kept for. */
const anyForm = { ignoreVary: true }

async function find(/** @type {Kind} */ kind, /** @type {string} */ href) {
  const cache = await open(kind)
  const kept = await cache.match(href, anyForm)
  if (!kept || Date.now() - Date.parse(kept.headers.get('date') ?? '') < maxAgeMs) return kept
  await cache.delete(href, anyForm)
  return undefined
}

/** Only public responses, and not too large. A page that is gone is deleted, with its picture and recording. */
async function remember(
  /** @type {Kind} */ kind,
  /** @type {string} */ href,
  /** @type {Response} */ response,
) {
  const { status, headers } = response
  if (status === 404 || status === 410) return forget(kind, href)
  const isPublic = headers.get('cache-control')?.includes('public')
  if (status !== 200 || !isPublic || Number(headers.get('content-length')) > limits[kind].bytes)
    return
  // Cloned before the original is read.
  const copy = response.clone()
  try {
    const cache = await open(kind)
    await cache.delete(href, anyForm)
    await cache.put(href, copy)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - limits[kind].count)))
      await cache.delete(key, anyForm)
  } catch {
    // The browser gives us no more room.
  }
}

async function forget(/** @type {Kind} */ kind, /** @type {string} */ href) {
  const cache = await open(kind)
  const kept = await cache.match(href, { ...anyForm, ignoreSearch: true })
  await cache.delete(href, { ...anyForm, ignoreSearch: true })
  if (kind !== 'pages' || !kept) return
  const media = (await kept.text()).match(/\/api\/(?:image|recording)\/(?:\w+\/)?\d+\?v=\w+/g) ?? []
  // The first one is its own; the others are of items around it.
  const [, id] = /\/(\d+)\?/.exec(media[0] ?? '') ?? []
  for (const address of media.filter((one) => one.includes(`/${id}?`))) {
    for (const of of /** @type {Kind[]} */ (['pictures', 'recordings']))
      await (await open(of)).delete(address, anyForm)
  }
}

/** A player asks for parts, and refuses to seek unless it gets exactly those. */
async function partOf(/** @type {Response} */ kept, /** @type {string | null} */ range) {
  const whole = await kept.blob()
  const headers = {
    'content-type': kept.headers.get('content-type') ?? '',
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
