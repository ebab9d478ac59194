import { type Api, api, type Settings } from '@vitrine/contract'
import { seconds } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/tables.ts'
import { Failure } from '../../failure.ts'
import type { Handlers } from '../../http/mount.ts'
import { inTime } from '../../in-time.ts'
import { firstRootNeeded } from './first-root.ts'
import { openApiOf } from './open-api.ts'
import { operationsStore } from './store.ts'

// Whoever asks wants to send people elsewhere, and soon.
const patience = seconds(3)

interface Parts {
  readonly db: Db
  readonly config: Pick<Config, 'foundation' | 'credit' | 'externalTools'>
  readonly demo: Settings['demo']
}

export const operationsHandlers = ({ db, config, demo }: Parts): Handlers<Api['operations']> => {
  const { foundation, credit, externalTools } = config
  const openApi = openApiOf(api)
  const needsFirstRoot = firstRootNeeded(db)
  return {
    health: () => ({ status: 'ok' }),
    async ready(_input, { log }) {
      try {
        await inTime(operationsStore(db).ping(), patience, `no answer within ${patience} ms`)
        return { status: 'ok' }
      } catch (error) {
        log.error({ err: error }, 'the database can’t be reached')
        throw new Failure('unavailable', 'The database can’t be reached.')
      }
    },
    settings: async () => ({ foundation, credit, demo, needsFirstRoot: await needsFirstRoot() }),
    externalTools: () => externalTools,
    openApi: () => openApi,
  }
}
