import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const maxBytes = 24 * 1024 * 1024
/** In characters: a longer key is replaced by its hash. */
const maxKeyLength = 8_000

/**
 * An LRU cache of promises: concurrent callers with the same cache key share one computation. Values with a size, in bytes,
 * are evicted before all of them together take much memory.
 */
export function promiseCache<T>(max: number, sizeOf: (value: T) => number = () => 0) {
  const cache = new LRUCache<string, Promise<T>>({ max, maxSize: maxBytes })

  return (facts: string, make: () => Promise<T>): Promise<T> => {
    const key = facts.length > maxKeyLength ? hash('sha256', facts) : facts
    const cached = cache.get(key)
    if (cached) return cached

    const promise = make()
    const keep = (size: number) => cache.set(key, promise, { size: 1 + 2 * key.length + size })
    keep(0)
    const drop = () => cache.peek(key) === promise && cache.delete(key)
    // A failure is not cached: the next caller retries.
    promise.then((value) => drop() && keep(sizeOf(value)), drop)
    return promise
  }
}
