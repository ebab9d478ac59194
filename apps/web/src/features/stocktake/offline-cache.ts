import type { StocktakeItem } from '@vitrine/contract'
import { pictureCacheName, stocktakeWorkerScope } from '../../session/stocktake-storage.ts'

/** Limit for all cached pictures together. */
const maxCacheBytes = 15 * 1024 * 1024
const concurrency = 4

/**
 * Caches the scan screen in a service worker. Resolves to false where that is impossible, as
 * without https.
 */
export async function cacheScreen(): Promise<boolean> {
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

const thumbnailUrl = ({ id, picture }: Pick<StocktakeItem, 'id' | 'picture'>) =>
  `/api/image/thumbnail/${id}?v=${picture}`

/**
 * Caches thumbnails of the expected items until the limit or the connection ends; reports the count
 * after each.
 */
export async function cachePictures(
  owner: string,
  items: readonly StocktakeItem[],
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(pictureCacheName(owner))

  const paths = items
    .filter(({ expected, picture }) => expected && picture !== '')
    .map(thumbnailUrl)

  const addresses = new Set(paths.map((path) => new URL(path, location.origin).href))
  const cached = new Set<string>()
  let cachedBytes = 0

  for (const request of await cache.keys()) {
    if (!addresses.has(request.url)) await cache.delete(request)
    else {
      cached.add(request.url)
      cachedBytes += Number((await cache.match(request))?.headers.get('content-length') ?? 0)
    }
  }

  onProgress(cached.size)
  const queue = [...addresses].filter((address) => !cached.has(address))

  const fetchFromQueue = async () => {
    for (
      let address = queue.shift();
      address && cachedBytes < maxCacheBytes && !signal.aborted;
      address = queue.shift()
    ) {
      const response = await fetch(address, { signal })
      if (!response.ok) continue
      const picture = await response.blob()
      cachedBytes += picture.size
      const headers = { 'content-type': picture.type, 'content-length': String(picture.size) }
      await cache.put(address, new Response(picture, { headers }))
      cached.add(address)
      onProgress(cached.size)
    }
  }

  // Pictures are optional offline: without a connection or space the screen works with those
  // cached.
  await Promise.all(Array.from({ length: concurrency }, fetchFromQueue)).catch(() => {})
}
