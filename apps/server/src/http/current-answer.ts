import { minutes, seconds } from '../base/clock.ts'
import type { Finished } from './finished.ts'

interface Making {
  /** The revision of the data behind the answer; every write changes it. */
  readonly revision: () => Promise<string>
  /** Builds the answer; it must include every change made before this call. */
  readonly make: (revision: string) => Promise<Finished>
}

/** A large answer, built once per revision of its data. */
export interface CurrentAnswer {
  get(): Promise<Finished>
  /** Stops polling and waits for a build in progress. */
  end(): Promise<void>
}

const pollIntervalMs = seconds(1)
const idleAfterMs = minutes(5)

/**
 * Every request reads the revision, so no answer is older than the last acknowledged change of any process. While the
 * answer is in use, the revision is polled and the answer rebuilt ahead of the next request.
 */
export function currentAnswer({ revision, make }: Making): CurrentAnswer {
  let latest: { readonly revision: string; readonly finished: Finished } | undefined
  let underWay: Promise<Finished> | undefined
  let next: Promise<Finished> | undefined
  let pollTimer: NodeJS.Timeout | undefined
  let lastRequestAt = 0

  async function makeIfNeeded(): Promise<Finished> {
    const now = await revision()
    if (latest?.revision !== now) latest = { revision: now, finished: await make(now) }
    return latest.finished
  }

  /** One build at a time. A build in progress may miss the latest change, so all requests meanwhile share the next one. */
  function newer(): Promise<Finished> {
    if (underWay) {
      next ??= underWay.then(startNext, startNext)
      return next
    }
    const made = makeIfNeeded().finally(() => {
      underWay = undefined
    })
    underWay = made
    return made
  }

  function startNext(): Promise<Finished> {
    next = undefined
    return newer()
  }

  async function poll(): Promise<void> {
    if (performance.now() - lastRequestAt > idleAfterMs) stopPolling()
    // The next request reports the error.
    else if (!underWay) await newer().catch(() => undefined)
  }

  function stopPolling(): void {
    clearInterval(pollTimer)
    pollTimer = undefined
  }

  return {
    async get() {
      lastRequestAt = performance.now()
      pollTimer ??= setInterval(poll, pollIntervalMs).unref()
      const asked = await revision()
      return latest?.revision === asked ? latest.finished : newer()
    },
    async end() {
      stopPolling()
      await underWay?.catch(() => undefined)
    },
  }
}
