import { type Api, api } from '@vitrine/contract'
import { seconds } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../http/mount.ts'
import { about } from './about.ts'
import { firstRootNeeded } from './first-root.ts'
import { openApiOf } from './open-api.ts'
import { operationsStore } from './store.ts'

// A load balancer needs the answer soon.
const timeoutMs = seconds(3)

export const operationsHandlers = ({ db, media, config, demo }: Context): Handlers<Api['operations']> => {
  const { foundation, credit, externalTools } = config
  let openApi: ReturnType<typeof openApiOf> | undefined
  const needsFirstRoot = firstRootNeeded(db)
  return {
    health: () => ({ status: 'ok' }),
    async ready(_input, { log }) {
      const reportFailure = (service: string) => (error: unknown) => {
        log.error({ err: error }, `the ${service} can’t be reached`)
        return `The ${service} can’t be reached.`
      }
      const check = (service: string, answer: Promise<unknown>) =>
        withTimeout(answer, timeoutMs, `no answer within ${timeoutMs} ms`).then(() => null, reportFailure(service))
      const problems = await Promise.all([
        check('database', operationsStore(db).ping()),
        check('media store', media.ping()),
      ])
      const message = problems.filter(Boolean).join(' ')
      if (message) throw new Failure('unavailable', message, { retryAfter: 5 })
      return { status: 'ok' }
    },
    about,
    settings: async () => ({ foundation, credit, demo, needsFirstRoot: await needsFirstRoot() }),
    externalTools: () => externalTools,
    openApi: () => {
      openApi ??= openApiOf(api)
      return openApi
    },
  }
}
