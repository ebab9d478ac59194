declare global {
  interface Window {
    /** Set by `first-keys.ts`: what was typed after Ctrl+K before the app had loaded; undefined if that was not pressed. */
    takeFirstKeys?: () => string | undefined
  }
}

/** If the palette has not loaded by then, keys go to the page again. */
const timeoutMs = 3_000

let text = ''
let stop = () => {}

const isText = (event: KeyboardEvent) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing

/** Buffers what is typed between opening the palette and its field getting the focus. */
export const earlyKeys = {
  keep(typed = ''): void {
    stop()
    text = typed
    const onKey = (event: KeyboardEvent) => {
      if (!isText(event)) return
      event.preventDefault()
      event.stopPropagation()
      text += event.key
    }
    const timer = setTimeout(() => stop(), timeoutMs)
    window.addEventListener('keydown', onKey, { capture: true })
    stop = () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(timer)
    }
  },

  take(): string {
    stop()
    const taken = text
    text = ''
    return taken
  },
}
