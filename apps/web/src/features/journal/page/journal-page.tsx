import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRestore, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  containsAll,
  filterWords,
  type JournalEntry,
  journalCsvDelimiter,
  journalCsvName,
  journalCsvRows,
  journalText,
} from '@vitrine/contract'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/use-session.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import type { ShowHistory } from '../../../ui/forms/shown-history.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { countText } from '../../../ui/lists/count-text.ts'
import { CsvDownload } from '../../../ui/lists/csv-download.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { useFilter } from '../../../ui/lists/use-filter.ts'
import { AddEntryCard } from '../entry/add-entry-card.tsx'
import {
  DeletedEntriesModal,
  EditEntryModal,
  EntryList,
  ManageTagsModal,
  MonthCalendar,
  usePreload,
} from '../entry/deferred.ts'
import { useEntryDraft } from '../entry/use-entry-draft.ts'
import { journalQueries } from '../journal-queries.ts'
import { useDeleteEntry } from '../list/use-delete-entry.ts'
import styles from './journal-page.module.css'
import type { JournalSearch } from './journal-search.ts'
import { JournalToolbar } from './journal-toolbar.tsx'

interface JournalPageProps {
  readonly search: JournalSearch
  readonly onSearch: (search: JournalSearch) => void
  readonly history: ShowHistory
}

const none: never[] = []
// As many as keep the foot of the page out of sight.
const skeletons = <RowSkeletons label="Loading the journal" rows={12} />

export function JournalPage({ search, onSearch, history }: JournalPageProps) {
  const list = useQuery(journalQueries.list)
  const { data: tags } = useQuery(journalQueries.tags)
  const large = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [isManagingTags, setManagingTags] = useState(false)
  const [isShowingDeleted, setShowingDeleted] = useState(false)
  const [editing, setEditing] = useState<JournalEntry | null>(null)
  const remove = useDeleteEntry()
  const comment = useRef<HTMLTextAreaElement>(null)
  const { change: changeDraft } = useEntryDraft(useSignedIn().user.email)
  const writeOn = (date: string) => {
    changeDraft({ date })
    comment.current?.focus()
  }
  usePreload()

  const setFilter = (filter: string) => onSearch({ ...search, filter, entry: null })
  const filter = useFilter(search.filter, setFilter)
  const texts = useMemo(() => list.data?.map(journalText) ?? none, [list.data])
  const shown = useMemo(() => {
    if (search.entry !== null) return list.data?.filter(({ id }) => id === search.entry) ?? none
    const words = filterWords(filter.query)
    return list.data?.filter((_, index) => containsAll(texts[index] ?? '', words)) ?? none
  }, [list.data, texts, filter.query, search.entry])

  return (
    <UnsavedGuard>
      <PageHead
        title="Journal"
        count={
          <span role="status">
            {list.data ? countText(shown.length, list.data.length, 'journal entries') : '\u00a0'}
          </span>
        }
        actions={
          <>
            {large && (
              <Button
                variant="default"
                leftSection={<IconTags size={16} aria-hidden="true" />}
                onClick={() => setManagingTags(true)}
              >
                Manage Tags
              </Button>
            )}
            <CsvDownload
              fileName={journalCsvName}
              initialDelimiter={journalCsvDelimiter}
              rows={() => journalCsvRows(shown)}
              disabled={shown.length === 0}
            />
            <Button
              variant="default"
              leftSection={<IconRestore size={16} aria-hidden="true" />}
              onClick={() => setShowingDeleted(true)}
            >
              Recently Deleted
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <AddEntryCard tags={tags} comment={comment} />
        <JournalToolbar
          filter={filter}
          onFilter={setFilter}
          tags={tags}
          view={search.view}
          onView={(view) => onSearch({ ...search, filter: filter.query, view })}
        />
        {search.entry !== null && list.data && (
          <p className={`${styles.only} no-print`}>
            {shown.length === 0 ? 'This entry is no longer there.' : 'Only one entry is shown.'}{' '}
            <Button variant="default" size="compact-sm" onClick={() => setFilter('')}>
              Show all entries
            </Button>
          </p>
        )}
        {list.isError && <LoadFailure what="The journal" query={list} />}
        {list.isPending && skeletons}
        {list.data && shown.length === 0 && search.entry === null && (
          <NothingFound isFiltered={filter.query.trim() !== ''} onClear={() => setFilter('')} />
        )}
        <Suspense fallback={skeletons}>
          {shown.length > 0 && search.view === 'list' && (
            <EntryList total={list.data?.length ?? 0} entries={shown} onEdit={setEditing} onDelete={remove} />
          )}
          {shown.length > 0 && search.view === 'calendar' && (
            <MonthCalendar
              entries={shown}
              month={search.month}
              onMonth={(month) => onSearch({ ...search, month })}
              onEdit={setEditing}
              onWrite={writeOn}
            />
          )}
        </Suspense>
      </div>
      <Suspense>
        <DeletedEntriesModal opened={isShowingDeleted} onClose={() => setShowingDeleted(false)} />
        {large && (
          <ManageTagsModal opened={isManagingTags} onClose={() => setManagingTags(false)} tags={tags ?? none} />
        )}
        {editing && (
          <EditEntryModal
            key={editing.id}
            entry={editing}
            tags={tags}
            history={history}
            onDelete={remove}
            onClosed={() => setEditing(null)}
          />
        )}
      </Suspense>
    </UnsavedGuard>
  )
}

function NothingFound({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filter
        </Button>
      }
    >
      No journal entries found
      <span className={styles.hint}>
        Every word of the filter must appear in the author, comment or tags of an entry. Try fewer words.
      </span>
    </EmptyState>
  ) : (
    <EmptyState>
      No journal entries found
      <span className={styles.hint}>Write the first one above: a comment and a date are enough.</span>
    </EmptyState>
  )
}
