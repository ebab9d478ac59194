import type { Campaign, CampaignData } from '@vitrine/contract'
import { useCallback, useRef, useState } from 'react'
import type { Outbox } from './outbox.ts'

/** The state of the shown campaign. The returned functions are stable. */
export function useShownCampaign(campaignId: number) {
  const [data, setData] = useState<CampaignData>()
  const latest = useRef(data)

  const show = useCallback((newData: CampaignData | undefined) => {
    latest.current = newData
    setData(newData)
  }, [])

  /** Shows a new state of the campaign, and stores it for a start without reception. */
  const update = useCallback(
    async (outbox: Outbox, campaign: Campaign) => {
      const before = latest.current
      if (!before) return
      show({ ...before, campaign })
      // A session that ended and began again while the screen stayed open has deleted it.
      const isStored =
        campaign.closedAt === before.campaign.closedAt && (await outbox.hasCampaign(campaignId))
      if (!isStored) await outbox.saveCampaign({ ...before, campaign })
    },
    [campaignId, show],
  )

  return { data, show, update }
}
