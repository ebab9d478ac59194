// Two buttons instead of the browser's own controls.
for (const player of document.querySelectorAll('[data-player]')) {
  const audio = /** @type {HTMLAudioElement} */ (player.querySelector('audio'))
  const controls = /** @type {HTMLElement} */ (player.querySelector('.controls'))
  const play = /** @type {HTMLElement} */ (player.querySelector('[data-play]'))
  const pause = /** @type {HTMLElement} */ (player.querySelector('[data-pause]'))
  const time = /** @type {HTMLElement} */ (player.querySelector('[data-time]'))
  const progress = /** @type {HTMLProgressElement} */ (player.querySelector('progress'))
  const trouble = /** @type {HTMLElement} */ (player.querySelector('.trouble'))

  const clock = (/** @type {number} */ seconds) =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

  const show = () => {
    player.toggleAttribute('data-playing', !audio.paused)
    const { currentTime, duration } = audio
    if (!Number.isFinite(duration)) return
    time.textContent = `${clock(currentTime)} / ${clock(duration)}`
    progress.value = currentTime / duration
  }
  const fail = () => {
    trouble.textContent = 'The recording can’t be played at the moment.'
  }

  play.onclick = () => {
    trouble.textContent = ''
    audio.play().catch((error) => error.name === 'AbortError' || fail())
  }
  pause.onclick = () => audio.pause()
  for (const event of ['play', 'pause', 'ended', 'timeupdate', 'loadedmetadata']) audio.addEventListener(event, show)

  audio.controls = false
  controls.hidden = false
}
