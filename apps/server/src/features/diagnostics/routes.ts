import { type Api, done } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import type { Handlers } from '../../http/mount.ts'
import { diagnosticsStore } from './store.ts'

export const diagnosticsHandlers = (db: Db): Handlers<Api['diagnostics']> => ({
  testError() {
    throw new Error('a test error, made on purpose')
  },
  async testSqlError() {
    await diagnosticsStore(db).breakOnPurpose()
    return done
  },
  testLog(_input, { actor, log }) {
    log.warn({ user: actor.userId }, 'a test line, written on purpose')
    return done
  },
  clientError({ body }, { actor, log }) {
    log.error({ user: actor.userId, clientError: body }, 'the staff app met an unhandled error')
    return done
  },
})
