import type { FastifyInstance } from 'fastify'
import { minutes } from '../base/clock.ts'
import { whileBusy } from '../base/while-busy.ts'
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
  /** Rebuilds it ahead of the next request if it is in use and no longer current. */
  renew(): Promise<void>
  /** Waits for a build in progress. */
  end(): Promise<void>
}

const inUseMs = minutes(5)

/** Renews answers while requests come: the change of a list may come from any process. */
export function renewWhileBusy(app: FastifyInstance, answers: readonly Pick<CurrentAnswer, 'renew'>[]): void {
  const renewAll = () => {
    for (const answer of answers) void answer.renew()
  }
  const busy = whileBusy({ begin: renewAll, everySecond: renewAll })
  app.addHook('onRequest', (_request, _reply, done) => {
    busy.note()
    done()
  })
  app.addHook('onClose', async () => busy.stop())
}

/** Every request reads the revision, so no answer is older than the last acknowledged change of any process. */
export function currentAnswer({ revision, make }: Making): CurrentAnswer {
  let latest: { readonly revision: string; readonly finished: Finished } | undefined
  let underWay: Promise<Finished> | undefined
  let next: Promise<Finished> | undefined
  let lastRequestAt = Number.NEGATIVE_INFINITY

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

  return {
    async get() {
      lastRequestAt = performance.now()
      const asked = await revision()
      return latest?.revision === asked ? latest.finished : newer()
    },
    async renew() {
      if (underWay || performance.now() - lastRequestAt > inUseMs) return
      // The next request reports the error.
      await newer().catch(() => undefined)
    },
    async end() {
      await underWay?.catch(() => undefined)
    },
  }
}
