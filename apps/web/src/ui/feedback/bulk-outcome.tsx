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
  readonly count: number
  /** Sentences about items that were neither changed nor skipped. */
  readonly note?: string
  /** Items left unchanged, with the reason. */
  readonly left: readonly SkippedItem[]
  /** Imports that an undo reverts; empty if nothing was changed. */
  readonly importIds: readonly number[]
}

export const formatItemCount = (count: number): string =>
  count === 1 ? 'One item' : `${formatNumber(count)} items`

/** Shows a toast with the outcome of a change of many items, and offers to undo it. */
export function showBulkOutcome(
  { count, note, left, importIds }: BulkOutcome,
  done: string,
  onUndone: () => void,
): void {
  const skipped = left.length > 0 && <SkippedItems left={left} />
  if (importIds.length === 0) {
    notifications.show({ message: <>There was nothing to change. {skipped}</> })
    return
  }

  const message = (
    <>
      {count > 0 && `${formatItemCount(count)} ${done}. `}
      {note} {skipped}
    </>
  )
  offerUndo({
    id: `import ${importIds.join()}`,
    message,
    undo: () => undoImports(importIds, onUndone),
    failure: `${importIds.length > 1 ? 'Not everything' : 'Nothing'} was undone.`,
  })
}

/** Undoes changes of many items, and shows how many were reverted. */
export async function undoImports(
  importIds: readonly number[],
  onUndone: () => void,
): Promise<void> {
  const undone = { restored: 0, left: [] as SkippedItem[] }
  try {
    for (const importId of importIds) {
      const answer = await call('POST /inventory/imports/undo', { body: { importId } })
      undone.restored += answer.restored
      undone.left.push(...answer.left)
    }
  } finally {
    onUndone()
  }
  notifications.show({
    message: (
      <>
        {formatItemCount(undone.restored)} {undone.restored === 1 ? 'was' : 'were'} reverted.
        {undone.left.length > 0 && <SkippedItems left={undone.left} />}
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
