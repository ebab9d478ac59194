import { Button, Title } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { foldLine, type ItemComment, openTaskFilters } from '@vitrine/contract'
import { memo, useCallback, useId, useMemo, useState } from 'react'
import { useMayOpen } from '../../session/use-may-open.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { ScreenLink } from '../../ui/layout/screen-link.tsx'
import { FilterField, useAddressFilter } from '../../ui/lists/filter-field.tsx'
import { QuickFilters } from '../../ui/lists/filters.tsx'
import { createRowFilter } from '../../ui/lists/row-filter.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { maxFullyRenderedRows, usePrinting, useRestoreScroll } from '../../ui/lists/virtual-rows.ts'
import { formatDate, formatFilteredCount, formatNumber } from '../../ui/text/format.ts'
import {
  CommentEntry,
  formatCommentAge,
  formatCommentAuthor,
  usePreloadForms,
} from './comment-entry.tsx'
import styles from './comments-page.module.css'
import { commentsQueries, type OpenTasksFilter } from './comments-queries.ts'
import { listIdentifiers, listQuickFilters, toSingleLine } from './quick-texts.ts'
import { type CommentActions, useCommentActions, useDeleteComment } from './use-comment-actions.ts'

export interface CommentsSearch {
  readonly filter?: string
  /** Lists only open tasks: the user's own or all. */
  readonly open?: OpenTasksFilter
}

interface CommentsPageProps {
  readonly search: CommentsSearch
  /** Writes search parameters: 'push' adds a history entry, 'replace' changes the current one. */
  readonly onSearch: (
    change: { readonly filter?: string | undefined; readonly open?: OpenTasksFilter },
    mode: 'push' | 'replace',
  ) => void
  readonly renderHistory: RenderHistory
}

const noComments: readonly ItemComment[] = []

/** Labels of the filters for open tasks. */
const openFilters = { mine: 'Open for me', all: 'All open' } as const satisfies Record<
  (typeof openTaskFilters)[number],
  string
>

const laterThanAnyDate = '9999'

/** Sorts by due date; tasks without one come last. */
function sortByDueDate(tasks: readonly ItemComment[]): readonly ItemComment[] {
  const getDueDate = ({ task }: ItemComment) => task?.due ?? laterThanAnyDate

  return tasks.toSorted((a, b) => {
    if (getDueDate(a) === getDueDate(b)) return 0
    return getDueDate(a) < getDueDate(b) ? -1 : 1
  })
}

const DeletedComments = lazyWithFallback(
  async () => (await import('./deleted-comments-modal.tsx')).DeletedCommentsModal,
)

export function CommentsPage({ search, onSearch, renderHistory }: CommentsPageProps) {
  const query = useQuery(commentsQueries.all(search.open))
  const { listedComments, actions } = useListWithDoneTasks(query.data ?? noComments, search.open)
  const comments = useMemo(
    () => (search.open ? sortByDueDate(listedComments) : listedComments),
    [listedComments, search.open],
  )

  const filter = useAddressFilter(search.filter ?? '', (text) =>
    onSearch({ filter: text || undefined }, 'replace'),
  )

  const matches = useFilteredComments(comments, filter.query)
  const [limit, setLimit] = useLimit()
  const isPrinting = usePrinting()
  const shownComments = isPrinting ? matches : matches.slice(0, limit)
  const deletion = useDeleteComment()
  const [isShowingDeleted, setShowingDeleted] = useState(false)
  const quickFilters = useMemo(() => listQuickFilters(comments), [comments])
  const identifiers = useMemo(() => listIdentifiers(comments), [comments])
  const commentsById = useMemo(
    () => new Map(comments.map((comment) => [comment.id, comment])),
    [comments],
  )
  useRestoreScroll(query.isSuccess)
  usePreloadForms()

  const chooseFilter = (text: string) => onSearch({ filter: text || undefined }, 'push')
  const chooseOpenFilter = (text: string) =>
    onSearch({ open: openTaskFilters.find((key) => openFilters[key] === text) }, 'push')

  return (
    <>
      <PageHeader
        title="Comments"
        count={
          query.data && (
            <span role="status">
              {formatFilteredCount(matches.length, comments.length, 'comments')}
            </span>
          )
        }
        actions={
          <>
            <QuickFilters
              label="Tasks"
              texts={Object.values(openFilters)}
              current={search.open ? openFilters[search.open] : ''}
              onChoose={chooseOpenFilter}
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
      <DeletedComments opened={isShowingDeleted} onClose={() => setShowingDeleted(false)} />
      <div className={styles.page}>
        <div className={styles.filters}>
          <FilterField {...filter.field} key={filter.field.key} label="Filter the comments" />
          <QuickFilters
            label="Quick filters"
            texts={quickFilters}
            current={filter.query}
            onChoose={chooseFilter}
          />
        </div>
        {identifiers.length > 0 && (
          <IdentifierFilters
            identifiers={identifiers}
            current={filter.query}
            onChoose={chooseFilter}
          />
        )}
        {/* A new element once loaded, because the filters that then appear above would move it. */}
        <div className={styles.list} key={String(query.isPending)}>
          {query.isPending && <RowSkeletons label="Loading the comments" />}
          {query.isError && <LoadFailure what="The comments" query={query} />}
          <ul className={styles.comments}>
            {shownComments.map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                isDeleting={deletion.isPending && deletion.variables.id === comment.id}
                onDelete={deletion.mutate}
                actions={actions}
                renderHistory={renderHistory}
                repliedTo={
                  comment.reply_to === undefined ? undefined : commentsById.get(comment.reply_to)
                }
              />
            ))}
          </ul>
          {matches.length > limit && (
            <Button
              variant="default"
              className={styles.more ?? ''}
              onClick={() => setLimit(limit + maxFullyRenderedRows)}
            >
              Show more of {formatNumber(matches.length)}
            </Button>
          )}
          {query.data && matches.length === 0 && (
            <NoComments search={search} onSearch={onSearch} isFiltered={comments.length > 0} />
          )}
        </div>
      </div>
    </>
  )
}

/** Keeps tasks that are marked as done in the list, so that the rows below stay where they are. */
function useListWithDoneTasks(fetched: readonly ItemComment[], openFilter: OpenTasksFilter) {
  const actions = useCommentActions()
  const [doneTasks, setDoneTasks] = useState<readonly ItemComment[]>(noComments)
  const [lastFilter, setLastFilter] = useState(openFilter)

  if (lastFilter !== openFilter) {
    setLastFilter(openFilter)
    setDoneTasks(noComments)
  }

  const listedComments = useMemo(() => {
    const fetchedIds = new Set(fetched.map(({ id }) => id))
    const missingTasks = doneTasks.filter(({ id }) => !fetchedIds.has(id))
    if (missingTasks.length === 0) return fetched
    // Newest first, as fetched.
    return [...fetched, ...missingTasks].sort((a, b) => b.id - a.id)
  }, [fetched, doneTasks])

  const toggleDone = useCallback(
    (comment: ItemComment) => {
      const { task } = comment
      if (task?.done === undefined) {
        const done = new Date().toISOString()
        const doneComment = { ...comment, task: { ...task, done, done_by: 'you' } }
        setDoneTasks((tasks) => [...tasks.filter(({ id }) => id !== comment.id), doneComment])
      }

      return actions.toggleDone(comment)
    },
    [actions],
  )

  const listActions = useMemo(() => ({ ...actions, toggleDone }), [actions, toggleDone])
  return { listedComments, actions: listActions }
}

function NoComments({
  search,
  onSearch,
  isFiltered,
}: Pick<CommentsPageProps, 'search' | 'onSearch'> & { readonly isFiltered: boolean }) {
  const mayOpen = useMayOpen()

  if (isFiltered)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={() => onSearch({ filter: undefined }, 'push')}>
            Clear the filter
          </Button>
        }
      >
        No comment matches the filter.
      </EmptyState>
    )

  if (search.open)
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={() => onSearch({ open: undefined }, 'push')}>
            Show all comments
          </Button>
        }
      >
        {search.open === 'mine' ? 'Nothing is open for you.' : 'No task is open.'}
      </EmptyState>
    )

  return (
    <EmptyState
      action={
        mayOpen('/inventory/art') && (
          <Button variant="default" component={Link} to="/inventory/art">
            Go to La Grange
          </Button>
        )
      }
    >
      There are no comments yet. Add one on an item’s page.
    </EmptyState>
  )
}

/** How many comments were shown, by history entry, so that Back restores the scroll position. */
const limitsByHistoryKey = new Map<string | undefined, number>()

function useLimit(): [number, (limit: number) => void] {
  const historyEntryKey = useLocation({ select: ({ state }) => state.__TSR_key })
  const [limit, setLimit] = useState(
    () => limitsByHistoryKey.get(historyEntryKey) ?? maxFullyRenderedRows,
  )

  const changeLimit = (newLimit: number) => {
    limitsByHistoryKey.set(historyEntryKey, newLimit)
    setLimit(newLimit)
  }

  return [limit, changeLimit]
}

function useFilteredComments(
  comments: readonly ItemComment[],
  query: string,
): readonly ItemComment[] {
  const filter = useMemo(
    // The second argument keeps the order of the comments.
    () => createRowFilter(comments.map(toSearchText), Uint32Array.from(comments.keys())),
    [comments],
  )

  return useMemo(
    () =>
      Array.from(filter.find(query), (row) => comments[row]).filter(
        (comment) => comment !== undefined,
      ),
    [filter, query, comments],
  )
}

const toSearchText = (comment: ItemComment): string =>
  foldLine(
    [
      comment.identifier,
      comment.item_name,
      formatCommentAge(comment),
      toSingleLine(comment.comment),
      formatCommentAuthor(comment),
      formatDate(comment.created),
    ].join(' '),
  )

interface CommentRowProps {
  readonly comment: ItemComment
  readonly isDeleting: boolean
  readonly onDelete: (comment: ItemComment) => void
  readonly actions: CommentActions
  readonly renderHistory: RenderHistory
  /** The comment to which it replies. */
  readonly repliedTo: ItemComment | undefined
}

/** Memoized, so that typing in the filter does not re-render the rows. */
const CommentRow = memo(function CommentRow({ repliedTo, onDelete, ...row }: CommentRowProps) {
  return (
    <CommentEntry
      {...row}
      subject={<CommentSubject comment={row.comment} repliedTo={repliedTo} />}
      onDelete={() => onDelete(row.comment)}
    />
  )
})

const CommentSubject = ({ comment, repliedTo }: Pick<CommentRowProps, 'comment' | 'repliedTo'>) => (
  <span className={styles.about}>
    <ScreenLink to={`/inventory-detail/${comment.item_id}`} hash={`comment-${comment.id}`}>
      {comment.identifier}
    </ScreenLink>{' '}
    {comment.item_name}
    {repliedTo && (
      <span className={styles.answered}>
        in reply to {formatCommentAuthor(repliedTo)}: {toSingleLine(repliedTo.comment)}
      </span>
    )}
  </span>
)

interface IdentifierFiltersProps {
  readonly identifiers: readonly string[]
  readonly current: string
  readonly onChoose: (text: string) => void
}

function IdentifierFilters({ identifiers, current, onChoose }: IdentifierFiltersProps) {
  const id = useId()

  return (
    <section aria-labelledby={id} className={`${styles.identifiers} no-print`}>
      <Title order={2} id={id} className={styles.heading ?? ''}>
        Identifiers
      </Title>
      <QuickFilters label="Identifiers" texts={identifiers} current={current} onChoose={onChoose} />
    </section>
  )
}
