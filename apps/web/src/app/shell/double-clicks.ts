/** Elements that act on a click; not text fields, where a double click selects a word. */
const controls = [
  'button, a, summary, label, input[type="checkbox"], input[type="radio"]',
  '[role="option"], [role="tab"], [role^="menuitem"]',
].join()

const findControl = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest(controls) : null

/**
 * Ignores the second click of a double click, which may hit a control that has just appeared under
 * the pointer. Controls with `data-repeatable`, such as steppers, accept repeated clicks.
 */
export function ignoreDoubleClicks(): () => void {
  const controller = new AbortController()
  let firstControl: Element | null = null

  const onMouse = (event: MouseEvent) => {
    const control = findControl(event)
    // The browser counts clicks in quick succession.
    if (event.detail <= 1) {
      firstControl = control
      return
    }

    const mayRepeat = control === null || control.hasAttribute('data-repeatable')
    if (control === firstControl && mayRepeat) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  // Also handles presses, which would move the focus, select a word, or close what has just opened.
  for (const type of ['mousedown', 'click'] as const)
    window.addEventListener(type, onMouse, { capture: true, signal: controller.signal })
  return () => controller.abort()
}
