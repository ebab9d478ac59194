import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ItemComments } from '../../../features/comments/item-comments.tsx'
import { historyQueries } from '../../../features/history/history-queries.ts'
import { ItemPage } from '../../../features/inventory/detail/item-page.tsx'
import { Block } from '../../../ui/block.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'

export const Route = createFileRoute('/_shell/inventory-detail/$id')({ component: InventoryDetail })

// It stands at the bottom, and asks the server for more before it shows anything.
const ItemHistory = lazy(async () => ({
  default: (await import('../../../features/history/item-history.tsx')).ItemHistory,
}))

const historyToCome = (
  <Block title="History">
    <RowSkeletons label="Loading the history" rows={3} />
  </Block>
)

function InventoryDetail() {
  const id = Number(Route.useParams().id)
  const queries = useQueryClient()
  return (
    <ItemPage
      id={id}
      onChanged={() => void queries.invalidateQueries({ queryKey: historyQueries.ofItem(id).queryKey })}
      comments={<ItemComments itemId={id} />}
      history={(item, refresh) => (
        <Suspense fallback={historyToCome}>
          <ItemHistory itemId={id} version={item.version} onRestored={refresh} />
        </Suspense>
      )}
    />
  )
}
