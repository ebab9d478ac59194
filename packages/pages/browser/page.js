// What every page needs: everything larger is loaded when it is asked for.
const cover = /** @type {HTMLAnchorElement | null} */ (document.querySelector('a[data-enlarge]'))

cover?.closest('.picture')?.addEventListener('click', async (clicked) => {
  const event = /** @type {MouseEvent} */ (clicked)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  // In a new tab, as a download …: the browser knows how.
  if (
    !link?.querySelector('img') ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  event.preventDefault()
  try {
    const { show } = await import(cover.dataset.enlarge ?? '')
    show(link, cover.dataset)
  } catch {
    location.assign(link.href)
  }
})

// For staff who scanned a label. The page is the same for everybody: what the staff app keeps in this browser tells, and no
// request. Where the session has ended, the staff app asks to sign in.
const heading = /** @type {HTMLElement | null} */ (document.querySelector('[data-staff]'))
if (heading && isSignedIn()) {
  const link = document.createElement('a')
  link.href = heading.dataset.staff ?? ''
  link.className = 'staff'
  link.lang = 'en'
  link.textContent = 'Open in Vitrine'
  heading.append(link)
}

function isSignedIn() {
  try {
    return localStorage.getItem('signInInfo') !== null
  } catch {
    // The browser keeps nothing for this site.
    return false
  }
}

// Escape and a click elsewhere close the choice of a language.
const languages = document.querySelector('details')
document.addEventListener('click', ({ target }) => {
  if (languages && target instanceof Node && !languages.contains(target)) languages.open = false
})
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !languages?.open) return
  languages.open = false
  languages.querySelector('summary')?.focus()
})

// A picture that fails leaves the fallback in its place: browsers show a broken one of their own, in another size.
const crossedPicture =
  '<svg width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true"><path d="M7 4h11a2 2 0 0 1 2 2v11M19 20H6a2 2 0 0 1-2-2V6M4 16l5-5 8 8M15 8h.01M3 3l18 18"/></svg>'

function showFallback(/** @type {HTMLImageElement} */ img) {
  const link = img.closest('.picture a')
  // A link to another item is the same as without a picture.
  if (!link) return img.replaceWith(document.createElement('i'))
  link.removeAttribute('href')
  link.className = 'fallback'
  link.setAttribute('role', 'img')
  link.setAttribute('aria-label', img.alt)
  if (img.lang) link.setAttribute('lang', img.lang)
  link.innerHTML = crossedPicture
}

const content = document.querySelector('main')
content?.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLImageElement && showFallback(target),
  true,
)
for (const img of content?.querySelectorAll('img') ?? [])
  if (img.complete && img.naturalWidth === 0) showFallback(img)

// Shares the address without a language: each reader gets the page in theirs.
const share = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-share]'))
if (share && isSecureContext) {
  share.hidden = false
  share.onclick = async () => {
    const { share: url = '', copied = '' } = share.dataset
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ title: document.title, url })
      await navigator.clipboard.writeText(url)
      share.textContent = copied
    } catch {
      // The visitor closed the menu, or the browser does not allow it.
    }
  }
}

// Large keys for the number on a label, where there is no keyboard; the style keeps their place.
const pad = document.querySelector('[data-pad]')
const typed = /** @type {HTMLInputElement | null | undefined} */ (pad?.querySelector('#number'))
const keys = /** @type {HTMLElement | null | undefined} */ (pad?.querySelector('.keys'))
if (typed && keys && matchMedia('(pointer: coarse)').matches) {
  typed.inputMode = 'none'
  keys.classList.add('shown')
  keys.onclick = ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    if (!('letters' in target.dataset)) {
      typed.value = target.value ? typed.value + target.value : typed.value.slice(0, -1)
      return
    }
    keys.remove()
    typed.inputMode = 'text'
    typed.focus()
  }
}

// The page to ask questions comes into this one when the visitor is near it; where it can't be had, a sentence says so.
const place = /** @type {HTMLElement | null} */ (document.querySelector('.frame'))
const ask = place?.querySelector('a')
const chat = place?.querySelector('iframe')

function sayUnreachable(/** @type {() => void} */ tryAgain) {
  if (place) place.textContent = place.dataset.unreachable ?? ''
  addEventListener('online', tryAgain, { once: true })
}

function openFrame() {
  const frame = document.createElement('iframe')
  frame.src = ask?.href ?? ''
  frame.title = ask?.dataset.frame ?? ''
  frame.style.visibility = 'hidden'
  frame.addEventListener(
    'load',
    () => {
      // A browser's error page has none, nor has the answer of a server that is overloaded.
      if (!frame.contentDocument?.forms.length) return sayUnreachable(openFrame)
      while (frame.previousSibling) frame.previousSibling.remove()
      frame.style.visibility = ''
    },
    { once: true },
  )
  place?.append(frame)
}

if (place && ask && 'IntersectionObserver' in window) {
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      openFrame()
    },
    { rootMargin: '200px' },
  )
  near.observe(place)
}

// What an external chat shows can't be read from here.
chat?.addEventListener('load', () => chat.previousSibling?.remove(), { once: true })
if (chat && !navigator.onLine) sayUnreachable(() => place?.replaceChildren(chat))

// What was opened, and what is next to it, stays readable without reception.
const { scopes, offline = '' } = document.documentElement.dataset
const connection = /** @type {{ saveData?: boolean } | undefined} */ (
  Reflect.get(navigator, 'connection')
)
if (scopes && 'serviceWorker' in navigator) {
  const near = () => {
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
      document.querySelectorAll('.museum, .around [rel]')
    )
    const own = /** @type {HTMLImageElement | null} */ (document.querySelector('.picture img'))
    const pictures = Array.from(document.querySelectorAll('.around [rel] img'), (img) =>
      (img.getAttribute('src') ?? '').replace('/thumbnail/', '/medium/'),
    )
    const scripts = Array.from(document.scripts, ({ src }) => src).filter(Boolean)
    return [
      location.href,
      own?.currentSrc,
      offline,
      ...scripts,
      ...Array.from(links, ({ href }) => href),
      ...pictures,
    ]
  }
  const keepNear = async () => {
    await Promise.all(
      scopes.split(' ').map((scope) => navigator.serviceWorker.register('/sw.js', { scope })),
    )
    const { active } = await navigator.serviceWorker.ready
    if (!connection?.saveData) active?.postMessage(near().filter(Boolean))
  }
  const quietly =
    window.requestIdleCallback ?? ((/** @type {() => void} */ later) => setTimeout(later, 1_000))
  // A browser that allows no worker, or a full one, shows the page all the same.
  addEventListener('load', () => quietly(() => keepNear().catch(() => undefined)))
}
