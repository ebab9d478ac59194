import type { Db } from '../../db/tables.ts'
import { operationsStore } from './store.ts'

/** Whether nobody can sign in yet. Asked until there is a user: the last root can't be deleted, so there is one for good. */
export function firstRootNeeded(db: Db): () => Promise<boolean> {
  let hasUsers = false
  return async () => {
    if (hasUsers) return false
    try {
      hasUsers = await operationsStore(db).hasUsers()
      return !hasUsers
    } catch {
      // The login page is better without the hint than not there at all.
      return false
    }
  }
}
