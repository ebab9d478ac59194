// Names of everything that stocktakes store in this browser. They are here because the app deletes
// the data at sign-out without loading the stocktake screen.

const outboxPrefix = 'vitrine stocktake '
export const outboxDatabaseName = (email: string) => `${outboxPrefix}${email.toLowerCase()}`

/** Also the beginning of the cache names in `stocktake-worker.js`. */
const cachePrefix = 'stocktake-'
const picturesPrefix = `${cachePrefix}pictures`
export const pictureCacheName = (email: string) => `${picturesPrefix} ${email.toLowerCase()}`
export const stocktakeWorkerScope = '/stocktake'

const placePrefix = 'vitrine stocktake place '
/** In `sessionStorage`, because each tab may scan in another place. */
export const scanPlaceKey = (stocktakeId: number) => `${placePrefix}${stocktakeId}`

export function forgetScanPlaces(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(placePrefix)) sessionStorage.removeItem(key)
}

const unsentKey = (email: string) => `${outboxDatabaseName(email)} unsent`

/** Number of a user's unsent facts and photos; stored apart from the outbox to detect its loss. */
export const unsentCount = {
  read: (email: string): number => Number(localStorage.getItem(unsentKey(email))) || 0,
  write(email: string, count: number): void {
    if (count > 0) localStorage.setItem(unsentKey(email), String(count))
    else localStorage.removeItem(unsentKey(email))
  },
}

/**
 * Writers share the lock and deletion takes it exclusively: otherwise a fact written by another tab
 * after the check for unsent facts would be deleted. Browsers offer locks on secure origins only.
 */
export const withOutboxLock = <Result>(
  email: string,
  mode: LockMode,
  work: () => Promise<Result>,
): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(outboxDatabaseName(email), { mode }, work) : work()

/** Lists the email addresses that have an outbox in this browser. */
export async function listOutboxOwners(): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  return names
    .filter((name) => name.startsWith(outboxPrefix))
    .map((name) => name.slice(outboxPrefix.length))
}

export async function deleteOtherUsersPictures(email: string): Promise<void> {
  // Browsers offer caches on secure origins only.
  if (!('caches' in window)) return

  const ownCacheName = pictureCacheName(email)
  for (const name of await caches.keys())
    if (name.startsWith(picturesPrefix) && name !== ownCacheName) await caches.delete(name)
}

/** Deletes the scan screen that the service worker keeps for use without reception. */
export async function deleteOfflineScreen(): Promise<void> {
  forgetScanPlaces()
  if (!('caches' in window)) return

  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix)) await caches.delete(name)
  await (await navigator.serviceWorker.getRegistration(stocktakeWorkerScope))?.unregister()
}
