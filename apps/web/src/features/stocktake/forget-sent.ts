import { deleteDB } from 'idb'
import { outboxDatabaseName, withOutboxLock } from '../../session/stocktake-storage.ts'
import { openOutbox } from './outbox.ts'

/** Deletes what this browser keeps for a person, except what was not sent. Resolves to whether that is anything. */
export const forgetSent = (owner: string): Promise<boolean> =>
  withOutboxLock(owner, 'exclusive', async () => {
    const outbox = await openOutbox(owner)
    const hasUnsent = await outbox.clearSent()
    outbox.close()
    if (!hasUnsent) await deleteNow(outboxDatabaseName(owner))
    return hasUnsent
  })

/** Tabs that use the database close it, but a frozen one can't: then it is deleted when that tab ends. */
function deleteNow(name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  deleteDB(name, { blocked: () => resolve() }).then(resolve, reject)
  return promise
}
