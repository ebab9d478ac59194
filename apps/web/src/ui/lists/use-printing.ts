import { useSyncExternalStore } from 'react'

let printing = false

function subscribe(changed: () => void): () => void {
  const note = (now: boolean) => () => {
    printing = now
    changed()
  }
  const before = note(true)
  const after = note(false)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** True while the page is laid out for paper. React draws again before the browser does. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)
