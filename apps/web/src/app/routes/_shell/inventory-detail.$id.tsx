import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ItemComments } from '../../../features/comments/item-comments.tsx'
import { historyQueries } from '../../../features/history/history-queries.ts'
import { ItemPage } from '../../../features/inventory/detail/item-page.tsx'
import { HistoryBlock } from '../../history.tsx'

export const Route = createFileRoute('/_shell/inventory-detail/$id')({ component: InventoryDetail })

function InventoryDetail() {
  const id = Number(Route.useParams().id)
  const queries = useQueryClient()
  return (
    <ItemPage
      id={id}
      onChanged={() => void queries.invalidateQueries({ queryKey: historyQueries.of('item', id).queryKey })}
      comments={<ItemComments itemId={id} />}
      history={(refresh) => <HistoryBlock subject="item" id={id} onUndone={refresh} />}
    />
  )
}
