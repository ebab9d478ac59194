import { LRUCache } from 'lru-cache'

/** Makes a thing once for each key and keeps the last so many; all who ask meanwhile wait for the same one. */
export function lastMade<Thing>(max: number): (key: string, make: () => Promise<Thing>) => Promise<Thing> {
  const things = new LRUCache<string, Promise<Thing>>({ max })

  return (key, make) => {
    const kept = things.get(key)
    if (kept) return kept
    const thing = make()
    things.set(key, thing)
    // What could not be made is not kept: the next one tries again.
    thing.catch(() => things.peek(key) === thing && things.delete(key))
    return thing
  }
}
