interface Shared<T> {
  readonly done: Promise<T>
  readonly stop: AbortController
  callers: number
}

/** Callers with the same key share one piece of work, which is aborted when the last of them has cancelled. */
export function sharedWork<T>() {
  const current = new Map<string, Shared<T>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const stop = new AbortController()
    const shared = { done: work(stop.signal), stop, callers: 0 }
    const forget = () => {
      if (current.get(key) === shared) current.delete(key)
    }
    shared.done.then(forget, forget)
    current.set(key, shared)
    return shared
  }

  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    const shared = current.get(key) ?? begin(key, work)
    shared.callers++
    const left = Promise.withResolvers<never>()
    const leave = () => left.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([shared.done, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
      shared.callers--
      if (shared.callers === 0) {
        // Aborted work takes no new callers.
        if (current.get(key) === shared) current.delete(key)
        shared.stop.abort(new Error('all callers have left'))
      }
    }
  }
}
