import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarMonth, IconList, IconRestore, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  buildJournalCsvRows,
  fold,
  formatTagFilter,
  type JournalEntry,
  type JournalTag,
  journalCsvDelimiter,
  journalCsvName,
} from '@vitrine/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { useOpening } from '../../ui/feedback/use-opening.ts'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { ToggleButtons } from '../../ui/forms/fields.tsx'
import { UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../ui/layout/use-address-action.ts'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { FilterField, useAddressFilter } from '../../ui/lists/filter-field.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatFilteredCount } from '../../ui/text/format.ts'
import { AddEntryCard } from './add-entry-card.tsx'
import { useEntryDraft } from './entry-draft.ts'
import styles from './journal-page.module.css'
import { journalQueries } from './journal-queries.ts'
import { type JournalSearch, type JournalView, toggleWord } from './journal-search.ts'
import { useDeleteEntry } from './use-delete-entry.ts'
import { useShownEntries } from './use-shown-entries.ts'

// Parts that are preloaded after the first paint, so that they open at once, even without a
// connection.
const importers = {
  change: () => import('./assistant-change.tsx'),
  deleted: () => import('./deleted-entries-modal.tsx'),
  edit: () => import('./edit-entry-modal.tsx'),
  tags: () => import('./manage-tags-modal.tsx'),
  calendar: () => import('./month-calendar.tsx'),
}

// Loaded in parallel with the entries; the form renders before both.
const importEntryList = () => import('./entry-list.tsx')
void importEntryList().catch(() => undefined)

const EntryList = lazy(async () => ({ default: (await importEntryList()).EntryList }))
const DeletedEntriesModal = lazy(async () => ({
  default: (await importers.deleted()).DeletedEntriesModal,
}))
const EditEntryModal = lazy(async () => ({ default: (await importers.edit()).EditEntryModal }))
const ManageTagsModal = lazy(async () => ({ default: (await importers.tags()).ManageTagsModal }))
const MonthCalendar = lazy(async () => ({ default: (await importers.calendar()).MonthCalendar }))

function usePreload(): void {
  useEffect(() => {
    void Promise.allSettled(Object.values(importers).map((importPart) => importPart()))
  }, [])
}

interface JournalPageProps {
  readonly search: JournalSearch
  readonly onSearch: (search: JournalSearch) => void
  readonly renderHistory: RenderHistory
}

/** Screens with room for managing tags. */
const largeScreens = '(min-width: 62em)'
const noTags: never[] = []
// Enough rows to keep the page's footer out of view.
const skeletons = <RowSkeletons label="Loading the journal" rows={12} />

/** The screen Journal: a form for a new entry above the list or calendar of all entries. */
export function JournalPage({ search, onSearch, renderHistory }: JournalPageProps) {
  const list = useQuery(journalQueries.list)
  const { data: tags } = useQuery(journalQueries.tags)
  const isLarge = useMediaQuery(largeScreens, true, { getInitialValueInEffect: false })
  const [openModal, setOpenModal] = useState<'tags' | 'deleted' | null>(null)
  const { opening, open: edit, unmount } = useOpening<JournalEntry>()
  const deleteEntry = useDeleteEntry()
  const commentRef = useRef<HTMLTextAreaElement>(null)
  const { set: setDraft } = useEntryDraft()

  const startEntryOn = (date: string) => {
    setDraft({ date })
    commentRef.current?.focus()
  }

  usePreload()
  useAddressAction({ new: () => commentRef.current?.focus() })

  const setFilter = (filter: string) => onSearch({ ...search, filter, entry: null, mark: '' })
  const filter = useAddressFilter(search.filter, setFilter)
  const shownEntries = useShownEntries(list.data, filter.query, search.entry)

  return (
    <UnsavedGuard>
      <JournalHeader
        total={list.data?.length}
        shownEntries={shownEntries}
        onTags={isLarge ? () => setOpenModal('tags') : null}
        onDeleted={() => setOpenModal('deleted')}
      />
      <div className={styles.page}>
        <AddEntryCard tags={tags} commentRef={commentRef} />
        <JournalToolbar
          filter={filter}
          onFilter={setFilter}
          tags={tags}
          view={search.view}
          onView={(view) => onSearch({ ...search, filter: filter.query, view })}
        />
        {search.entry !== null && list.data && (
          <LinkedEntryNote isFound={shownEntries.length > 0} onShowAll={() => setFilter('')} />
        )}
        {list.isError && <LoadFailure what="The journal" query={list} />}
        {list.isPending && skeletons}
        {list.data && shownEntries.length === 0 && search.entry === null && (
          <NoEntries isFiltered={filter.query.trim() !== ''} onClear={() => setFilter('')} />
        )}
        <Suspense fallback={skeletons}>
          {shownEntries.length > 0 && search.view === 'list' && (
            <EntryList
              total={list.data?.length ?? 0}
              entries={shownEntries}
              linkedEntryId={search.entry}
              mark={search.entry === null ? '' : search.mark}
              onEdit={edit}
              onDelete={deleteEntry}
            />
          )}
          {shownEntries.length > 0 && search.view === 'calendar' && (
            <MonthCalendar
              entries={shownEntries}
              month={search.month}
              onMonth={(month) => onSearch({ ...search, month })}
              onEdit={edit}
              onWrite={startEntryOn}
            />
          )}
        </Suspense>
      </div>
      <Suspense>
        <DeletedEntriesModal opened={openModal === 'deleted'} onClose={() => setOpenModal(null)} />
        {isLarge && (
          <ManageTagsModal
            opened={openModal === 'tags'}
            onClose={() => setOpenModal(null)}
            tags={tags ?? noTags}
          />
        )}
        {opening && (
          <EditEntryModal
            key={opening.key}
            entry={opening.subject}
            tags={tags}
            renderHistory={renderHistory}
            onDelete={deleteEntry}
            onClosed={() => unmount(opening.key)}
          />
        )}
      </Suspense>
    </UnsavedGuard>
  )
}

interface LinkedEntryNoteProps {
  readonly isFound: boolean
  readonly onShowAll: () => void
}

/** Says that the page shows a single entry, because a link points to it. */
const LinkedEntryNote = ({ isFound, onShowAll }: LinkedEntryNoteProps) => (
  <p className={`${styles.linkedEntry} no-print`}>
    {isFound ? 'Only one entry is shown.' : 'This entry no longer exists.'}{' '}
    <Button variant="default" size="compact-sm" onClick={onShowAll}>
      Show all entries
    </Button>
  </p>
)

interface JournalHeaderProps {
  /** Undefined while loading. */
  readonly total: number | undefined
  readonly shownEntries: readonly JournalEntry[]
  /** Null on small screens, where tags cannot be managed. */
  readonly onTags: (() => void) | null
  readonly onDeleted: () => void
}

/** Reserves the height of the count while it is unknown. */
const nonBreakingSpace = '\u00a0'

function JournalHeader({ total, shownEntries, onTags, onDeleted }: JournalHeaderProps) {
  return (
    <PageHeader
      title="Journal"
      count={
        <span role="status">
          {total === undefined
            ? nonBreakingSpace
            : formatFilteredCount(shownEntries.length, total, 'journal entries')}
        </span>
      }
      actions={
        <>
          {onTags && (
            <Button
              variant="default"
              leftSection={<IconTags size={16} aria-hidden="true" />}
              onClick={onTags}
            >
              Manage Tags
            </Button>
          )}
          <CsvDownload
            fileName={journalCsvName}
            initialDelimiter={journalCsvDelimiter}
            rows={() => buildJournalCsvRows(shownEntries)}
            disabled={shownEntries.length === 0}
          />
          <Button
            variant="default"
            leftSection={<IconRestore size={16} aria-hidden="true" />}
            onClick={onDeleted}
          >
            Recently Deleted
          </Button>
        </>
      }
    />
  )
}

function NoEntries({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean
  readonly onClear: () => void
}) {
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
        Every word of the filter must appear in the author, comment or tags of an entry. Try fewer
        words.
      </span>
    </EmptyState>
  ) : (
    <EmptyState>
      No journal entries found
      <span className={styles.hint}>
        Write the first one above: a comment and a date are enough.
      </span>
    </EmptyState>
  )
}

interface JournalToolbarProps {
  readonly filter: ReturnType<typeof useAddressFilter>
  readonly onFilter: (filter: string) => void
  readonly tags: readonly JournalTag[] | undefined
  readonly view: JournalView
  readonly onView: (view: JournalView) => void
}

const viewOptions = [
  ['list', 'List', IconList],
  ['calendar', 'Calendar', IconCalendarMonth],
] as const

function JournalToolbar({ filter, onFilter, tags, view, onView }: JournalToolbarProps) {
  const { key, ...field } = filter.field
  const presets = tags?.map(formatTagFilter) ?? []
  const filterWords = fold(filter.query).split(/\s+/)

  return (
    <div className={`${styles.toolbar} no-print`}>
      <FilterField key={key} {...field} label="Filter the journal" className={styles.filter} />
      <Button.Group aria-label="View">
        {viewOptions.map(([name, label, Icon]) => (
          <Button
            key={name}
            variant={view === name ? 'filled' : 'default'}
            aria-pressed={view === name}
            leftSection={<Icon size={16} aria-hidden="true" />}
            onClick={() => onView(name)}
          >
            {label}
          </Button>
        ))}
      </Button.Group>
      {tags?.length !== 0 && (
        <div className={styles.presets}>
          <ToggleButtons
            label="Filter by tag"
            labelHidden
            reservesTwoLines
            singleLineOnPhone
            options={presets.map((preset) => ({ key: preset, text: preset }))}
            chosen={presets.filter((preset) => filterWords.includes(fold(preset)))}
            onToggle={(preset) => onFilter(toggleWord(filter.query, preset))}
          />
        </div>
      )}
    </div>
  )
}
