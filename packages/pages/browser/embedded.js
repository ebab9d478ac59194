// Tells the page around the box of events how high it is, so that its frame can follow. Nothing else leaves the frame.
function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  parent.postMessage({ vitrine: 'save-the-date', height }, '*')
}

new ResizeObserver(tellHeight).observe(document.body)
// A page around it may start to listen late.
addEventListener('load', tellHeight)
