// Full-window viewer for the pictures of a page, loaded on the first click. OpenSeadragon zooms and
// pans, and loads tiles of pictures that are larger than their large rendition.
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
/** The maximum zoom is two screen pixels per picture pixel, but at least this factor. */
const minMaxZoom = 3
const step = 1.5
/** Minimum distance of a swipe to another picture, in pixels. */
const minSwipePx = 50
/** Longest side of the large rendition. */
const largeSide = 1600
const tileSide = 512
const viewerSrc = '/public/viewer.js'
const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
/** @type {Record<string, number>} */
const factors = { '+': step, '=': step, '-': 1 / step, 0: 0 }
/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }

/**
 * @param {HTMLAnchorElement} first Link to the picture to show first.
 * @param {DOMStringMap} words Labels of the buttons: smaller, larger, close, and previous and next if
 *   there are several pictures; `images` is the URL of tiles if it is not the public one.
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
  const caption = document.createElement('p')
  caption.ariaLive = 'polite'
  const menu = document.createElement('menu')
  const button = (
    /** @type {keyof typeof icons} */ name,
    /** @type {() => void} */ press,
    parent = /** @type {HTMLElement} */ (menu),
  ) => {
    const control = document.createElement('button')
    control.type = 'button'
    control.setAttribute('aria-label', words[name] ?? '')
    control.innerHTML = `<svg width="20" height="20" aria-hidden="true"><path d="${icons[name]}"/></svg>`
    control.onclick = press
    parent.append(control)
    return control
  }
  const hasOthers = links.length > 1
  if (hasOthers) button('previous', () => turn(-1))
  const smaller = button('smaller', () => zoomBy(1 / step))
  const larger = button('larger', () => zoomBy(step))
  if (hasOthers) button('next', () => turn(1))
  const footer = document.createElement('footer')
  footer.append(caption, menu)
  dialog.append(img, footer)
  const close = button('close', () => dialog.close(), dialog)
  document.body.append(dialog)

  let link = first
  /** @type {any} The viewer, once it shows something. */
  let viewer = null
  /** Updates the buttons. Hides credits while zoomed, because they cover the picture. */
  const updateControls = (/** @type {boolean} */ isWhole, /** @type {boolean} */ isLargest) => {
    const focused = [smaller, larger].find((button) => button === document.activeElement)
    smaller.disabled = isWhole
    caption.hidden = !isWhole
    larger.disabled = isLargest
    // A disabled button loses the focus, so the next one gets it.
    if (focused?.disabled) [smaller, larger, close].find(({ disabled }) => !disabled)?.focus()
  }
  /** Zooms by a button or key; factor 0 shows the whole picture. */
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
  let viewController = new AbortController()
  const open = (/** @type {HTMLAnchorElement} */ next) => {
    viewController.abort()
    viewController = new AbortController()
    link = next
    dialog.dataset.place = String(links.indexOf(link))
    viewer = null
    const small = link.querySelector('img')
    img.alt = small?.alt ?? ''
    img.lang = small?.lang || document.documentElement.lang
    img.style.visibility = ''
    dialog.setAttribute('aria-label', img.alt)
    // Shows the loaded rendition until the viewer has the large one.
    img.removeAttribute('src')
    img.src = (small?.complete && small.currentSrc) || link.href
    showRights()
    updateControls(true, true)
    const { signal } = viewController
    openViewer(link, words, dialog, signal, (ready, isWhole, isLargest) => {
      viewer = ready
      img.style.visibility = 'hidden'
      updateControls(isWhole, isLargest)
    }).catch(() => {
      if (!signal.aborted) img.src = next.href
    })
  }
  /** Shows position, credit and licence. Pictures without credits of their own have the cover's. */
  const showRights = () => {
    const rights =
      link.parentElement?.querySelector(':scope > p') ?? figure?.querySelector('figcaption')
    const place = document.createElement('span')
    place.textContent = `${links.indexOf(link) + 1} / ${links.length}`
    const parts = [...(hasOthers ? [place] : []), ...(rights?.children ?? [])]
    caption.replaceChildren(
      ...parts.flatMap((part, index) => [index > 0 ? ' · ' : '', part.cloneNode(true)]),
    )
  }
  /** Goes to another picture; the first follows the last. */
  const turn = (/** @type {number} */ by) => {
    const next = links.at((links.indexOf(link) + by) % links.length)
    if (hasOthers && next) open(next)
  }

  // Swipes change the picture unless it is zoomed, when they pan it.
  /** @type {{ id: number, x: number, y: number } | null} */
  let swipeStart = null
  const startSwipe = (/** @type {PointerEvent} */ event) => {
    const isFirst =
      event.isPrimary &&
      smaller.disabled &&
      ![footer, close].some((part) => part.contains(/** @type {Node} */ (event.target)))
    swipeStart = isFirst ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null
  }
  const endSwipe = (/** @type {PointerEvent} */ event) => {
    const from = swipeStart
    swipeStart = null
    if (from?.id !== event.pointerId || !smaller.disabled) return
    const [byX, byY] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(byX) > minSwipePx && Math.abs(byX) > 2 * Math.abs(byY)) turn(byX < 0 ? 1 : -1)
  }
  dialog.addEventListener('pointerdown', startSwipe, true)
  dialog.addEventListener('pointerup', endSwipe, true)
  dialog.onkeydown = (event) => {
    const [byX, byY] = arrows[event.key] ?? [0, 0]
    const factor = factors[event.key] ?? 1
    if (event.ctrlKey || event.metaKey || (byX === 0 && byY === 0 && factor === 1)) return
    event.preventDefault()
    if (factor !== 1) zoomBy(factor)
    else if (byX !== 0 && smaller.disabled) turn(-Math.sign(byX))
    else moveBy(byX, byY)
  }
  const closeOnBack = () => dialog.close()
  // The staff app manages the history itself.
  const keepsHistory = words.images === undefined
  // The back button closes the viewer instead of leaving the page.
  if (keepsHistory) history.pushState({ enlarged: true }, '')
  addEventListener('popstate', closeOnBack)
  dialog.onclose = () => {
    removeEventListener('popstate', closeOnBack)
    if (keepsHistory && history.state?.enlarged) history.back()
    viewController.abort()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
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
 * Opens the zoomable viewer.
 * @param {HTMLAnchorElement} link
 * @param {DOMStringMap} words
 * @param {HTMLDialogElement} dialog
 * @param {AbortSignal} signal Closes the viewer.
 * @param {(viewer: any, isWhole: boolean, isLargest: boolean) => void} onView Called when the first tile
 *   is drawn, and after each zoom.
 */
async function openViewer(link, words, dialog, signal, onView) {
  // Prevents OpenSeadragon from adding a style element, which the Content-Security-Policy forbids.
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
    animationTime: prefersReducedMotion.matches ? 0 : 0.5,
    blendTime: 0,
    gestureSettingsMouse: { clickToZoom: false },
    tileSources: findTileSource(link, words.images) ?? { type: 'image', url: link.href },
  })
  viewer.innerTracker.keyDownHandler = null
  viewer.innerTracker.keyHandler = null
  const { viewport } = viewer
  let isWhole = true
  const setMaximum = () => {
    viewport.maxZoomLevel = null
    viewport.maxZoomLevel = Math.max(viewport.getMaxZoom(), viewport.getHomeZoom() * minMaxZoom)
  }
  const tell = () => {
    isWhole = viewport.getZoom() <= viewport.getMinZoom() * 1.001
    onView(viewer, isWhole, viewport.getZoom() >= viewport.getMaxZoom() * 0.999)
  }
  viewer.addHandler('canvas-double-click', (/** @type {any} */ event) => {
    event.preventDefaultAction = true
    if (isWhole)
      viewport.zoomTo(viewport.getHomeZoom() * minMaxZoom, viewport.pointFromPixel(event.position))
    else viewport.goHome()
    viewport.applyConstraints()
  })
  // Keeps the whole picture visible when a phone is rotated.
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

/** Tile source of a picture that is larger than its large rendition; else null. */
function findTileSource(
  /** @type {HTMLAnchorElement} */ link,
  /** @type {string | undefined} */ images,
) {
  const small = link.querySelector('img')
  const [width = 0, height = 0] = ['width', 'height'].map((side) =>
    Number(small?.getAttribute(side)),
  )
  const name = new URL(link.href).searchParams.get('v')
  const longest = Math.max(width, height)
  // A linked IIIF manifest means that the collection is open; otherwise visitors get no tiles.
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
