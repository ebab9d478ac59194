import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { admits, screens } from '@vitrine/contract'
import { lazy, Suspense } from 'react'
import { historyKey } from '../../../client/history-key.ts'
import { ItemPage } from '../../../features/inventory/detail/item-page.tsx'
import { useRememberItem } from '../../../features/search/recent-items.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { Block } from '../../../ui/layout/block.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { commentHistory, History } from '../../history.tsx'

// Below the fold, and they have to fetch before they render.
const ItemComments = lazy(async () => ({
  default: (await import('../../../features/comments/item-comments.tsx')).ItemComments,
}))

const CheckedLine = lazy(async () => ({
  default: (await import('../../../features/inventory/detail/checked-line.tsx')).CheckedLine,
}))

const ItemMentions = lazy(async () => ({
  default: (await import('../../../features/journal/mentions/item-mentions.tsx')).ItemMentions,
}))

export function Screen() {
  const id = Number(useParams({ from: '/_shell/inventory-detail/$id' }).id)
  const queries = useQueryClient()
  const mayReadJournal = admits(screens['/journal'].access, useSignedIn().user.role)
  useRememberItem(id)
  return (
    <ItemPage
      id={id}
      onChanged={() => void queries.invalidateQueries({ queryKey: historyKey('item') })}
      comments={
        <Suspense
          fallback={
            <Block title="Comments">
              <RowSkeletons label="Loading the comments" rows={3} />
            </Block>
          }
        >
          <ItemComments itemId={id} history={commentHistory} />
        </Suspense>
      }
      history={(refresh) => (
        <>
          {mayReadJournal && (
            <Suspense>
              <ItemMentions itemId={id} />
            </Suspense>
          )}
          <Suspense>
            <CheckedLine id={id} refresh={refresh} />
          </Suspense>
          <History subject="item" id={id} onUndone={refresh} />
        </>
      )}
    />
  )
}
