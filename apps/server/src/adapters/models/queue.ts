import { Failure } from '../../failure.ts'

/** Lets a few work at once; the others wait in line, up to a limit. */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const line: (() => void)[] = []
  let working = 0

  return {
    /** Waits for a free place; the returned function gives it back. */
    async enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted()
      if (working < atOnce) working++
      else {
        if (line.length >= waiting)
          throw new Failure('unavailable', 'The assistant has too much to do. Please try again in a minute.', {
            retryAfter: 60,
          })
        await turn(signal)
      }
      let left = false
      return () => {
        if (left) return
        left = true
        const next = line.shift()
        // The place goes to the next in line, so the count stays.
        if (next) next()
        else working--
      }
    },
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        line.splice(line.indexOf(proceed), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      line.push(proceed)
    })
  }
}
