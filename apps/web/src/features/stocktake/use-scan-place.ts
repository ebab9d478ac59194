import type { PlaceInTree } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { scanPlaceKey } from '../../session/stocktake-storage.ts'

/**
 * The place where this phone scans; remembered while the browser tab is open. `findFirst` returns
 * the one to start in.
 */
export function useScanPlace(stocktakeId: number, findFirst: () => PlaceInTree | undefined) {
  const key = scanPlaceKey(stocktakeId)
  const [placeId, setPlaceId] = useState(
    () => Number(sessionStorage.getItem(key)) || (findFirst()?.id ?? 0),
  )
  // Unlike the state, the ref changes at once: the next code may already be queued.
  const latestPlaceId = useRef(placeId)

  return {
    placeId,
    currentPlaceId: () => latestPlaceId.current,
    moveTo({ id }: PlaceInTree): void {
      sessionStorage.setItem(key, String(id))
      latestPlaceId.current = id
      setPlaceId(id)
    },
  }
}
