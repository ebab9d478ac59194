// Two buttons and a bar instead of the browser's own controls. While the visitor reads on, they stay at the bottom.
for (const player of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-player]'))) {
  const audio = /** @type {HTMLAudioElement} */ (player.querySelector('audio'))
  const controls = /** @type {HTMLElement} */ (player.querySelector('.controls'))
  const play = /** @type {HTMLElement} */ (player.querySelector('[data-play]'))
  const pause = /** @type {HTMLElement} */ (player.querySelector('[data-pause]'))
  const time = /** @type {HTMLElement} */ (player.querySelector('[data-time]'))
  const bar = /** @type {HTMLInputElement} */ (player.querySelector('[type=range]'))
  const status = /** @type {HTMLElement} */ (player.querySelector('.trouble'))
  const { title = '', artist = '', artwork, ofWhole = '', trouble = '' } = player.dataset
  const session = navigator.mediaSession

  const clock = (/** @type {number} */ seconds) =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

  const show = () => {
    const { currentTime, duration, paused } = audio
    const pressed = document.activeElement
    controls.toggleAttribute('data-playing', !paused)
    // At the bottom of the window only one of the two is shown.
    if (controls.hasAttribute('data-apart') && (pressed === play || pressed === pause)) (paused ? play : pause).focus()
    if (session) session.playbackState = paused ? 'paused' : 'playing'
    if (!Number.isFinite(duration)) return
    const [heard, whole] = [clock(currentTime), clock(duration)]
    time.textContent = `${heard} / ${whole}`
    bar.disabled = false
    bar.max = String(duration)
    // Else the thumb would jump back while it is dragged.
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

  /** What a locked telephone shows, and its buttons. */
  const announce = () => {
    if (!session || !('MediaMetadata' in window)) return
    session.metadata = new MediaMetadata({ title, artist, artwork: artwork ? [{ src: artwork }] : [] })
    const handlers = /** @type {Partial<Record<MediaSessionAction, MediaSessionActionHandler>>} */ ({
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
        // This browser does not know the action.
      }
    }
  }

  /** Their own place is kept free, and so is what they would cover at the end of the page. */
  let inSight = true
  const place = () => {
    const apart = !inSight && audio.currentTime > 0 && !audio.ended
    if (apart === controls.hasAttribute('data-apart')) return
    const pressed = document.activeElement
    player.style.minHeight = apart ? `${player.offsetHeight}px` : ''
    controls.toggleAttribute('data-apart', apart)
    // A containing block between them and the page could not let them go.
    if (apart) document.querySelector('main')?.append(controls)
    else audio.after(controls)
    if (pressed instanceof HTMLElement && controls.contains(pressed)) pressed.focus({ preventScroll: true })
    const height = apart ? `${controls.offsetHeight}px` : ''
    document.body.style.paddingBottom = height
    document.documentElement.style.scrollPaddingBottom = height
  }

  play.onclick = start
  pause.onclick = () => audio.pause()
  bar.oninput = () => seek(Number(bar.value))
  audio.addEventListener('play', announce, { once: true })
  for (const event of ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'loadedmetadata']) {
    audio.addEventListener(event, () => {
      show()
      place()
    })
  }
  if ('IntersectionObserver' in window) {
    new IntersectionObserver(([entry]) => {
      inSight = entry?.isIntersecting ?? true
      place()
    }).observe(player)
  }

  audio.controls = false
  controls.hidden = false
}
