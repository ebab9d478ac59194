import type {} from './app/palette/early-keys.ts'

/** Runs before the app has loaded: remembers Ctrl+K and what is typed after it, until the palette takes them over. */
const controller = new AbortController()
let typed: string | undefined

const forget = () => {
  typed = undefined
}

function remember(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event
  const isShortcut = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'
  const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing
  // A field means that the app is there, without the palette: the login.
  if (key === 'Escape' || (event.target as Element).matches('input, textarea')) forget()
  else if (isShortcut) typed ??= ''
  else if (typed !== undefined && isText) typed += key
  else return
  if (typed !== undefined) event.preventDefault()
}

const options = { capture: true, signal: controller.signal }
window.addEventListener('keydown', remember, options)
window.addEventListener('pointerdown', forget, options)
window.takeFirstKeys = () => {
  controller.abort()
  delete window.takeFirstKeys
  return typed
}
