// A picture as large as the window, to be looked at closely. Loaded when somebody wants to. One that has more to show than
// its large form is then fetched in tiles, where its viewer can be loaded.
const css = `
.zoom { width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
  overflow: hidden; background: #111; color: #fff }
.zoom::backdrop { background: #111 }
.zoom img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; transform-origin: 0 0;
  touch-action: none; user-select: none; -webkit-user-drag: none; cursor: grab }
.zoom img:active { cursor: grabbing }
.zoom .deep { position: absolute; inset: 0; touch-action: none; cursor: grab }
.zoom menu { position: absolute; inset: auto 0 max(1rem, env(safe-area-inset-bottom)); display: flex; gap: .5rem;
  justify-content: center; margin: 0; padding: 0; pointer-events: none }
.zoom button { width: 3rem; height: 3rem; padding: 0; border: 1px solid #fff; border-radius: 50%; background: #111c;
  color: #fff; pointer-events: auto; cursor: pointer }
.zoom button:disabled { opacity: .5; cursor: default }
.zoom button:focus-visible { outline: 3px solid #fff; outline-offset: 2px }
.zoom svg { display: block; margin: auto; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round }
@media (forced-colors: active) { .zoom button { background: ButtonFace; color: ButtonText; border-color: ButtonText } }
`

const icons = { smaller: 'M4 10h12', larger: 'M4 10h12M10 4v12', close: 'M5 5l10 10M15 5L5 15' }
/** Beyond it there is nothing more to see: two points of the screen for one of the picture, but at least this much. */
const leastMaximum = 3
const step = 1.5
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
 * @param {HTMLAnchorElement} link The large picture.
 * @param {DOMStringMap} words What the buttons are called: smaller, larger, close; and where tiles are, unless where visitors see them.
 */
export function show(link, words) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  const img = document.createElement('img')
  const small = link.querySelector('img')
  img.alt = small?.alt ?? ''
  img.draggable = false
  dialog.setAttribute('aria-label', img.alt)
  // What is here already is shown until the large one has come.
  img.src = small?.currentSrc || link.href
  const large = new Image()
  large.onload = () => {
    img.src = large.src
  }
  large.src = link.href

  const menu = document.createElement('menu')
  const [smaller, larger, close] = /** @type {const} */ (['smaller', 'larger', 'close']).map((name) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-label', words[name] ?? '')
    button.innerHTML = `<svg width="20" height="20" aria-hidden="true"><path d="${icons[name]}"/></svg>`
    menu.append(button)
    return button
  })
  if (!smaller || !larger || !close) return null
  dialog.append(img, menu)
  document.body.append(dialog)

  // The picture is drawn at (x, y), `scale` times as large as it fits into the window.
  let [scale, x, y] = [1, 0, 0]
  const maximum = () => {
    const { clientWidth, clientHeight } = dialog
    const fitted = Math.min(clientWidth / (large.naturalWidth || 1), clientHeight / (large.naturalHeight || 1))
    return Math.max(leastMaximum, 2 / (fitted * devicePixelRatio))
  }
  const between = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.min(Math.max(value, least), most)

  const draw = () => {
    const { clientWidth, clientHeight } = dialog
    x = between(x, clientWidth * (1 - scale), 0)
    y = between(y, clientHeight * (1 - scale), 0)
    img.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    smaller.disabled = scale <= 1
    larger.disabled = scale >= maximum()
  }
  /** The point of the picture under (atX, atY) stays there. */
  const zoom = (/** @type {number} */ to, atX = dialog.clientWidth / 2, atY = dialog.clientHeight / 2) => {
    const next = between(to, 1, maximum())
    x = atX - ((atX - x) * next) / scale
    y = atY - ((atY - y) * next) / scale
    scale = next
    draw()
  }
  const move = (/** @type {number} */ byX, /** @type {number} */ byY) => {
    x += byX
    y += byY
    draw()
  }

  /** @type {any} The viewer of tiles, once it shows something. */
  let deep = null
  /** By a button or a key: 0 shows the whole picture. */
  const zoomBy = (/** @type {number} */ factor) => {
    if (!deep) return zoom(scale * factor)
    if (factor === 0) deep.viewport.goHome()
    else deep.viewport.zoomBy(factor)
    deep.viewport.applyConstraints()
  }
  const moveBy = (/** @type {number} */ byX, /** @type {number} */ byY) => {
    if (!deep) return move(byX, byY)
    const { Point } = Reflect.get(window, 'OpenSeadragon')
    deep.viewport.panBy(deep.viewport.deltaPointsFromPixels(new Point(-byX, -byY)))
    deep.viewport.applyConstraints()
  }
  deepen(link, words, dialog, (viewer) => {
    deep = viewer
    img.style.visibility = 'hidden'
    // Whoever has zoomed in meanwhile stays as near.
    if (scale > 1) viewer.viewport.zoomTo(viewer.viewport.getHomeZoom() * scale, null, true)
    const tell = () => {
      const now = viewer.viewport.getZoom()
      smaller.disabled = now <= viewer.viewport.getMinZoom() * 1.001
      larger.disabled = now >= viewer.viewport.getMaxZoom() * 0.999
    }
    viewer.addHandler('zoom', tell)
    tell()
  }).catch(() => undefined)

  /** @type {Map<number, { x: number, y: number }>} */
  const fingers = new Map()
  const middle = () => {
    const [a = { x: 0, y: 0 }, b = a] = [...fingers.values()]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) }
  }
  let tapped = { at: 0, x: 0, y: 0 }
  let moved = false
  img.onpointerdown = (event) => {
    img.setPointerCapture(event.pointerId)
    if (fingers.size === 0) moved = false
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }
  img.onpointermove = (event) => {
    if (!fingers.has(event.pointerId)) return
    const before = middle()
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    const now = middle()
    if (Math.hypot(now.x - before.x, now.y - before.y) > 1) moved = true
    move(now.x - before.x, now.y - before.y)
    if (before.apart > 0) zoom((scale * now.apart) / before.apart, now.x, now.y)
  }
  const lift = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId)
  }
  img.onpointercancel = lift
  img.onpointerup = (event) => {
    lift(event)
    const { timeStamp: at, clientX, clientY } = event
    const again = at - tapped.at < 300 && Math.hypot(clientX - tapped.x, clientY - tapped.y) < 30
    if (moved || fingers.size > 0) return
    if (again) zoom(scale > 1 ? 1 : leastMaximum, clientX, clientY)
    tapped = again ? { at: 0, x: 0, y: 0 } : { at, x: clientX, y: clientY }
  }
  dialog.addEventListener(
    'wheel',
    (event) => {
      if (deep) return
      event.preventDefault()
      zoom(scale * Math.exp(-event.deltaY / (event.deltaMode ? 10 : 400)), event.clientX, event.clientY)
    },
    { passive: false },
  )
  dialog.onkeydown = (event) => {
    const [byX, byY] = arrows[event.key] ?? [0, 0]
    const factor = factors[event.key] ?? 1
    if (event.ctrlKey || event.metaKey || (byX === 0 && byY === 0 && factor === 1)) return
    event.preventDefault()
    if (factor === 1) moveBy(byX, byY)
    else zoomBy(factor)
  }
  smaller.onclick = () => zoomBy(1 / step)
  larger.onclick = () => zoomBy(step)
  close.onclick = () => dialog.close()
  const resized = () => {
    if (!deep) draw()
  }
  const goneBack = () => dialog.close()
  // The staff app keeps its own.
  const keepsHistory = words.images === undefined
  addEventListener('resize', resized)
  // The way back leads to the page, not away from it.
  if (keepsHistory) history.pushState({ enlarged: true }, '')
  addEventListener('popstate', goneBack)
  dialog.onclose = () => {
    removeEventListener('resize', resized)
    removeEventListener('popstate', goneBack)
    if (keepsHistory && history.state?.enlarged) history.back()
    deep?.destroy()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    document.documentElement.style.overflow = ''
    dialog.remove()
    link.focus()
  }
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()
  close.focus()
  draw()
  return dialog
}

/**
 * Shows the picture in tiles, if it has more pixels than its large form.
 * @param {HTMLAnchorElement} link
 * @param {DOMStringMap} words
 * @param {HTMLDialogElement} dialog
 * @param {(viewer: any) => void} shown Called with the viewer once it shows the first tile.
 */
async function deepen(link, { images }, dialog, shown) {
  const small = link.querySelector('img')
  const [width = 0, height = 0] = ['width', 'height'].map((side) => Number(small?.getAttribute(side)))
  const name = new URL(link.href).searchParams.get('v')
  const longest = Math.max(width, height)
  // Pages name a manifest where the collection is open; otherwise visitors get nothing larger.
  const isOpen = document.querySelector('link[rel="alternate"][href*="/iiif/manifest/"]') !== null
  if (!name || longest <= largeSide || !(images || isOpen)) return
  // It would add a style of its own, which the page's policy forbids.
  document.querySelector('style')?.setAttribute('data-openseadragon-mobile-css', '')
  await import(viewerSrc)
  if (!dialog.isConnected) return
  const scaleFactors = [1]
  for (let factor = 2; longest > (tileSide * factor) / 2; factor *= 2) scaleFactors.push(factor)
  const element = document.createElement('div')
  element.className = 'deep'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', small?.alt ?? '')
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
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
    tileSources: {
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `${location.origin}${images ?? '/iiif/3'}/${name}`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width,
      height,
      tiles: [{ width: tileSide, scaleFactors }],
    },
  })
  viewer.innerTracker.keyDownHandler = null
  viewer.innerTracker.keyHandler = null
  viewer.addOnceHandler('tile-drawn', () => shown(viewer))
}
