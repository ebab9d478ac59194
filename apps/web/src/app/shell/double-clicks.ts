/** What acts when it is clicked. A field does not: there a second click selects a word. */
const controls = [
  'button, a, summary, label, input[type="checkbox"], input[type="radio"]',
  '[role="option"], [role="tab"], [role^="menuitem"]',
].join()

const controlOf = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest(controls) : null

/**
 * Ignores the second click of a double click, on whatever has come under the pointer since the first. A stepper, marked
 * by `data-repeatable`, counts each of them, as long as it is the same one.
 */
export function ignoreDoubleClicks(): () => void {
  const controller = new AbortController()
  let pressed: Element | null = null
  const onMouse = (event: MouseEvent) => {
    const control = controlOf(event)
    const isRepeat =
      control === pressed && (control === null || control.hasAttribute('data-repeatable'))
    if (event.detail <= 1) pressed = control
    else if (!isRepeat) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  // The press as well: it would move the focus, select a word, or close what has just opened.
  for (const type of ['mousedown', 'click'] as const)
    window.addEventListener(type, onMouse, { capture: true, signal: controller.signal })
  return () => controller.abort()
}
