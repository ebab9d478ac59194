// Posts the height of the event box to the embedding page, so that it can resize the frame. No
// other data leaves the frame.
function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  parent.postMessage({ vitrine: 'save-the-date', height }, '*')
}

new ResizeObserver(tellHeight).observe(document.body)
// Again after loading, because the embedding page may start to listen late.
addEventListener('load', tellHeight)
