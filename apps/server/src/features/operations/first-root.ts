import type { Db } from '../../db/tables.ts'
import { operationsStore } from './store.ts'

/** Whether nobody can sign in yet. Cached once there is a user, because the last root can't be deleted. */
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
