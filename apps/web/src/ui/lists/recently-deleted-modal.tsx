import { Modal } from '@mantine/core'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { getServerMessage } from '../../client/api-error.ts'
import { LoadFailure } from '../feedback/list-states.tsx'
import { ErrorMessage } from '../feedback/message.tsx'
import { SmallButton } from '../forms/buttons.ts'
import { formatDateTime } from '../text/format.ts'
import styles from './recently-deleted-modal.module.css'
import { RowSkeletons } from './row-skeletons.tsx'

interface DeletedRecord {
  readonly id: number
  readonly comment: string
  /** When the record was deleted. */
  readonly deleted: string
}

interface RecentlyDeletedModalProps<T extends DeletedRecord> {
  readonly opened: boolean
  readonly onClose: () => void
  /** The word for such a record, in the middle of a sentence. */
  readonly singular: string
  readonly plural: string
  readonly deleted: UseQueryResult<T[]>
  readonly restore: UseMutationResult<unknown, Error, T>
  /** Text above the comment: its author and subject. */
  readonly describe: (record: T) => string
}

/** A dialog with the deleted records of a kind, which can be restored. */
export function RecentlyDeletedModal<T extends DeletedRecord>(props: RecentlyDeletedModalProps<T>) {
  const { opened, onClose, singular, plural, deleted, restore, describe } = props
  return (
    <Modal opened={opened} onClose={onClose} title="Recently Deleted" size="lg">
      <p className={styles.hint}>
        Deleted {plural} can be restored for 30 days. After that they are deleted for good.
      </p>
      {restore.isError && (
        <ErrorMessage>
          The {singular} was not restored. {getServerMessage(restore.error)}
        </ErrorMessage>
      )}
      {deleted.isError && <LoadFailure what={`The list of deleted ${plural}`} query={deleted} />}
      {deleted.isPending && <RowSkeletons label={`Loading the deleted ${plural}`} />}
      {deleted.data?.length === 0 && (
        <p className={styles.hint}>Nothing was deleted in the last 30 days.</p>
      )}
      <ul aria-label={`Deleted ${plural}`} className={`plain-list ${styles.list}`}>
        {deleted.data?.map((record) => (
          <li key={record.id} className={`stack ${styles.entry}`}>
            <div>
              <p className={`quiet ${styles.head}`}>
                {describe(record)} · deleted {formatDateTime(record.deleted)}
              </p>
              <p className={styles.comment}>{record.comment}</p>
            </div>
            <SmallButton
              aria-label={`Restore the ${singular}: ${describe(record)}`}
              disabled={restore.isPending}
              onClick={() => restore.mutate(record)}
            >
              Restore
            </SmallButton>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
