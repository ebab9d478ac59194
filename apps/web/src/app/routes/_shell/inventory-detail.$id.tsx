import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { admits, screens } from '@vitrine/contract'
import { lazy, Suspense } from 'react'
import { ItemComments } from '../../../features/comments/item-comments.tsx'
import { ItemPage } from '../../../features/inventory/detail/item-page.tsx'
import { useRememberItem } from '../../../features/search/recent-items.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { History, historyKey } from '../../history.tsx'

const ItemMentions = lazy(async () => ({
  default: (await import('../../../features/journal/mentions/item-mentions.tsx')).ItemMentions,
}))

export const Route = createFileRoute('/_shell/inventory-detail/$id')({ component: InventoryDetail })

function InventoryDetail() {
  const id = Number(Route.useParams().id)
  const queries = useQueryClient()
  const mayReadJournal = admits(screens['/journal'].access, useSignedIn().user.role)
  useRememberItem(id)
  return (
    <ItemPage
      id={id}
      onChanged={() => void queries.invalidateQueries({ queryKey: historyKey('item') })}
      comments={<ItemComments itemId={id} />}
      history={(refresh) => (
        <>
          {mayReadJournal && (
            <Suspense>
              <ItemMentions itemId={id} />
            </Suspense>
          )}
          <History subject="item" id={id} onUndone={refresh} />
        </>
      )}
    />
  )
}
