import { useSearch } from '@tanstack/react-router'
import { ViewItems } from '../../../features/inventory/list/views/view-items.tsx'
import { StocktakePage } from '../../../features/stocktake/stocktake-page.tsx'
import { useWriteSearch } from '../../use-navigation.ts'

export function Screen() {
  const { campaign } = useSearch({ from: '/_shell/stocktake' })
  const write = useWriteSearch()
  return (
    <StocktakePage
      campaignId={campaign === undefined ? undefined : Number(campaign)}
      onCampaign={(id) => write({ campaign: id === undefined ? undefined : String(id) }, 'step')}
      ViewItems={ViewItems}
    />
  )
}
