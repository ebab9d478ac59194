// What every page needs: everything larger is loaded when it is asked for.
const enlarge = /** @type {HTMLAnchorElement | null} */ (document.querySelector('a[data-enlarge]'))

enlarge?.addEventListener('click', async (event) => {
  // In a new tab, as a download …: the browser knows how.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  try {
    const { show } = await import(enlarge.dataset.enlarge ?? '')
    show(enlarge)
  } catch {
    location.assign(enlarge.href)
  }
})

// Large keys for the number on a label, where there is no keyboard.
const pad = document.querySelector('[data-pad]')
const typed = /** @type {HTMLInputElement | null | undefined} */ (pad?.querySelector('#number'))
const keys = /** @type {HTMLElement | null | undefined} */ (pad?.querySelector('.keys'))
if (typed && keys && matchMedia('(pointer: coarse)').matches) {
  typed.inputMode = 'none'
  keys.hidden = false
  keys.onclick = ({ target }) => {
    if (target instanceof HTMLButtonElement)
      typed.value = target.value ? typed.value + target.value : typed.value.slice(0, -1)
  }
}
