import type { StocktakeItem } from '@vitrine/contract'
import { pictureCacheName, stocktakeWorkerScope } from '../../session/stocktake-storage.ts'

/** Of all pictures together: the phone has other uses for its memory. */
const maxBytes = 15 * 1024 * 1024
const atOnce = 4

/** Keeps the screen itself on the phone. False where the browser can't, as on an address without TLS. */
export async function keepScreen(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    await navigator.serviceWorker.register('/stocktake-worker.js', {
      scope: stocktakeWorkerScope,
      updateViaCache: 'none',
    })
    await navigator.serviceWorker.ready
    await navigator.storage?.persist?.()
    return true
  } catch {
    return false
  }
}

const thumbnailOf = ({ id, picture }: Pick<StocktakeItem, 'id' | 'picture'>) =>
  `/api/image/thumbnail/${id}?v=${picture}`

/** Keeps small pictures of the expected items, as many as there is room and a connection for; tells how many are there. */
export async function keepPictures(
  owner: string,
  items: readonly StocktakeItem[],
  onKept: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(pictureCacheName(owner))
  const wanted = items
    .filter(({ expected, picture }) => expected && picture !== '')
    .map(thumbnailOf)
  const addresses = new Set(wanted.map((path) => new URL(path, location.origin).href))
  const kept = new Set<string>()
  let bytes = 0
  for (const request of await cache.keys()) {
    if (!addresses.has(request.url)) await cache.delete(request)
    else {
      kept.add(request.url)
      bytes += Number((await cache.match(request))?.headers.get('content-length') ?? 0)
    }
  }
  onKept(kept.size)
  const queue = [...addresses].filter((address) => !kept.has(address))
  const fetchSome = async () => {
    for (
      let address = queue.shift();
      address && bytes < maxBytes && !signal.aborted;
      address = queue.shift()
    ) {
      const response = await fetch(address, { signal })
      if (!response.ok) continue
      const picture = await response.blob()
      bytes += picture.size
      const headers = { 'content-type': picture.type, 'content-length': String(picture.size) }
      await cache.put(address, new Response(picture, { headers }))
      kept.add(address)
      onKept(kept.size)
    }
  }
  // Without a connection or room those that are there will do.
  await Promise.all(Array.from({ length: atOnce }, fetchSome)).catch(() => {})
}
