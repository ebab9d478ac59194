import type { Stocktake, StocktakeData } from '@vitrine/contract'
import { useCallback, useRef, useState } from 'react'
import type { Outbox } from './outbox.ts'

/** The state of the shown stocktake. The returned functions are stable. */
export function useShownStocktake(stocktakeId: number) {
  const [data, setData] = useState<StocktakeData>()
  const latest = useRef(data)

  const show = useCallback((newData: StocktakeData | undefined) => {
    latest.current = newData
    setData(newData)
  }, [])

  /** Shows a new state of the stocktake, and stores it for a start without reception. */
  const update = useCallback(
    async (outbox: Outbox, stocktake: Stocktake) => {
      const before = latest.current
      if (!before) return
      show({ ...before, campaign: stocktake })
      // A session that ended and began again while the screen stayed open has deleted it.
      const isStored =
        stocktake.closedAt === before.campaign.closedAt && (await outbox.hasStocktake(stocktakeId))
      if (!isStored) await outbox.saveStocktake({ ...before, campaign: stocktake })
    },
    [stocktakeId, show],
  )

  return { data, show, update }
}
