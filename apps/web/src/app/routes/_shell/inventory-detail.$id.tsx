import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ItemComments } from '../../../features/comments/item-comments.tsx'
import { ItemPage } from '../../../features/inventory/detail/item-page.tsx'
import { History, historyKey } from '../../history.tsx'

export const Route = createFileRoute('/_shell/inventory-detail/$id')({ component: InventoryDetail })

function InventoryDetail() {
  const id = Number(Route.useParams().id)
  const queries = useQueryClient()
  return (
    <ItemPage
      id={id}
      onChanged={() => void queries.invalidateQueries({ queryKey: historyKey('item') })}
      comments={<ItemComments itemId={id} />}
      history={(refresh) => <History subject="item" id={id} onUndone={refresh} />}
    />
  )
}
