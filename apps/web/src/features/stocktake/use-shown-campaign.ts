import type { Campaign, CampaignData } from '@vitrine/contract'
import { useCallback, useRef, useState } from 'react'
import type { Outbox } from './outbox.ts'

/** The campaign that is shown. All functions stay the same. */
export function useShownCampaign(campaignId: number) {
  const [data, setData] = useState<CampaignData>()
  const latest = useRef(data)
  const show = useCallback((shown: CampaignData | undefined) => {
    latest.current = shown
    setData(shown)
  }, [])

  /** Shows the state of the campaign, and keeps it for a start without reception. */
  const update = useCallback(
    async (box: Outbox, campaign: Campaign) => {
      const before = latest.current
      if (!before) return
      show({ ...before, campaign })
      // It is missing after a session has ended and begun again while the screen stayed open.
      const isKept =
        campaign.closedAt === before.campaign.closedAt && (await box.hasCampaign(campaignId))
      if (!isKept) await box.keepCampaign({ ...before, campaign })
    },
    [campaignId, show],
  )
  return { data, show, update }
}
