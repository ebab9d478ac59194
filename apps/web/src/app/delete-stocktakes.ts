import {
  deleteOfflineScreen,
  deleteOtherUsersPictures,
  listOutboxOwners,
} from '../session/stocktake-storage.ts'

/**
 * Deletes the stocktake data of users other than `email` from this browser: items, places, pictures
 * and sent facts. Unsent facts stay for their authors. `email` is empty if nobody is signed in.
 */
export async function deleteOtherUsersStocktakes(email: string): Promise<void> {
  // Tests have no IndexedDB, and Firefox before 126 can't list databases.
  if (!('indexedDB' in window) || !('databases' in indexedDB)) return

  await deleteOtherUsersPictures(email)
  const others = (await listOutboxOwners()).filter((owner) => owner !== email.toLowerCase())
  const haveUnsent = await deleteSentFacts(others)
  // Runs even without databases: leaving the scan screen may have interrupted an earlier deletion.
  if (email === '' && !haveUnsent.includes(true)) await deleteOfflineScreen()
}

/** Returns for each owner whether unsent facts are left. */
async function deleteSentFacts(owners: readonly string[]): Promise<boolean[]> {
  if (owners.length === 0) return []
  const { deleteSentData } = await import('../features/stocktake/delete-sent-data.ts')
  return Promise.all(owners.map(deleteSentData))
}
