import type { Db } from '../../db/tables.ts'
import { operationsStore } from './store.ts'

/** Whether there is no account yet. Cached once there is one, because the last root can't be deleted. */
export function firstRootNeeded(db: Db): () => Promise<boolean> {
  let hasUsers = false
  return async () => {
    if (hasUsers) return false
    try {
      hasUsers = await operationsStore(db).hasUsers()
      return !hasUsers
    } catch {
      // Better a login page without the hint than none.
      return false
    }
  }
}
