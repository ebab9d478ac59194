declare global {
  interface Window {
    /** Returns the text typed after Ctrl+K; null without Ctrl+K, or once something else has the focus. */
    earlyText?: () => string | null
  }
}

/** Runs before the app has loaded: collects what is typed between Ctrl+K and the palette's field getting the focus. */
let typed: string | null = null
window.earlyText = () => typed

function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  const isInPalette = (event.target as Element).closest('[data-palette]') !== null
  if (key === 'Escape' || isInPalette) typed = null
  else if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') typed ??= ''
  else if (typed === null || key.length > 1 || ctrlKey || metaKey || altKey) return
  else {
    typed += key
    event.stopPropagation()
  }
  if (typed !== null) event.preventDefault()
}

window.addEventListener('keydown', collect, { capture: true })
window.addEventListener('focusin', () => {
  typed = null
})

export {}
