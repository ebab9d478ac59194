import { notifications } from '@mantine/notifications'
import { call } from '../../client/call.ts'
import { formatNumber } from '../text/format.ts'
import styles from './bulk-outcome.module.css'
import { offerUndo } from './undo-toast.tsx'

interface SkippedItem {
  readonly identifier: string
  readonly reason: string
}

interface BulkOutcome {
  /** The number of changed items. */
  readonly count: number
  /** Sentences about items that were neither changed nor skipped. */
  readonly note?: string
  /** Items left unchanged, with the reason. */
  readonly left: readonly SkippedItem[]
  /** The imports as which the changes were stored, for the undo; empty if nothing changed. */
  readonly importIds: readonly number[]
}

export const formatItemCount = (count: number): string =>
  count === 1 ? 'One item' : `${formatNumber(count)} items`

/**
 * Shows a toast with the outcome of a change of many items, and offers to undo it. `pastTense` says
 * what was done to them, such as 'moved'.
 */
export function showBulkOutcome(
  { count, note, left, importIds }: BulkOutcome,
  pastTense: string,
  onUndone: () => void,
): void {
  const skipped = left.length > 0 && <SkippedItems left={left} />
  if (importIds.length === 0) {
    notifications.show({ message: <>There was nothing to change. {skipped}</> })
    return
  }

  const message = (
    <>
      {count > 0 && `${formatItemCount(count)} ${pastTense}. `}
      {note} {skipped}
    </>
  )
  // Of several imports, some may already be undone when another fails.
  const failure = `${importIds.length > 1 ? 'Not everything' : 'Nothing'} was undone.`
  offerUndo({
    id: `import ${importIds.join()}`,
    message,
    undo: () => undoImports(importIds, onUndone),
    failure,
  })
}

/** Undoes changes of many items, and shows how many were reverted. */
export async function undoImports(
  importIds: readonly number[],
  onUndone: () => void,
): Promise<void> {
  let restoredCount = 0
  const skippedItems: SkippedItem[] = []

  try {
    for (const importId of importIds) {
      const { restored, left } = await call('POST /inventory/imports/undo', { body: { importId } })
      restoredCount += restored
      skippedItems.push(...left)
    }
  } finally {
    onUndone()
  }

  notifications.show({
    message: (
      <>
        {formatItemCount(restoredCount)} {restoredCount === 1 ? 'was' : 'were'} reverted.
        {skippedItems.length > 0 && <SkippedItems left={skippedItems} />}
      </>
    ),
  })
}

export const SkippedItems = ({ left }: { readonly left: readonly SkippedItem[] }) => (
  <>
    {' '}
    Left as {left.length === 1 ? 'it is' : 'they are'}:
    <ul className={styles.left}>
      {left.map(({ identifier, reason }) => (
        <li key={identifier}>
          {identifier}: {reason}
        </li>
      ))}
    </ul>
  </>
)
