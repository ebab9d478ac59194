import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChangeKind, ItemChange } from '@vitrine/contract'
import { useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { askToConfirm } from '../../ui/ask-to-confirm.tsx'
import { Block } from '../../ui/block.tsx'
import { ChangeText } from '../../ui/change-text.tsx'
import { numberText } from '../../ui/count-text.ts'
import { mediumDateTime } from '../../ui/dates.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ErrorMessage } from '../../ui/message.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { historyQueries } from './history-queries.ts'
import styles from './item-history.module.css'

interface ItemHistoryProps {
  readonly itemId: number
  /** The version on the screen: what somebody else changed since is not overwritten unseen. */
  readonly version: number
  readonly onRestored: () => void
}

const kinds: Record<ChangeKind, string> = {
  created: 'Created',
  info: 'Info',
  attributes: 'Attributes',
  picture: 'Picture',
  recording: 'Recording',
  visibility: 'Visibility',
  import: 'CSV upload',
  restored: 'Restored',
  removed: 'Removed',
}

const shownAtFirst = 5

export function ItemHistory({ itemId, version, onRestored }: ItemHistoryProps) {
  const changes = useQuery(historyQueries.ofItem(itemId))
  const [all, setAll] = useState(false)
  const restore = useMutation({
    mutationFn: (change: ItemChange) =>
      call('POST /inventory/restore', { body: { itemId, changeId: change.id, version } }),
    onSuccess: () => notifications.show({ message: 'The earlier state is back.' }),
    // Also after a refusal: then somebody changed the item, and this is what it looks like now.
    onSettled: onRestored,
  })

  const askAndRestore = async (change: ItemChange) => {
    const sure = await askToConfirm({
      title: 'Restore',
      message: `Bring this item back to how it was after the change of ${mediumDateTime(change.at)}? This is a new change: nothing is lost.`,
    })
    if (sure) restore.mutate(change)
  }

  const shown = all ? changes.data : changes.data?.slice(0, shownAtFirst)
  return (
    <Block title="History">
      {changes.isPending && <RowSkeletons label="Loading the history" rows={3} />}
      {changes.isError && <LoadFailure what="The history" query={changes} />}
      {restore.isError && <ErrorMessage>Nothing was restored. {serverMessage(restore.error)}</ErrorMessage>}
      {changes.data?.length === 0 && <p className={styles.nothing}>No changes yet.</p>}
      {shown && (
        <ol className={styles.changes}>
          {shown.map((change, index) => (
            <li key={change.id} className={styles.change}>
              <ChangeHead change={change} />
              <Fields change={change} />
              {index > 0 && change.kind !== 'removed' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  className={styles.restore ?? ''}
                  loading={restore.isPending && restore.variables === change}
                  onClick={() => askAndRestore(change)}
                >
                  Restore
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      {shown && changes.data && shown.length < changes.data.length && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          Show all {numberText(changes.data.length)} changes
        </Button>
      )}
    </Block>
  )
}

const ChangeHead = ({ change }: { readonly change: ItemChange }) => (
  <div className={styles.head}>
    <span className={styles.kind}>{kinds[change.kind]}</span>
    <span>{change.by || 'Unknown'}</span>
    <time dateTime={change.at} className={styles.when}>
      {mediumDateTime(change.at)}
    </time>
  </div>
)

const Fields = ({ change }: { readonly change: ItemChange }) => (
  <dl className={styles.fields}>
    {change.fields.map(({ field, before, after }) => (
      <div key={field} className={styles.field}>
        <dt className={styles.name}>{field}</dt>
        <dd className={styles.value}>
          <ChangeText before={before} after={after} />
        </dd>
      </div>
    ))}
  </dl>
)
