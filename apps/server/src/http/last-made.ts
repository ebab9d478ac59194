/** Makes a thing once for each key and keeps the last so many; all who ask meanwhile wait for the same one. */
export function lastMade<Thing>(count: number): (key: string, make: () => Promise<Thing>) => Promise<Thing> {
  // A map hands out its keys in the order in which they were put in: the first is the one unused for longest.
  const things = new Map<string, Promise<Thing>>()

  return (key, make) => {
    const thing = things.get(key) ?? make()
    things.delete(key)
    things.set(key, thing)
    // What could not be made is not kept: the next one tries again.
    thing.catch(() => things.get(key) === thing && things.delete(key))
    for (const oldest of things.keys()) {
      if (things.size <= count) break
      things.delete(oldest)
    }
    return thing
  }
}
