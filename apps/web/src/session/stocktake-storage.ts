/** What the stocktake keeps in this browser, by name: it must be found and deleted without loading the screen. */
export const outboxName = (email: string) => `vitrine stocktake ${email.toLowerCase()}`

/** Where the worker and the pictures have their caches. */
export const cachePrefix = 'stocktake-'
export const workerScope = '/stocktake'

const placePrefix = 'vitrine stocktake place '
/** Where one is, in `sessionStorage`: another tab may be used in another place. */
export const placeKey = (campaignId: number) => `${placePrefix}${campaignId}`

export function forgetPlaces(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(placePrefix)) sessionStorage.removeItem(key)
}

/** How many facts of a person were not sent yet: counted beside the outbox, so that a loss of it is noticed. */
export const unsentFacts = {
  read: (email: string): number => Number(localStorage.getItem(`${outboxName(email)} unsent`)) || 0,
  write: (email: string, count: number): void => localStorage.setItem(`${outboxName(email)} unsent`, String(count)),
}

/** Deletes everything that the stocktake keeps for a person, unsent facts included. */
export async function forgetStocktake(email: string): Promise<void> {
  localStorage.removeItem(`${outboxName(email)} unsent`)
  forgetPlaces()
  indexedDB.deleteDatabase(outboxName(email))
  // Neither exists on an address without TLS.
  if (!('caches' in window)) return
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name)
  await (await navigator.serviceWorker.getRegistration(workerScope))?.unregister()
}
