const outboxPrefix = 'vitrine stocktake '
/** What the stocktake keeps in this browser, by name: it must be found and deleted without loading the screen. */
export const outboxDatabaseName = (email: string) => `${outboxPrefix}${email.toLowerCase()}`

/** Where the worker and the pictures have their caches. */
const cachePrefix = 'stocktake-'
const picturesPrefix = `${cachePrefix}pictures`
export const pictureCacheName = (email: string) => `${picturesPrefix} ${email.toLowerCase()}`
export const stocktakeWorkerScope = '/stocktake'

const placePrefix = 'vitrine stocktake place '
/** Where one is, in `sessionStorage`: another tab may be used in another place. */
export const scanPlaceKey = (campaignId: number) => `${placePrefix}${campaignId}`

export function forgetScanPlaces(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(placePrefix)) sessionStorage.removeItem(key)
}

const unsentKey = (email: string) => `${outboxDatabaseName(email)} unsent`

/** How many facts and photos of a person were not sent yet: counted beside the outbox, so that a loss of it is noticed. */
export const unsentCount = {
  read: (email: string): number => Number(localStorage.getItem(unsentKey(email))) || 0,
  write(email: string, count: number): void {
    if (count > 0) localStorage.setItem(unsentKey(email), String(count))
    else localStorage.removeItem(unsentKey(email))
  },
}

/**
 * Writing shares the lock, deleting has it alone: otherwise a fact that another tab writes after the check for unsent facts would
 * be deleted. Browsers have locks on secure addresses only.
 */
export const withOutboxLock = <Result>(
  email: string,
  mode: LockMode,
  work: () => Promise<Result>,
): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(outboxDatabaseName(email), { mode }, work) : work()

/** The people for whom this browser has an outbox. */
export async function listOutboxOwners(): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  return names
    .filter((name) => name.startsWith(outboxPrefix))
    .map((name) => name.slice(outboxPrefix.length))
}

/** Deletes the pictures that were kept for other people. */
export async function deleteOtherUsersPictures(email: string): Promise<void> {
  // There are no caches on an address without TLS.
  if (!('caches' in window)) return
  const own = pictureCacheName(email)
  for (const name of await caches.keys())
    if (name.startsWith(picturesPrefix) && name !== own) await caches.delete(name)
}

/** Deletes the scan screen itself, which works without reception until then. */
export async function deleteOfflineScreen(): Promise<void> {
  forgetScanPlaces()
  if (!('caches' in window)) return
  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix)) await caches.delete(name)
  await (await navigator.serviceWorker.getRegistration(stocktakeWorkerScope))?.unregister()
}
