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
