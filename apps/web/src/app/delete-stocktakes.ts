import {
  deleteOfflineScreen,
  deleteOtherUsersPictures,
  listOutboxOwners,
} from '../session/stocktake-storage.ts'

/**
 * Deletes what stocktakes keep in this browser for people who are not signed in: items, places, pictures, and facts that were sent.
 * What was not sent stays for its author. `email` is empty if no person is signed in.
 */
export async function deleteOtherUsersStocktakes(email: string): Promise<void> {
  // No database in a test, and no list of them in Firefox before version 126.
  if (!('indexedDB' in window) || !('databases' in indexedDB)) return
  await deleteOtherUsersPictures(email)
  const others = (await listOutboxOwners()).filter((owner) => owner !== email.toLowerCase())
  const haveUnsent = await forgetEach(others)
  // Leaving the scan screen may have interrupted it after the last database.
  if (email === '' && !haveUnsent.includes(true)) await deleteOfflineScreen()
}

async function forgetEach(owners: readonly string[]): Promise<boolean[]> {
  if (owners.length === 0) return []
  const { deleteSentData } = await import('../features/stocktake/forget-sent.ts')
  return Promise.all(owners.map(deleteSentData))
}
