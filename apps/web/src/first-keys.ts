declare global {
  interface Window {
    /** Returns the text typed after Ctrl+K; null without Ctrl+K or once the focus has moved. */
    earlyText?: () => string | null
  }
}

/*
 * Runs before the app has loaded: collects what is typed between Ctrl+K and the moment when the
 * palette's field gets the focus.
 */
let typed: string | null = null

window.earlyText = () => typed

function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  const isInPalette = (event.target as Element).closest('[data-palette]') !== null
  const isPaletteShortcut = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
  const isCharacter = key.length === 1 && !ctrlKey && !metaKey && !altKey

  if (key === 'Escape' || isInPalette) {
    typed = null
  } else if (isPaletteShortcut) {
    typed ??= ''
    event.preventDefault()
  } else if (typed !== null && isCharacter) {
    typed += key
    event.preventDefault()
    event.stopPropagation()
  }
}

window.addEventListener('keydown', collect, { capture: true })
window.addEventListener('focusin', () => {
  typed = null
})

export {}
