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
  /** What was left as it is, and why. */
  readonly left: readonly SkippedItem[]
  /** What an undo takes back; none where nothing was changed. */
  readonly importIds: readonly number[]
}

export const formatItemCount = (count: number): string =>
  count === 1 ? 'One item' : `${formatNumber(count)} items`

/** Tells what was done to many items and offers to undo it. */
export function showBulkOutcome(
  { count, left, importIds }: BulkOutcome,
  done: string,
  onUndone: () => void,
): void {
  const rest = left.length > 0 && <SkippedItems left={left} />
  if (importIds.length === 0) {
    notifications.show({ message: <>There was nothing to change. {rest}</> })
    return
  }
  const undo = async () => {
    const undone = { restored: 0, left: [] as SkippedItem[] }
    try {
      for (const importId of importIds) {
        const one = await call('POST /inventory/imports/undo', { body: { importId } })
        undone.restored += one.restored
        undone.left.push(...one.left)
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
  const message = (
    <>
      {formatItemCount(count)} {done}. {rest}
    </>
  )
  offerUndo({
    id: `import ${importIds.join()}`,
    message,
    undo,
    failure: `${importIds.length > 1 ? 'Not everything' : 'Nothing'} was undone.`,
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
