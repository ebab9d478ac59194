// Replaces the browser's audio controls with two buttons and a slider, which stay at the bottom of
// the window while the visitor scrolls. Their CSS is here because pages without scripts do not need
// it.
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
audio:not([controls]) { display: none }
.controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.controls button { display: flex; align-items: center; gap: .5rem; min-height: 2.75rem; padding: 0 1rem;
  border: 1px solid var(--accent); border-radius: 4px; background: none; color: var(--accent); font: inherit;
  font-size: 1rem; cursor: pointer }
.controls svg { fill: currentColor }
.controls:not([data-playing]) [data-play], [data-playing] [data-pause] {
  background: var(--accent); color: var(--page) }
.time { margin-inline-start: auto; color: var(--quiet); font-size: .875rem; font-variant-numeric: tabular-nums;
  white-space: nowrap }
[type=range] { flex: 1 0 100%; height: 1.5rem; margin: 0; accent-color: var(--accent) }
[data-apart] { position: fixed; inset: auto 0 0; z-index: 1; border-top: 1px solid var(--line); background: var(--page);
  padding: .5rem max(var(--edge), env(safe-area-inset-right)) max(.5rem, env(safe-area-inset-bottom)) }
[data-apart] [type=range] { flex: 1 1 6rem; order: -1 }
[data-apart] button { order: -2 }
[data-apart]:not([data-playing]) [data-pause], [data-apart][data-playing] [data-play] { display: none }
@media (forced-colors: active) { .controls:not([data-playing]) [data-play], [data-playing] [data-pause] {
  forced-color-adjust: none; border-color: Highlight; background: Highlight; color: HighlightText } }
@media print { .controls { display: none } }
`)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

for (const player of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll('[data-player]')
)) {
  const audio = /** @type {HTMLAudioElement} */ (player.querySelector('audio'))
  const controls = /** @type {HTMLElement} */ (player.querySelector('.controls'))
  const play = /** @type {HTMLElement} */ (player.querySelector('[data-play]'))
  const pause = /** @type {HTMLElement} */ (player.querySelector('[data-pause]'))
  const time = /** @type {HTMLElement} */ (player.querySelector('[data-time]'))
  const bar = /** @type {HTMLInputElement} */ (player.querySelector('[type=range]'))
  const status = /** @type {HTMLElement} */ (player.querySelector('.trouble'))
  const { title = '', artist = '', artwork, ofWhole = '', trouble = '' } = player.dataset
  const session = navigator.mediaSession

  const formatTime = (/** @type {number} */ seconds) =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

  const show = () => {
    const { currentTime, duration, paused } = audio
    const focused = document.activeElement
    controls.toggleAttribute('data-playing', !paused)
    // At the bottom of the window, only one of the buttons is visible, so focus moves to it.
    if (controls.hasAttribute('data-apart') && (focused === play || focused === pause))
      (paused ? play : pause).focus()
    if (session) session.playbackState = paused ? 'paused' : 'playing'
    if (!Number.isFinite(duration)) return
    const [heard, whole] = [formatTime(currentTime), formatTime(duration)]
    time.textContent = `${heard} / ${whole}`
    bar.disabled = false
    bar.max = String(duration)
    // Otherwise the thumb would jump back while being dragged.
    if (!audio.seeking) bar.value = String(currentTime)
    bar.setAttribute('aria-valuetext', ofWhole.replace('{heard}', heard).replace('{whole}', whole))
    session?.setPositionState?.({ duration, position: Math.min(currentTime, duration) })
  }

  const start = () => {
    status.textContent = ''
    audio.play().catch((error) => {
      if (error.name !== 'AbortError') status.textContent = trouble
    })
  }
  const seek = (/** @type {number} */ to) => {
    audio.currentTime = Math.max(0, Math.min(to, audio.duration || 0))
  }

  /** Sets title and buttons for lock screens. */
  const updateMediaSession = () => {
    if (!session || !('MediaMetadata' in window)) return
    session.metadata = new MediaMetadata({
      title,
      artist,
      artwork: artwork ? [{ src: artwork }] : [],
    })
    const handlers =
      /** @type {Partial<Record<MediaSessionAction, MediaSessionActionHandler>>} */ ({
        play: start,
        pause: () => audio.pause(),
        seekto: ({ seekTime }) => seek(seekTime ?? 0),
        seekbackward: ({ seekOffset }) => seek(audio.currentTime - (seekOffset ?? 10)),
        seekforward: ({ seekOffset }) => seek(audio.currentTime + (seekOffset ?? 10)),
      })
    for (const [action, handle] of Object.entries(handlers)) {
      try {
        session.setActionHandler(/** @type {MediaSessionAction} */ (action), handle)
      } catch {
        // The browser does not support this action.
      }
    }
  }

  let isPlayerVisible = true
  /** Moves the controls to the bottom of the window or back, without layout shifts. */
  const positionControls = () => {
    const isDetached = !isPlayerVisible && audio.currentTime > 0 && !audio.ended
    if (isDetached === controls.hasAttribute('data-apart')) return
    const focused = document.activeElement
    player.style.minHeight = isDetached ? `${player.offsetHeight}px` : ''
    controls.toggleAttribute('data-apart', isDetached)
    // Outside of the article, whose containing block would trap fixed elements.
    if (isDetached) document.querySelector('main')?.append(controls)
    else audio.after(controls)
    if (focused instanceof HTMLElement && controls.contains(focused))
      focused.focus({ preventScroll: true })
    const height = isDetached ? `${controls.offsetHeight}px` : ''
    document.body.style.paddingBottom = height
    document.documentElement.style.scrollPaddingBottom = height
  }

  /** Caches the recording for offline use once it is fully loaded. */
  const cacheWhenLoaded = () => {
    const { buffered, duration, currentSrc } = audio
    if (
      buffered.length === 0 ||
      buffered.end(buffered.length - 1) < duration - 1 ||
      !audio.played.length
    )
      return
    navigator.serviceWorker?.controller?.postMessage([currentSrc])
    audio.removeEventListener('timeupdate', cacheWhenLoaded)
  }
  audio.addEventListener('timeupdate', cacheWhenLoaded)

  play.onclick = start
  pause.onclick = () => audio.pause()
  bar.oninput = () => seek(Number(bar.value))
  audio.addEventListener('play', updateMediaSession, { once: true })
  for (const event of ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'loadedmetadata']) {
    audio.addEventListener(event, () => {
      show()
      positionControls()
    })
  }
  if ('IntersectionObserver' in window) {
    new IntersectionObserver(([entry]) => {
      isPlayerVisible = entry?.isIntersecting ?? true
      positionControls()
    }).observe(player)
  }

  audio.controls = false
}
