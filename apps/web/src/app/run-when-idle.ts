/** Delay where the browser cannot tell when it is idle. */
const fallbackDelayMs = 2_000
/** After this time, the work runs even if the browser is never idle. */
const maxDelayMs = 5_000

/** Calls `work` once the browser is idle; returns a function that cancels it. */
export function runWhenIdle(work: () => void): () => void {
  // Safari does not offer it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, fallbackDelayMs)
    return () => clearTimeout(timer)
  }

  const handle = requestIdleCallback(work, { timeout: maxDelayMs })
  return () => cancelIdleCallback(handle)
}
