/** Runs at most so many at once; the others wait their turn. */
export function atMost(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []

  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // A place goes straight to the next in line, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
