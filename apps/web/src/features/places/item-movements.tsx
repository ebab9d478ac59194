import { useQuery } from '@tanstack/react-query'
import { toDay } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { usePlaces } from '../../client/use-places.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { lazyWithPreload } from '../../ui/layout/lazy-with-preload.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { DayFilter } from '../../ui/lists/filters.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import styles from './item-movements.module.css'
import { MovementList, PlacePath, placePathIds } from './movements.tsx'

const [MoveForm, preloadMoveForm] = lazyWithPreload(
  async () => (await import('./move-panel.tsx')).MoveForm,
)

interface ItemMovementsProps {
  readonly itemId: number
  readonly placeId: number | null
  /** Called after a move and after its undo. */
  readonly onMoved: () => void
  /** Whether the form is open initially. */
  readonly startsMoving?: boolean
  /** Archived items cannot be moved. */
  readonly isArchived?: boolean
}

/** The current place of an item, a form to move it, and its earlier places. */
export function ItemMovements({
  itemId,
  placeId,
  onMoved,
  startsMoving = false,
  isArchived = false,
}: ItemMovementsProps) {
  const { list, tree } = usePlaces()
  const [isMoving, setMoving] = useState(startsMoving && !isArchived)
  const moveButton = useRef<HTMLButtonElement>(null)
  useEffect(preloadMoveForm, [])
  useKeepFocus(String(isMoving), moveButton)

  return (
    <Block
      title="Place"
      actions={
        !(isArchived || isMoving) && (
          <SmallButton ref={moveButton} onClick={() => setMoving(true)}>
            Move…
          </SmallButton>
        )
      }
    >
      {list.isPending && <RowSkeletons label="Loading the place" rows={3} />}
      {list.isError && <LoadFailure what="The places" query={list} />}
      {list.data && (
        <div className="stack">
          <p className={styles.currentPlace}>
            {placeId === null ? (
              'In no place yet.'
            ) : (
              <PlacePath tree={tree} path={placePathIds(tree, placeId)} />
            )}
          </p>
          {isMoving && (
            <div id="move" className={`surface ${styles.move}`}>
              <MoveForm
                ids={[itemId]}
                from={placeId}
                boxParent={placeId === null ? undefined : tree.get(placeId)}
                onMoved={onMoved}
                onClose={() => setMoving(false)}
              />
            </div>
          )}
          <Whereabouts itemId={itemId} />
          <MovementList filter={{ item: itemId }} tree={tree} />
        </div>
      )}
    </Block>
  )
}

/** Tells where the item was on a chosen day. */
function Whereabouts({ itemId }: { readonly itemId: number }) {
  const { tree } = usePlaces()
  const [day, setDay] = useState<string | undefined>()

  const whereabouts = useQuery({
    ...callQuery('GET /movements/whereabouts', {
      query: { item: itemId, day: day ?? toDay(new Date()) },
    }),
    enabled: day !== undefined,
  })

  return (
    <div className={styles.whereabouts}>
      <DayFilter label="Where was it on a day" value={day ?? ''} onChoose={setDay} />
      <p role="status" className={styles.answer}>
        {day && whereabouts.data && <PlacePath tree={tree} path={whereabouts.data.path} />}
      </p>
      {day && whereabouts.isError && <LoadFailure what="The place" query={whereabouts} />}
    </div>
  )
}
