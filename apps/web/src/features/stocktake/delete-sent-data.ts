import { deleteDB } from 'idb'
import { outboxDatabaseName, withOutboxLock } from '../../session/stocktake-storage.ts'
import { openOutbox } from './outbox.ts'

/**
 * Deletes a person's stocktake data from this browser, except what was not sent. Resolves to
 * whether any of that is left.
 */
export const deleteSentData = (owner: string): Promise<boolean> =>
  withOutboxLock(owner, 'exclusive', async () => {
    const outbox = await openOutbox(owner)
    const hasUnsent = await outbox.clearSent()
    outbox.close()
    if (!hasUnsent) await deleteDatabase(outboxDatabaseName(owner))
    return hasUnsent
  })

/**
 * Does not wait for a frozen tab, which cannot close the database: the browser deletes it when that
 * tab ends.
 */
function deleteDatabase(name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  deleteDB(name, { blocked: () => resolve() }).then(resolve, reject)
  return promise
}
