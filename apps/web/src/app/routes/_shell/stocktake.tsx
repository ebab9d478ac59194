import { useSearch } from '@tanstack/react-router'
import { StocktakePage } from '../../../features/stocktake/stocktake-page.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { useUpdateSearch } from '../../use-navigation.ts'

// Only for a stocktake of a saved view.
const ViewItems = lazyWithFallback(
  async () => (await import('../../../features/inventory/list/views/view-items.tsx')).ViewItems,
)

export function Screen() {
  const { campaign: stocktakeId } = useSearch({ from: '/_shell/stocktake' })
  const updateSearch = useUpdateSearch()
  return (
    <StocktakePage
      stocktakeId={stocktakeId === undefined ? undefined : Number(stocktakeId)}
      onShowDifferences={(id) =>
        updateSearch({ campaign: id === undefined ? undefined : String(id) }, 'push')
      }
      ViewItems={ViewItems}
    />
  )
}
