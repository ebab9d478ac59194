import { busy } from '../../failure.ts'

interface Limits {
  /** How many hash at the same time. */
  readonly atOnce: number
  /** How many may wait in each line. */
  readonly waiting: number
}

/**
 * Hashing a password keeps a thread busy that files and compression need too, so few do it at a time. The others wait;
 * people whom their browser makes known go first. Whoever finds a full line is refused at once.
 */
export function hashQueue({ atOnce, waiting }: Limits) {
  const lines = { known: [] as (() => void)[], stranger: [] as (() => void)[] }
  let working = 0

  return async <T>(who: keyof typeof lines, work: () => Promise<T>): Promise<T> => {
    if (working < atOnce) working++
    else {
      const line = lines[who]
      if (line.length >= waiting) throw busy()
      await new Promise<void>((resolve) => line.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = lines.known.shift() ?? lines.stranger.shift()
      if (next) next()
      else working--
    }
  }
}

export type HashQueue = ReturnType<typeof hashQueue>
