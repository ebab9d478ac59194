import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconRestore, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  filterWords,
  type JournalEntry,
  journalCsvDelimiter,
  journalCsvName,
  journalCsvRows,
  journalText,
  matchesJournal,
} from '@vitrine/contract'
import { Suspense, useMemo, useState } from 'react'
import { countText } from '../../ui/count-text.ts'
import { CsvDownload } from '../../ui/csv-download.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import type { ShowHistory } from '../../ui/shown-history.ts'
import { UnsavedGuard } from '../../ui/unsaved.tsx'
import { useFilter } from '../../ui/use-filter.ts'
import { AddEntryCard } from './add-entry-card.tsx'
import styles from './journal-page.module.css'
import { journalQueries } from './journal-queries.ts'
import type { JournalSearch } from './journal-search.ts'
import { JournalToolbar } from './journal-toolbar.tsx'
import {
  DeletedEntriesModal,
  EditEntryModal,
  EntryList,
  ManageTagsModal,
  MonthCalendar,
  useLoadLater,
} from './later.ts'
import { useDeleteEntry } from './use-delete-entry.tsx'

interface JournalPageProps {
  readonly search: JournalSearch
  readonly onSearch: (search: JournalSearch) => void
  readonly history: ShowHistory
}

const none: never[] = []
const skeletons = <RowSkeletons label="Loading the journal" />

export function JournalPage({ search, onSearch, history }: JournalPageProps) {
  const list = useQuery(journalQueries.list)
  const { data: loadedTags } = useQuery(journalQueries.tags)
  const tags = loadedTags ?? none
  const large = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [isManagingTags, setManagingTags] = useState(false)
  const [isShowingDeleted, setShowingDeleted] = useState(false)
  const [editing, setEditing] = useState<JournalEntry | null>(null)
  const remove = useDeleteEntry()
  useLoadLater()

  const setFilter = (filter: string) => onSearch({ ...search, filter })
  const filter = useFilter(search.filter, setFilter)
  const texts = useMemo(() => list.data?.map(journalText) ?? none, [list.data])
  const shown = useMemo(() => {
    const words = filterWords(filter.query)
    return list.data?.filter((_, index) => matchesJournal(texts[index] ?? '', words)) ?? none
  }, [list.data, texts, filter.query])

  return (
    <UnsavedGuard>
      <PageHead
        title="Journal"
        count={list.data && <span role="status">{countText(shown.length, list.data.length, 'journal entries')}</span>}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRestore size={16} aria-hidden="true" />}
              onClick={() => setShowingDeleted(true)}
            >
              Recently Deleted
            </Button>
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
          </>
        }
      />
      <div className={styles.page}>
        <AddEntryCard tags={loadedTags} />
        <JournalToolbar
          filter={filter}
          onFilter={setFilter}
          tags={tags}
          view={search.view}
          onView={(view) => onSearch({ ...search, filter: filter.query, view })}
        />
        {list.isError && <LoadFailure what="The journal" query={list} />}
        {list.isPending && skeletons}
        {list.data && shown.length === 0 && (
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
            />
          )}
        </Suspense>
      </div>
      <Suspense>
        <DeletedEntriesModal opened={isShowingDeleted} onClose={() => setShowingDeleted(false)} />
        {large && <ManageTagsModal opened={isManagingTags} onClose={() => setManagingTags(false)} tags={tags} />}
        {editing && (
          <EditEntryModal
            key={editing.id}
            entry={editing}
            tags={loadedTags}
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
        Every word of the filter must stand in the author, the comment or the tags of an entry. Try fewer words.
      </span>
    </EmptyState>
  ) : (
    <EmptyState>
      No journal entries found
      <span className={styles.hint}>Write the first one above: a comment and a date are enough.</span>
    </EmptyState>
  )
}
