/** If the palette has not loaded by then, keys go to the page again. */
const timeoutMs = 3_000

let stop: () => string = () => ''

const isText = (event: KeyboardEvent) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing

/** Buffers what is typed between opening the palette and its field getting the focus. */
export const earlyKeys = {
  keep(): void {
    stop()
    let text = ''
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
      stop = () => ''
      return text
    }
  },

  /** Returns the buffered text and stops buffering. */
  take: (): string => stop(),
}
