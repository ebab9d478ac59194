import { minutes, seconds } from '../base/clock.ts'
import type { Finished } from './finished.ts'

interface Making {
  /** Names the state of what the answer shows; a change of it writes another name. */
  readonly revision: () => Promise<string>
  /** Makes the answer. Whatever was changed before the call is in it. */
  readonly make: (revision: string) => Promise<Finished>
}

/** A big answer, made once for each state of what it shows. */
export interface CurrentAnswer {
  get(): Promise<Finished>
  /** Stops looking for changes, and waits for what is under way. */
  end(): Promise<void>
}

const lookEvery = seconds(1)
const inUseFor = minutes(5)

/**
 * Every request asks for the revision, so nobody ever gets an answer older than the last change that was acknowledged,
 * by whichever process. While the answer is in use, changes are looked for, and it is made again before somebody asks.
 */
export function currentAnswer({ revision, make }: Making): CurrentAnswer {
  let latest: { readonly revision: string; readonly finished: Finished } | undefined
  let underWay: Promise<Finished> | undefined
  let next: Promise<Finished> | undefined
  let lookout: NodeJS.Timeout | undefined
  let askedAt = 0

  async function makeIfNeeded(): Promise<Finished> {
    const now = await revision()
    if (latest?.revision !== now) latest = { revision: now, finished: await make(now) }
    return latest.finished
  }

  /** One at a time. What was begun before a request may lack what it must show: all such requests share the next one. */
  function newer(): Promise<Finished> {
    if (underWay) {
      next ??= underWay.then(nextOne, nextOne)
      return next
    }
    const made = makeIfNeeded().finally(() => {
      underWay = undefined
    })
    underWay = made
    return made
  }

  function nextOne(): Promise<Finished> {
    next = undefined
    return newer()
  }

  async function look(): Promise<void> {
    if (performance.now() - askedAt > inUseFor) stopLooking()
    // Whoever asks for the answer is told what is wrong.
    else if (!underWay) await newer().catch(() => undefined)
  }

  function stopLooking(): void {
    clearInterval(lookout)
    lookout = undefined
  }

  return {
    async get() {
      askedAt = performance.now()
      lookout ??= setInterval(look, lookEvery).unref()
      const asked = await revision()
      return latest?.revision === asked ? latest.finished : newer()
    },
    async end() {
      stopLooking()
      await underWay?.catch(() => undefined)
    },
  }
}
