// Script of every visitor page. Larger scripts are loaded on demand.
const cover = /** @type {HTMLAnchorElement | null} */ (document.querySelector('a[data-enlarge]'))

cover?.closest('.picture')?.addEventListener('click', async (clicked) => {
  const event = /** @type {MouseEvent} */ (clicked)
  const link = event.target instanceof Element ? event.target.closest('a') : null
  // Leaves modified clicks (new tab, download) to the browser.
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

// Adds a link to the staff app for signed-in staff. Depends on local storage only, because the
// cached page is the same for everybody. If the session has expired, the staff app asks to sign in.
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
    // Storage is blocked.
    return false
  }
}

// Closes the language menu on Escape and on outside clicks.
const languages = document.querySelector('details')
document.addEventListener('click', ({ target }) => {
  if (languages && target instanceof Node && !languages.contains(target)) languages.open = false
})
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !languages?.open) return
  languages.open = false
  languages.querySelector('summary')?.focus()
})

// Replaces broken pictures with a fallback of the same size.
const crossedPicture =
  '<svg width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true"><path d="M7 4h11a2 2 0 0 1 2 2v11M19 20H6a2 2 0 0 1-2-2V6M4 16l5-5 8 8M15 8h.01M3 3l18 18"/></svg>'

function showFallback(/** @type {HTMLImageElement} */ img) {
  const link = img.closest('.picture a')
  // Links to other items look as if the item had no picture.
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

// Shares the URL without language, so that each reader gets their own.
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
      // The visitor closed the menu, or the browser denied it.
    }
  }
}

// Shows large digit keys on touch devices. CSS reserves their space.
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

// Loads the page for questions into a frame when it comes near the viewport, or shows an error.
const place = /** @type {HTMLElement | null} */ (document.querySelector('.frame'))
const ask = place?.querySelector('a')
const chat = place?.querySelector('iframe')

function showUnreachable(/** @type {() => void} */ tryAgain) {
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
      // Error pages of the browser or of an overloaded server have no form.
      if (!frame.contentDocument?.forms.length) return showUnreachable(openFrame)
      while (frame.previousSibling) frame.previousSibling.remove()
      frame.style.visibility = ''
    },
    { once: true },
  )
  place?.append(frame)
}

if (place && ask && 'IntersectionObserver' in window) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      openFrame()
    },
    { rootMargin: '200px' },
  )
  observer.observe(place)
}

// The content of an external chat can't be inspected (other origin).
chat?.addEventListener('load', () => chat.previousSibling?.remove(), { once: true })
if (chat && !navigator.onLine) showUnreachable(() => place?.replaceChildren(chat))

// Caches this page and its neighbours for offline use.
const { scopes, offline = '' } = document.documentElement.dataset
const connection = /** @type {{ saveData?: boolean } | undefined} */ (
  Reflect.get(navigator, 'connection')
)
if (scopes && 'serviceWorker' in navigator) {
  const listUrls = () => {
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
  const cacheNeighbours = async () => {
    await Promise.all(
      scopes.split(' ').map((scope) => navigator.serviceWorker.register('/sw.js', { scope })),
    )
    const { active } = await navigator.serviceWorker.ready
    if (!connection?.saveData) active?.postMessage(listUrls().filter(Boolean))
  }
  const whenIdle =
    window.requestIdleCallback ?? ((/** @type {() => void} */ later) => setTimeout(later, 1_000))
  // Ignores failures: the browser may block service workers or have no space left.
  addEventListener('load', () => whenIdle(() => cacheNeighbours().catch(() => undefined)))
}
