import { Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type HistorySubject,
  type ListedChange,
  type ListedSubject,
  toDay,
} from '@vitrine/contract'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { SkippedItems } from '../../ui/feedback/bulk-outcome.tsx'
import { askToConfirm } from '../../ui/feedback/dialogs.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { ScreenLink } from '../../ui/layout/screen-link.tsx'
import { ChoiceFilter, FilterBar, PersonAndPeriodFilters } from '../../ui/lists/filters.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDate, formatDateTime, formatNumber, formatTime } from '../../ui/text/format.ts'
import styles from './all-changes-page.module.css'
import listStyles from './change-list.module.css'
import {
  ChangeActions,
  ChangeDetails,
  focusOnMount,
  kindLabels,
  useRevert,
} from './change-list.tsx'
import { type ChangesSearch, listedSubjects } from './changes-search.ts'

type OnSearch = (change: Readonly<Partial<Record<keyof ChangesSearch, string | undefined>>>) => void

interface AllChangesPageProps {
  readonly search: ChangesSearch
  readonly onSearch: OnSearch
}

export function AllChangesPage({ search, onSearch }: AllChangesPageProps) {
  const list = useInfiniteQuery({
    queryKey: ['history', 'all', search],
    queryFn: ({ signal, pageParam: before }) =>
      call('GET /history', { query: { ...search, ...(before && { before }) } }, { signal }),
    // Empty for the first page, which starts with the newest change.
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })

  const changes = list.data?.pages.flatMap((page) => page.changes)

  return (
    <>
      <PageHeader
        title="All changes"
        count="What was changed, by whom and when, newest first. Uploads and the scans of a stocktake are one line each."
      />
      <div className={`column ${styles.page}`}>
        <ChangesFilter search={search} onSearch={onSearch} />
        {list.isPending && <RowSkeletons label="Loading the changes" />}
        {list.isError && <LoadFailure what="The changes" query={list} />}
        {changes?.length === 0 && !list.hasNextPage && (
          <NoChanges isFiltered={Object.keys(search).length > 0} onSearch={onSearch} />
        )}
        {groupByDay(changes ?? []).map(([day, dayChanges]) => (
          <section key={day} aria-label={formatDate(day)}>
            <Title order={2} className={styles.day ?? ''}>
              {formatDate(day)}
            </Title>
            <ol className={listStyles.changes}>
              {dayChanges.map((change) => (
                <ListedChangeRow key={change.key} listed={change} />
              ))}
            </ol>
          </section>
        ))}
        {list.hasNextPage && (
          <SecondaryButton
            className={styles.more ?? ''}
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show earlier changes
          </SecondaryButton>
        )}
      </div>
    </>
  )
}

/** The changes of each day, in the museums' time zone. */
const groupByDay = (changes: readonly ListedChange[]) => [
  ...Map.groupBy(changes, ({ at }) => toDay(new Date(at))),
]

interface NoChangesProps {
  readonly isFiltered: boolean
  readonly onSearch: OnSearch
}

function NoChanges({ isFiltered, onSearch }: NoChangesProps) {
  if (!isFiltered)
    return (
      <EmptyState>No changes yet. What you and your colleagues change appears here.</EmptyState>
    )

  const clearFilter = () =>
    onSearch({ what: undefined, person: undefined, from: undefined, to: undefined })

  return (
    <EmptyState action={<SecondaryButton onClick={clearFilter}>Clear the filter</SecondaryButton>}>
      No change matches the filter.
    </EmptyState>
  )
}

function ChangesFilter({ search, onSearch }: AllChangesPageProps) {
  const { data: people = [] } = useQuery(callQuery('GET /people'))

  return (
    <FilterBar label="Filter the changes">
      <ChoiceFilter
        label="What"
        allLabel="Everything"
        value={search.what ?? ''}
        choices={Object.entries(listedSubjects)}
        onChoose={(what) => onSearch({ what })}
      />
      <PersonAndPeriodFilters people={people} search={search} onSearch={onSearch} />
    </FilterBar>
  )
}

/** Labels of changes that are in no history. */
const subjectLabels: Partial<Record<ListedSubject, string>> = {
  comment: 'New comment',
  condition: 'New condition check',
  import: 'Many items',
  stocktake: 'Scans',
}

function ListedChangeRow({ listed }: { readonly listed: ListedChange }) {
  const { subject, at, by, title, screen, part = '', change, did } = listed
  const revert = useRevertListed(listed)
  const [path = '', query] = screen.split('?')

  return (
    <li className={listStyles.change}>
      <div className={`${listStyles.head} ${styles.head}`}>
        <span className={listStyles.kind}>
          {change ? kindLabels[change.kind] : (subjectLabels[subject] ?? '')}
        </span>
        <span>{by || 'Unknown'}</span>
        <time dateTime={at} className={listStyles.when}>
          {formatTime(at)}
        </time>
      </div>
      <div className={styles.what}>
        {path === '' ? (
          <span className="breakable">{title}</span>
        ) : (
          <ScreenLink
            to={path}
            search={Object.fromEntries(new URLSearchParams(query)) as never}
            hash={part}
            className="breakable"
          >
            {title}
          </ScreenLink>
        )}
        {did !== undefined && <p className={`breakable ${listStyles.note}`}>{did}</p>}
        {change && <ChangeDetails change={change} revert={revert} maxOpenFields={maxOpenFields} />}
      </div>
      {change && <ChangeActions change={change} isNewest={false} revert={revert} />}
      {subject === 'import' && <ImportUndo listed={listed} />}
    </li>
  )
}

/** Changes of more fields are collapsed, so that each change takes only a few lines. */
const maxOpenFields = 3

function useRevertListed({ subject, id }: ListedChange) {
  const queries = useQueryClient()
  return useRevert({
    // Other subjects have no history, and therefore no button that would revert a change of theirs.
    subject: subject as HistorySubject,
    id,
    onUndone: () => void queries.invalidateQueries(),
  })
}

function ImportUndo({ listed: { id, title, undone } }: { readonly listed: ListedChange }) {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: () => call('POST /inventory/imports/undo', { body: { importId: id } }),
    onSettled: () => void queries.invalidateQueries(),
  })

  const askAndUndo = async () => {
    const isSure = await askToConfirm({
      title: 'Undo',
      message: `Undo everything that “${title}” created and changed? Items changed since then stay as they are.`,
    })
    if (isSure) undo.mutate()
  }

  if (undo.isSuccess)
    return (
      <div ref={focusOnMount} role="status" tabIndex={-1} className={listStyles.actions}>
        <span className={listStyles.note}>
          {formatNumber(undo.data.restored)} {undo.data.restored === 1 ? 'item was' : 'items were'}{' '}
          reverted.
          {undo.data.left.length > 0 && <SkippedItems left={undo.data.left} />}
        </span>
      </div>
    )

  return (
    <div className={listStyles.actions}>
      {undone ? (
        <span className={listStyles.note}>
          Undone by {undone.by}, {formatDateTime(undone.at)}
        </span>
      ) : (
        <SmallButton aria-label={`Undo ${title}`} loading={undo.isPending} onClick={askAndUndo}>
          Undo
        </SmallButton>
      )}
      {undo.isError && (
        <ErrorMessage>Nothing was undone. {getServerMessage(undo.error)}</ErrorMessage>
      )}
    </div>
  )
}
