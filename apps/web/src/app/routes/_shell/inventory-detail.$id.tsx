import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import { cancelAndInvalidate, historyKey } from '../../../client/queries.ts'
import { History } from '../../../features/history/history.tsx'
import { ItemPage } from '../../../features/inventory/detail/item-page.tsx'
import { useRememberItem } from '../../../features/search/recent-items.ts'
import { useMayOpen } from '../../../session/use-may-open.ts'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { renderCommentHistory, renderConditionHistory } from '../../render-history.tsx'

// Loaded on demand: they are below the fold and fetch before they render.
const ItemComments = lazyWithFallback(
  async () => (await import('../../../features/comments/item-comments.tsx')).ItemComments,
  <Block title="Comments">
    <RowSkeletons label="Loading the comments" rows={3} />
  </Block>,
)

const ItemConditions = lazyWithFallback(
  async () => (await import('../../../features/conditions/item-conditions.tsx')).ItemConditions,
  <Block title="Condition">
    <RowSkeletons label="Loading the condition checks" rows={3} />
  </Block>,
)

const ItemMovements = lazyWithFallback(
  async () => (await import('../../../features/places/item-movements.tsx')).ItemMovements,
  <Block title="Place">
    <RowSkeletons label="Loading the place" rows={3} />
  </Block>,
)

const ItemMentions = lazyWithFallback(
  async () => (await import('../../../features/journal/item-mentions.tsx')).ItemMentions,
)

export function Screen() {
  const id = Number(useParams({ from: '/_shell/inventory-detail/$id' }).id)
  const { answer } = useSearch({ from: '/_shell/inventory-detail/$id' })
  const hash = useLocation({ select: (location) => location.hash })
  const isMoving = hash === 'move'
  const isChecking = hash === 'condition-new'
  const queryClient = useQueryClient()
  const mayReadJournal = useMayOpen()('/journal')
  useRememberItem(id)

  // The keys mount a part anew for another item, or when a link opens its form.
  return (
    <ItemPage
      id={id}
      answerIn={answer}
      onChanged={() => void cancelAndInvalidate(queryClient, historyKey('item'))}
      place={({ placeId, archived }, refresh) => (
        <ItemMovements
          key={`${id} ${isMoving}`}
          itemId={id}
          placeId={placeId}
          startsMoving={isMoving}
          onMoved={() => void refresh()}
          isArchived={archived !== null}
        />
      )}
      conditions={({ archived, identifier }, refresh) => (
        <ItemConditions
          key={`${id} ${isChecking}`}
          itemId={id}
          identifier={identifier}
          isArchived={archived !== null}
          startsChecking={isChecking}
          onChanged={refresh}
          renderHistory={renderConditionHistory}
        />
      )}
      comments={<ItemComments itemId={id} renderHistory={renderCommentHistory} />}
      history={(refresh) => <History subject="item" id={id} onUndone={refresh} />}
      mentions={mayReadJournal && <ItemMentions itemId={id} />}
    />
  )
}
