import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeletedEntry } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { mediumDateTime } from '../../ui/dates.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ErrorMessage } from '../../ui/message.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { authorOf } from './author-of.ts'
import { dayText } from './day-text.ts'
import styles from './deleted-entries-modal.module.css'
import { journalQueries } from './journal-queries.ts'
import { useJournalChanges } from './use-journal-changes.ts'

interface DeletedEntriesModalProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** What was deleted within the last 30 days, and the way back. */
export function DeletedEntriesModal({ opened, onClose }: DeletedEntriesModalProps) {
  const queries = useQueryClient()
  const changes = useJournalChanges()
  const deleted = useQuery({ ...journalQueries.deleted, enabled: opened })
  const restore = useMutation({
    mutationFn: (entry: DeletedEntry) => call('POST /journal/restore', { body: { id: entry.id } }),
    onSuccess: changes.entrySaved,
    // Somebody else may have been faster, or the time over.
    onSettled: () => queries.invalidateQueries(journalQueries.deleted),
  })

  return (
    <Modal opened={opened} onClose={onClose} title="Recently Deleted" size="lg">
      <p className={styles.hint}>Deleted entries can be brought back for 30 days. Then they are gone for good.</p>
      {restore.isError && <ErrorMessage>The entry was not brought back. {serverMessage(restore.error)}</ErrorMessage>}
      {deleted.isError && <LoadFailure what="The list of deleted entries" query={deleted} />}
      {deleted.isPending && <RowSkeletons label="Loading what was deleted" />}
      {deleted.data?.length === 0 && <p className={styles.none}>Nothing was deleted within the last 30 days.</p>}
      <ul aria-label="Deleted entries" className={styles.list}>
        {deleted.data?.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <div>
              <p className={styles.head}>
                {dayText(entry.date)} · {authorOf(entry)} · deleted {mediumDateTime(entry.deleted)}
              </p>
              <p className={styles.comment}>{entry.comment}</p>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Bring back the entry of ${dayText(entry.date)}`}
              disabled={restore.isPending}
              onClick={() => restore.mutate(entry)}
            >
              Bring Back
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
