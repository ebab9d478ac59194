import { Button, Title } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { foldedLine, type ItemComment, openTasks } from '@vitrine/contract'
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
import { maxFullyRenderedRows, usePrinting, useRestoreScroll } from '../../ui/lists/window-rows.ts'
import { formatDate, formatFilteredCount, formatNumber } from '../../ui/text/format.ts'
import { ageOf, authorOf, CommentEntry, usePreloadedForms } from './comment-entry.tsx'
import styles from './comments-page.module.css'
import { commentsQueries, type Open } from './comments-queries.ts'
import { identifiersIn, quickTexts, toSingleLine } from './quick-texts.ts'
import { type ChangeComment, useChangeComment, useDeleteComment } from './use-change-comment.ts'

export interface CommentsSearch {
  readonly filter?: string
  /** Only open tasks. */
  readonly open?: Open
}

interface CommentsPageProps {
  readonly search: CommentsSearch
  /** Writes the search parameters, as a new history entry or replacing the present one. */
  readonly onSearch: (
    change: { readonly filter?: string | undefined; readonly open?: Open },
    how: 'step' | 'inPlace',
  ) => void
  readonly history: RenderHistory
}

const none: readonly ItemComment[] = []

const openFilters = { mine: 'Open for me', all: 'All open' } as const satisfies Record<
  (typeof openTasks)[number],
  string
>

/** What has a day first, by that day. */
const byUrgency = (tasks: readonly ItemComment[]): readonly ItemComment[] => {
  const day = ({ task }: ItemComment) => task?.due ?? '9999'
  return tasks.toSorted((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0))
}

const DeletedComments = lazyWithFallback(
  async () => (await import('./deleted-comments-modal.tsx')).DeletedCommentsModal,
)

export function CommentsPage({ search, onSearch, history }: CommentsPageProps) {
  const query = useQuery(commentsQueries.all(search.open))
  const { all, change } = useDoneInPlace(query.data ?? none, search.open)
  const comments = useMemo(() => (search.open ? byUrgency(all) : all), [all, search.open])
  const filter = useAddressFilter(search.filter ?? '', (text) =>
    onSearch({ filter: text || undefined }, 'inPlace'),
  )
  const found = useFound(comments, filter.query)
  const [limit, setLimit] = useLimit()
  const printing = usePrinting()
  const shown = printing ? found : found.slice(0, limit)
  const remove = useDeleteComment()
  const [isShowingDeleted, setShowingDeleted] = useState(false)
  const quick = useMemo(() => quickTexts(comments), [comments])
  const identifiers = useMemo(() => identifiersIn(comments), [comments])
  const byId = useMemo(() => new Map(comments.map((comment) => [comment.id, comment])), [comments])
  useRestoreScroll(query.isSuccess)
  usePreloadedForms()
  const choose = (text: string) => onSearch({ filter: text || undefined }, 'step')

  return (
    <>
      <PageHeader
        title="Comments"
        count={
          query.data && (
            <span role="status">
              {formatFilteredCount(found.length, comments.length, 'comments')}
            </span>
          )
        }
        actions={
          <>
            <QuickFilters
              label="Tasks"
              texts={Object.values(openFilters)}
              current={search.open ? openFilters[search.open] : ''}
              onChoose={(text) =>
                onSearch({ open: openTasks.find((one) => openFilters[one] === text) }, 'step')
              }
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
            texts={quick}
            current={filter.query}
            onChoose={choose}
          />
        </div>
        {identifiers.length > 0 && (
          <Identifiers identifiers={identifiers} current={filter.query} onChoose={choose} />
        )}
        {/* Another element once they are there: the filters that come with them would move this one. */}
        <div className={styles.list} key={String(query.isPending)}>
          {query.isPending && <RowSkeletons label="Loading the comments" />}
          {query.isError && <LoadFailure what="The comments" query={query} />}
          <ul className={styles.comments}>
            {shown.map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                deleting={remove.isPending && remove.variables.id === comment.id}
                onDelete={remove.mutate}
                change={change}
                history={history}
                answered={comment.reply_to === undefined ? undefined : byId.get(comment.reply_to)}
              />
            ))}
          </ul>
          {found.length > limit && (
            <Button
              variant="default"
              className={styles.more ?? ''}
              onClick={() => setLimit(limit + maxFullyRenderedRows)}
            >
              Show more of {formatNumber(found.length)}
            </Button>
          )}
          {query.data && found.length === 0 && (
            <NoComments {...{ search, onSearch }} isFiltered={comments.length > 0} />
          )}
        </div>
      </div>
    </>
  )
}

/**
 * Tasks done here stay in their place among the open ones: the next one must not come under the
 * pointer.
 */
function useDoneInPlace(listed: readonly ItemComment[], open: Open) {
  const change = useChangeComment()
  const [done, setDone] = useState<readonly ItemComment[]>(none)
  const [shown, setShown] = useState(open)
  if (shown !== open) {
    setShown(open)
    setDone(none)
  }
  const all = useMemo(() => {
    const ids = new Set(listed.map(({ id }) => id))
    const kept = done.filter(({ id }) => !ids.has(id))
    return kept.length === 0 ? listed : [...listed, ...kept].sort((a, b) => b.id - a.id)
  }, [listed, done])
  const toggleDone = useCallback(
    (comment: ItemComment) => {
      const { task } = comment
      if (task?.done === undefined)
        setDone((others) => [
          ...others.filter(({ id }) => id !== comment.id),
          { ...comment, task: { ...task, done: new Date().toISOString(), done_by: 'you' } },
        ])
      return change.toggleDone(comment)
    },
    [change],
  )
  return { all, change: useMemo(() => ({ ...change, toggleDone }), [change, toggleDone]) }
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
          <Button variant="default" onClick={() => onSearch({ filter: undefined }, 'step')}>
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
          <Button variant="default" onClick={() => onSearch({ open: undefined }, 'step')}>
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

/** How many were shown at each step of the browser's history: Back leads to the same place. */
const limits = new Map<string | undefined, number>()

function useLimit(): [number, (limit: number) => void] {
  const step = useLocation({ select: ({ state }) => state.__TSR_key })
  const [limit, setLimit] = useState(() => limits.get(step) ?? maxFullyRenderedRows)
  return [
    limit,
    (next) => {
      limits.set(step, next)
      setLimit(next)
    },
  ]
}

function useFound(comments: readonly ItemComment[], query: string): readonly ItemComment[] {
  const filter = useMemo(
    () => createRowFilter(comments.map(shownText), Uint32Array.from(comments.keys())),
    [comments],
  )
  return useMemo(
    () => Array.from(filter.find(query)).flatMap((row) => comments[row] ?? []),
    [filter, query, comments],
  )
}

const shownText = (comment: ItemComment): string =>
  foldedLine(
    [
      comment.identifier,
      comment.item_name,
      ageOf(comment),
      toSingleLine(comment.comment),
      authorOf(comment),
      formatDate(comment.created),
    ].join(' '),
  )

interface CommentRowProps {
  readonly comment: ItemComment
  readonly deleting: boolean
  readonly onDelete: (comment: ItemComment) => void
  readonly change: ChangeComment
  readonly history: RenderHistory
  /** The comment that it answers. */
  readonly answered: ItemComment | undefined
}

/** Drawn again only when it changes, not with every key in the filter. */
const CommentRow = memo(function CommentRow({ answered, onDelete, ...row }: CommentRowProps) {
  return (
    <CommentEntry
      {...row}
      about={<About comment={row.comment} answered={answered} />}
      onDelete={() => onDelete(row.comment)}
    />
  )
})

const About = ({ comment, answered }: Pick<CommentRowProps, 'comment' | 'answered'>) => (
  <span className={styles.about}>
    <ScreenLink to={`/inventory-detail/${comment.item_id}`} hash={`comment-${comment.id}`}>
      {comment.identifier}
    </ScreenLink>{' '}
    {comment.item_name}
    {answered && (
      <span className={styles.answered}>
        in reply to {authorOf(answered)}: {toSingleLine(answered.comment)}
      </span>
    )}
  </span>
)

interface IdentifiersProps {
  readonly identifiers: readonly string[]
  readonly current: string
  readonly onChoose: (text: string) => void
}

function Identifiers({ identifiers, current, onChoose }: IdentifiersProps) {
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
