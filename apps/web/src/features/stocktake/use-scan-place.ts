import type { PlaceInTree } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { scanPlaceKey } from '../../session/stocktake-storage.ts'

/** The place where this phone is; remembered as long as the browser's tab is open. */
export function useScanPlace(campaignId: number) {
  const key = scanPlaceKey(campaignId)
  const [placeId, setPlaceId] = useState(() => Number(sessionStorage.getItem(key)))
  // At once, unlike the state: the next code may wait already.
  const here = useRef(placeId)
  return {
    placeId,
    here: () => here.current,
    moveTo({ id }: PlaceInTree): void {
      sessionStorage.setItem(key, String(id))
      here.current = id
      setPlaceId(id)
    },
  }
}
