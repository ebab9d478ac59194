import type { Finished } from './finished.ts'

interface Making {
  /** The revision of the data behind the answer; every write changes it. */
  readonly revision: () => Promise<string>
  /** Builds the answer; it must include every change made before this call. */
  readonly make: (revision: string) => Promise<Finished>
}

/**
 * A large answer, built once per revision of its data. Every request reads the revision, so no answer is older than the last
 * acknowledged change of any process.
 */
export function currentAnswer({ revision, make }: Making): () => Promise<Finished> {
  let latest: { readonly revision: string; readonly finished: Finished } | undefined
  let underWay: Promise<Finished> | undefined
  let next: Promise<Finished> | undefined

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

  return async () => {
    const asked = await revision()
    return latest?.revision === asked ? latest.finished : newer()
  }
}
