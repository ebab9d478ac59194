// A picture as large as the window, to be looked at closely, and from it the others of its page. Loaded on the first tap.
// OpenSeadragon zooms and pans it, and fetches tiles of one that has more to show than its large form.
const css = `
.zoom { width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
  overflow: hidden; background: #111; color: #fff; touch-action: pan-y pinch-zoom }
.zoom::backdrop { background: #111 }
.zoom img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain }
.zoom .deep { position: absolute; inset: 0; touch-action: none; cursor: grab }
.zoom footer { position: absolute; inset: auto 0 max(1rem, env(safe-area-inset-bottom)); display: grid; gap: .75rem;
  justify-items: center; pointer-events: none }
.zoom menu { display: flex; gap: .5rem; margin: 0; padding: 0 }
.zoom p { max-width: min(40rem, 100% - 2rem); padding: .375rem .75rem; border-radius: .25rem; background: #111d;
  font-size: .875rem; line-height: 1.4; text-align: center; overflow-wrap: anywhere; pointer-events: auto }
.zoom p:empty, .zoom p[hidden] { display: none }
.zoom a { color: inherit }
.zoom button { width: 3rem; height: 3rem; padding: 0; border: 1px solid #fff; border-radius: 50%; background: #111c;
  color: #fff; pointer-events: auto; cursor: pointer }
.zoom button:disabled { opacity: .5; cursor: default }
.zoom > button { position: absolute; top: max(1rem, env(safe-area-inset-top)); right: max(1rem, env(safe-area-inset-right)) }
.zoom :focus-visible { outline: 3px solid #fff; outline-offset: 2px }
.zoom svg { display: block; margin: auto; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round }
@media (forced-colors: active) { .zoom button { background: ButtonFace; color: ButtonText; border-color: ButtonText } }
`

const icons = {
  previous: 'M12 4l-6 6 6 6',
  smaller: 'M4 10h12',
  larger: 'M4 10h12M10 4v12',
  close: 'M5 5l10 10M15 5L5 15',
  next: 'M8 4l6 6-6 6',
}
/** Beyond it there is nothing more to see: two points of the screen for one of the picture, but at least this much. */
const leastMaximum = 3
const step = 1.5
/** How far a finger leads to another picture. */
const swipe = 50
/** The longest side of the large form. */
const largeSide = 1600
const tileSide = 512
const viewerSrc = '/public/viewer.js'
const still = matchMedia('(prefers-reduced-motion: reduce)')
/** @type {Record<string, number>} */
const factors = { '+': step, '=': step, '-': 1 / step, 0: 0 }
/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }

/**
 * @param {HTMLAnchorElement} first The large picture.
 * @param {DOMStringMap} words What the buttons are called: smaller, larger, close, and previous and next where there are
 *   others; and where tiles are, unless where visitors see them.
 */
export function show(first, words) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

  const figure = first.closest('.picture')
  const links = Array.from(figure?.querySelectorAll('a') ?? [first]).filter((link) =>
    link.querySelector('img'),
  )
  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  const img = document.createElement('img')
  const said = document.createElement('p')
  said.ariaLive = 'polite'
  const menu = document.createElement('menu')
  const button = (
    /** @type {keyof typeof icons} */ name,
    /** @type {() => void} */ press,
    parent = /** @type {HTMLElement} */ (menu),
  ) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.setAttribute('aria-label', words[name] ?? '')
    made.innerHTML = `<svg width="20" height="20" aria-hidden="true"><path d="${icons[name]}"/></svg>`
    made.onclick = press
    parent.append(made)
    return made
  }
  const others = links.length > 1
  if (others) button('previous', () => turn(-1))
  const smaller = button('smaller', () => zoomBy(1 / step))
  const larger = button('larger', () => zoomBy(step))
  if (others) button('next', () => turn(1))
  const footer = document.createElement('footer')
  footer.append(said, menu)
  dialog.append(img, footer)
  const close = button('close', () => dialog.close(), dialog)
  document.body.append(dialog)

  let link = first
  /** @type {any} The viewer, once it shows something. */
  let viewer = null
  /** Words about a picture would hide what is looked at closely. */
  const tell = (/** @type {boolean} */ isWhole, /** @type {boolean} */ isLargest) => {
    const focused = [smaller, larger].find((button) => button === document.activeElement)
    smaller.disabled = isWhole
    said.hidden = !isWhole
    larger.disabled = isLargest
    // A disabled button takes no keys.
    if (focused?.disabled) [smaller, larger, close].find(({ disabled }) => !disabled)?.focus()
  }
  /** By a button or a key: 0 shows the whole picture. */
  const zoomBy = (/** @type {number} */ factor) => {
    if (!viewer) return
    const { viewport } = viewer
    if (viewport.getZoom() * factor <= viewport.getHomeZoom() * 1.001) viewport.goHome()
    else viewport.zoomBy(factor)
    viewport.applyConstraints()
  }
  const moveBy = (/** @type {number} */ byX, /** @type {number} */ byY) => {
    if (!viewer) return
    const { Point } = Reflect.get(window, 'OpenSeadragon')
    viewer.viewport.panBy(viewer.viewport.deltaPointsFromPixels(new Point(-byX, -byY)))
    viewer.viewport.applyConstraints()
  }
  let opened = new AbortController()
  const open = (/** @type {HTMLAnchorElement} */ next) => {
    opened.abort()
    opened = new AbortController()
    link = next
    dialog.dataset.place = String(links.indexOf(link))
    viewer = null
    const small = link.querySelector('img')
    img.alt = small?.alt ?? ''
    img.lang = small?.lang || document.documentElement.lang
    img.style.visibility = ''
    dialog.setAttribute('aria-label', img.alt)
    // What is here already is shown until the viewer has the large one; without a viewer that comes as it is.
    img.removeAttribute('src')
    img.src = (small?.complete && small.currentSrc) || link.href
    tellRights()
    tell(true, true)
    const { signal } = opened
    view(link, words, dialog, signal, (ready, isWhole, isLargest) => {
      viewer = ready
      img.style.visibility = 'hidden'
      tell(isWhole, isLargest)
    }).catch(() => {
      if (!signal.aborted) img.src = next.href
    })
  }
  /** Which one it is, who made it and what others may do with it; a picture that says nothing of its own has what the first has. */
  const tellRights = () => {
    const rights =
      link.parentElement?.querySelector(':scope > p') ?? figure?.querySelector('figcaption')
    const place = document.createElement('span')
    place.textContent = `${links.indexOf(link) + 1} / ${links.length}`
    const parts = [...(others ? [place] : []), ...(rights?.children ?? [])]
    said.replaceChildren(
      ...parts.flatMap((part, index) => [index > 0 ? ' · ' : '', part.cloneNode(true)]),
    )
  }
  /** After the last comes the first. */
  const turn = (/** @type {number} */ by) => {
    const next = links.at((links.indexOf(link) + by) % links.length)
    if (others && next) open(next)
  }

  // Of a whole picture there is nothing to move.
  /** @type {{ id: number, x: number, y: number } | null} */
  let swiped = null
  const touched = (/** @type {PointerEvent} */ event) => {
    const isFirst =
      event.isPrimary &&
      smaller.disabled &&
      ![footer, close].some((part) => part.contains(/** @type {Node} */ (event.target)))
    swiped = isFirst ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null
  }
  const lifted = (/** @type {PointerEvent} */ event) => {
    const from = swiped
    swiped = null
    if (from?.id !== event.pointerId || !smaller.disabled) return
    const [byX, byY] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(byX) > swipe && Math.abs(byX) > 2 * Math.abs(byY)) turn(byX < 0 ? 1 : -1)
  }
  dialog.addEventListener('pointerdown', touched, true)
  dialog.addEventListener('pointerup', lifted, true)
  dialog.onkeydown = (event) => {
    const [byX, byY] = arrows[event.key] ?? [0, 0]
    const factor = factors[event.key] ?? 1
    if (event.ctrlKey || event.metaKey || (byX === 0 && byY === 0 && factor === 1)) return
    event.preventDefault()
    if (factor !== 1) zoomBy(factor)
    else if (byX !== 0 && smaller.disabled) turn(-Math.sign(byX))
    else moveBy(byX, byY)
  }
  const goneBack = () => dialog.close()
  // The staff app keeps its own.
  const keepsHistory = words.images === undefined
  // The way back leads to the page, not away from it.
  if (keepsHistory) history.pushState({ enlarged: true }, '')
  addEventListener('popstate', goneBack)
  dialog.onclose = () => {
    removeEventListener('popstate', goneBack)
    if (keepsHistory && history.state?.enlarged) history.back()
    opened.abort()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    document.documentElement.style.overflow = ''
    dialog.remove()
    link.focus()
  }
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()
  close.focus()
  open(first)
  return dialog
}

/**
 * Shows the picture to be zoomed and moved.
 * @param {HTMLAnchorElement} link
 * @param {DOMStringMap} words
 * @param {HTMLDialogElement} dialog
 * @param {AbortSignal} signal Ends it.
 * @param {(viewer: any, isWhole: boolean, isLargest: boolean) => void} shown Called once it shows something, and whenever it
 *   was zoomed.
 */
async function view(link, words, dialog, signal, shown) {
  // It would add a style of its own, which the page's policy forbids.
  document.querySelector('style')?.setAttribute('data-openseadragon-mobile-css', '')
  await import(viewerSrc)
  if (signal.aborted) return
  const element = document.createElement('div')
  element.className = 'deep'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', link.querySelector('img')?.alt ?? '')
  dialog.prepend(element)
  const viewer = Reflect.get(
    window,
    'OpenSeadragon',
  )({
    element,
    drawer: 'canvas',
    showNavigationControl: false,
    keyboardNavEnabled: false,
    tabIndex: -1,
    visibilityRatio: 1,
    minZoomImageRatio: 1,
    maxZoomPixelRatio: 2,
    constrainDuringPan: true,
    animationTime: still.matches ? 0 : 0.5,
    blendTime: 0,
    gestureSettingsMouse: { clickToZoom: false },
    tileSources: tilesOf(link, words.images) ?? { type: 'image', url: link.href },
  })
  viewer.innerTracker.keyDownHandler = null
  viewer.innerTracker.keyHandler = null
  const { viewport } = viewer
  let isWhole = true
  const setMaximum = () => {
    viewport.maxZoomLevel = null
    viewport.maxZoomLevel = Math.max(viewport.getMaxZoom(), viewport.getHomeZoom() * leastMaximum)
  }
  const tell = () => {
    isWhole = viewport.getZoom() <= viewport.getMinZoom() * 1.001
    shown(viewer, isWhole, viewport.getZoom() >= viewport.getMaxZoom() * 0.999)
  }
  viewer.addHandler('canvas-double-click', (/** @type {any} */ event) => {
    event.preventDefaultAction = true
    if (isWhole)
      viewport.zoomTo(
        viewport.getHomeZoom() * leastMaximum,
        viewport.pointFromPixel(event.position),
      )
    else viewport.goHome()
    viewport.applyConstraints()
  })
  // Whole in one window, whole in another: a phone may be turned.
  viewer.addHandler('resize', () => {
    const wasWhole = isWhole
    queueMicrotask(() => {
      setMaximum()
      if (wasWhole) viewport.goHome(true)
    })
  })
  viewer.addOnceHandler('tile-drawn', () => {
    setMaximum()
    viewer.addHandler('zoom', tell)
    tell()
  })
  signal.onabort = () => {
    viewer.destroy()
    element.remove()
  }
}

/** The tiles of a picture that has more pixels than its large form. */
function tilesOf(/** @type {HTMLAnchorElement} */ link, /** @type {string | undefined} */ images) {
  const small = link.querySelector('img')
  const [width = 0, height = 0] = ['width', 'height'].map((side) =>
    Number(small?.getAttribute(side)),
  )
  const name = new URL(link.href).searchParams.get('v')
  const longest = Math.max(width, height)
  // Pages name a manifest where the collection is open; otherwise visitors get nothing larger.
  const isOpen = document.querySelector('link[rel="alternate"][href*="/iiif/manifest/"]') !== null
  if (!name || longest <= largeSide || !(images || isOpen)) return null
  const scaleFactors = [1]
  for (let factor = 2; longest > (tileSide * factor) / 2; factor *= 2) scaleFactors.push(factor)
  return {
    '@context': 'http://iiif.io/api/image/3/context.json',
    id: `${location.origin}${images ?? '/iiif/3'}/${name}`,
    type: 'ImageService3',
    protocol: 'http://iiif.io/api/image',
    profile: 'level2',
    width,
    height,
    tiles: [{ width: tileSide, scaleFactors }],
  }
}
