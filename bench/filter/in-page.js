// @ts-nocheck -- runs in the page, where Node's types don't hold

/**
 * Watches the next key. `painted` resolves with the time until the frame with its results was
 * painted.
 */
globalThis.watchNextKey = () => {
  globalThis.painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('A key changed nothing in the list.')), 10_000)
    const onKey = (event) => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        // The task after the next frame runs once that frame is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)))
      })
      observer.observe(document.querySelector('tbody'), {
        attributes: true,
        childList: true,
        subtree: true,
      })
    }
    addEventListener('keydown', onKey, { capture: true, once: true })
  })
}
