import { LRUCache } from 'lru-cache'

/** An LRU cache of promises: concurrent callers with the same cache key share one computation. */
export function promiseCache<T>(max: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const cache = new LRUCache<string, Promise<T>>({ max })

  return (key, make) => {
    const cached = cache.get(key)
    if (cached) return cached
    const promise = make()
    cache.set(key, promise)
    // A failure is not cached: the next caller retries.
    promise.catch(() => cache.peek(key) === promise && cache.delete(key))
    return promise
  }
}
