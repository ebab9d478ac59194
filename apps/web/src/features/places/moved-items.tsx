import { CloseButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PlacedItem } from '@vitrine/contract'
import { useEffect, useRef } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { formatItemCount, SkippedItems, undoImports } from '../../ui/feedback/bulk-outcome.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { formatAlreadyThere, formatMovedAgain, type MoveOutcome } from './move-outcome.ts'
import styles from './moved-items.module.css'
import { ItemLink } from './movements.tsx'

export interface MovedItemsState extends MoveOutcome {
  readonly items: readonly PlacedItem[]
}

interface MovedItemsProps {
  readonly outcome: MovedItemsState
  readonly onUndone: () => void
  readonly onClose: () => void
}

const maxListedItems = 24

/** Tells which items were moved and where to, above the items that remain in the list. */
export function MovedItems({ outcome, onUndone, onClose }: MovedItemsProps) {
  const { items, moved, earlier, unchanged, left, to, importIds } = outcome
  const block = useRef<HTMLElement>(null)
  useEffect(() => block.current?.focus(), [])
  const undo = useMutation({
    mutationFn: () => undoImports(importIds, onUndone),
    onSuccess: onClose,
  })

  const skippedIdentifiers = new Set([...earlier, ...left].map(({ identifier }) => identifier))
  const movedItems = items.filter(({ identifier }) => !skippedIdentifiers.has(identifier))

  return (
    <section
      ref={block}
      tabIndex={-1}
      aria-label="Just moved"
      className={`surface ${styles.moved}`}
    >
      <div className={styles.head}>
        <div role="status" className={styles.text}>
          {moved > 0 && (
            <>
              {formatItemCount(moved)} moved to{' '}
              <Link to="/places/$id" params={{ id: String(to.id) }}>
                {to.name}
              </Link>
              .{' '}
            </>
          )}
          {moved + earlier.length === 0 && 'Nothing was moved. '}
          {unchanged > 0 && `${formatAlreadyThere(unchanged)}. `}
          {formatMovedAgain(earlier)}
          {left.length > 0 && <SkippedItems left={left} />}
        </div>
        {importIds.length > 0 && (
          <SmallButton
            className={styles.undo ?? ''}
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            Undo
          </SmallButton>
        )}
        <CloseButton aria-label="Close: Just moved" onClick={onClose} />
      </div>
      {undo.isError && (
        <ErrorMessage>This could not be undone. {getServerMessage(undo.error)}</ErrorMessage>
      )}
      {moved > 0 && (
        <ul aria-label="Moved items" className={`plain-list ${styles.items}`}>
          {movedItems.slice(0, maxListedItems).map((item) => (
            <li key={item.id} className="cut">
              <ItemLink item={item} />
            </li>
          ))}
          {movedItems.length > maxListedItems && (
            <li className="quiet">and {formatNumber(movedItems.length - maxListedItems)} more</li>
          )}
        </ul>
      )}
    </section>
  )
}
