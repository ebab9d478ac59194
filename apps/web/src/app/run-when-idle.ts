/** Calls `work` once the browser is idle; returns a function that cancels it. */
export function runWhenIdle(work: () => void): () => void {
  // Fallback for Safari.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}
