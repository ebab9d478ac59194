/** What acts when it is clicked. A field does not: there a second click selects a word. */
const controls = [
  'button, a, summary, label, input[type="checkbox"], input[type="radio"]',
  '[role="option"], [role="tab"], [role^="menuitem"]',
].join()

const controlOf = ({ target }: Event): Element | null => (target instanceof Element ? target.closest(controls) : null)

function ignore(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Ignores the second click of a double click, on whatever has come under the pointer since the first. A stepper, marked
 * by `data-repeatable`, counts each of them, as long as it is the same one.
 */
export function ignoreDoubleClicks(): () => void {
  let pressed: Element | null = null
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  const onPress = (event: MouseEvent) => {
    if (event.detail <= 1) pressed = controlOf(event)
    else if (controlOf(event) !== pressed) ignore(event)
  }
  const onClick = (event: MouseEvent) => {
    const control = controlOf(event)
    const isRepeat = control === pressed && (control === null || control.hasAttribute('data-repeatable'))
    if (event.detail > 1 && !isRepeat) ignore(event)
  }
  window.addEventListener('mousedown', onPress, options)
  window.addEventListener('click', onClick, options)
  return () => controller.abort()
}
