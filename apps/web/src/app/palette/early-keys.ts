/** Long after the palette should be there: if it can't be loaded, the keys belong to the page again. */
const timeoutMs = 3_000

let stop: () => string = () => ''

const isText = (event: KeyboardEvent) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing

/** From the call of the palette until its field has the focus, what is typed is kept for it. */
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

  /** What was typed so far; from now on the keys go where the focus is. */
  take: (): string => stop(),
}
