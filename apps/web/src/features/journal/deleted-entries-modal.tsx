import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeletedEntry } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { RecentlyDeletedModal } from '../../ui/lists/recently-deleted-modal.tsx'
import { formatDay } from './day-text.ts'
import { formatEntryAuthor } from './entry-fields.tsx'
import { journalQueries, useJournalCache } from './journal-queries.ts'

interface DeletedEntriesModalProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function DeletedEntriesModal({ opened, onClose }: DeletedEntriesModalProps) {
  const queries = useQueryClient()
  const cache = useJournalCache()
  const deleted = useQuery({ ...journalQueries.deleted, enabled: opened })

  const restore = useMutation({
    mutationFn: (entry: DeletedEntry) => call('POST /journal/restore', { body: { id: entry.id } }),
    onSuccess: cache.putEntry,
    // Also after a failure: a colleague may have restored it, or the 30 days may be over.
    onSettled: () => queries.invalidateQueries(journalQueries.deleted),
  })

  return (
    <RecentlyDeletedModal
      opened={opened}
      onClose={onClose}
      singular="entry"
      plural="entries"
      deleted={deleted}
      restore={restore}
      describe={(entry) => `${formatDay(entry.date)} · ${formatEntryAuthor(entry)}`}
    />
  )
}
