import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  conditionGap,
  describeAge,
  formatEventDay,
  formatEventTime,
  formatEventUntil,
  type Gap,
  gapRules,
  type ItemComment,
  type ItemType,
  inventoryRoute,
  inventoryTypes,
  itemTypes,
  type NextEvent,
  type RecentChange,
} from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { useMayOpen } from '../../session/use-may-open.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { ScreenLink } from '../../ui/layout/screen-link.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDateTime, formatNumber } from '../../ui/text/format.ts'
import { DueDay } from './due-day.tsx'
import { Notices } from './notices.tsx'
import styles from './today-overview.module.css'

const useHome = () =>
  useQuery({
    ...callQuery('GET /home'),
    // Refetched at every visit, because colleagues change things; the cached answer is shown first.
    staleTime: 0,
  })

/** Notices, tasks and other work that waits for the user. */
export function OpenForMe() {
  const mayOpen = useMayOpen()
  const home = useHome()
  if (home.isPending) return <RowSkeletons label="Loading the open tasks" rows={5} />
  if (home.isError) return <LoadFailure what="The overview" query={home} />
  if (!mayOpen('/comments')) return null

  const { notices, tasks, openForMe, openForAll, unansweredQuestions, expectedBack } = home.data
  const hasOpenTasks = tasks.length + unansweredQuestions + expectedBack > 0

  return (
    <Block
      title="Open for me"
      actions={
        <Link to="/comments" search={{ open: openForMe > 0 ? 'mine' : 'all' }}>
          {openForMe > 0
            ? `All ${formatNumber(openForMe)} open for me`
            : `All open (${formatNumber(openForAll)})`}
        </Link>
      }
    >
      {notices.length > 0 && <Notices notices={notices} />}
      {(notices.length === 0 || hasOpenTasks) && (
        <OpenTasks
          tasks={tasks}
          unansweredQuestions={unansweredQuestions}
          expectedBack={expectedBack}
        />
      )}
    </Block>
  )
}

/**
 * The other blocks of the overview, if the user's role may open their screens. `OpenForMe` reports
 * a failure to load.
 */
export function TodayOverview() {
  const mayOpen = useMayOpen()
  const home = useHome()
  if (home.isPending) return <RowSkeletons label="Loading the overview" rows={12} />
  if (home.isError) return null

  const { changes, events, gaps } = home.data

  return (
    <>
      {itemTypes.some((type) => mayOpen(inventoryRoute(type))) && (
        <Block title="To complete">
          <GapList counts={gaps} />
        </Block>
      )}
      {(['/inventory-detail/:id', '/comments', '/cms'] as const).some(mayOpen) && (
        <Block
          title="Recent changes"
          className={styles.long ?? ''}
          actions={mayOpen('/changes') && <Link to="/changes">All changes</Link>}
        >
          <RecentChanges changes={changes} />
        </Block>
      )}
      {mayOpen('/cms') && (
        <Block title="Next events" actions={<Link to="/cms">Save the Date</Link>}>
          <NextEvents events={events} />
        </Block>
      )}
    </>
  )
}

interface OpenTasksProps {
  readonly tasks: readonly ItemComment[]
  /** Number of visitors' questions without an answer. */
  readonly unansweredQuestions: number
  /** Number of items that are away and due back. */
  readonly expectedBack: number
}

function OpenTasks({ tasks, unansweredQuestions, expectedBack }: OpenTasksProps) {
  if (tasks.length + unansweredQuestions + expectedBack === 0)
    return (
      <EmptyNote>
        Nothing is waiting for you. Colleagues can give you a task by writing @ and your name in a
        comment.
      </EmptyNote>
    )

  return (
    <ul className={styles.rows}>
      {tasks.map(({ id, item_id, identifier, item_name, comment, task }) => (
        <li key={id}>
          <ScreenLink
            to={`/inventory-detail/${item_id}`}
            hash={`comment-${id}`}
            className={`flex-wrap ${styles.row}`}
          >
            <span className={styles.main}>
              <span className={`cut ${styles.cut}`}>{comment}</span>
              <span className={styles.below}>
                {identifier} {item_name}
                <DueDay due={task?.due} />
              </span>
            </span>
          </ScreenLink>
        </li>
      ))}
      {expectedBack > 0 && (
        <li>
          <Link to="/places" search={{ away: '1' }} className={`flex-wrap ${styles.row}`}>
            <span className={styles.main}>
              {expectedBack === 1
                ? '1 item is due back'
                : `${formatNumber(expectedBack)} items are due back`}
              <span className={styles.below}>Within a week, or overdue</span>
            </span>
          </Link>
        </li>
      )}
      {unansweredQuestions > 0 && (
        <li>
          <Link
            to="/questions"
            search={{ state: 'unanswered' }}
            className={`flex-wrap ${styles.row}`}
          >
            <span className={styles.main}>
              {unansweredQuestions === 1
                ? '1 visitor’s question has no answer'
                : `${formatNumber(unansweredQuestions)} visitors’ questions have no answer`}
              <span className={styles.below}>
                Add the answer to the item’s text, or dismiss the question
              </span>
            </span>
          </Link>
        </li>
      )}
    </ul>
  )
}

/** How many items of a museum lack something. */
interface GapCount {
  readonly rule: Gap
  readonly type: ItemType
  readonly count: number
}

const maxInitialGaps = 5

/** Gaps in items, urgent ones first, then the most frequent, with links to the incomplete items. */
function GapList({ counts }: { readonly counts: readonly GapCount[] }) {
  const [showsAll, setShowsAll] = useState(false)

  const gaps = [...Map.groupBy(counts, ({ rule }) => rule)]
    .map(([rule, ruleCounts]) => ({ rule, ruleCounts, total: sumCounts(ruleCounts) }))
    .sort(compareGaps)

  if (gaps.length === 0)
    return <EmptyNote>Everything is in order: no item lacks anything.</EmptyNote>

  return (
    <>
      <ul className={styles.rows}>
        {gaps.slice(0, showsAll ? gaps.length : maxInitialGaps).map(({ rule, ruleCounts }) => (
          <li key={rule} className={`flex-wrap ${styles.row}`} title={gapRules[rule].advice}>
            <span className={styles.main}>{gapRules[rule].title}</span>
            <span className={`flex-wrap ${styles.counts}`}>
              {itemTypes.map((type) => {
                const count = ruleCounts.find((candidate) => candidate.type === type)?.count
                return (
                  count !== undefined && (
                    <Link
                      key={type}
                      to={inventoryRoute(type)}
                      search={{ gap: rule }}
                      className={styles.count}
                    >
                      {inventoryTypes[type].museum} {formatNumber(count)}
                    </Link>
                  )
                )
              })}
            </span>
          </li>
        ))}
      </ul>
      {gaps.length > maxInitialGaps && !showsAll && (
        <UnstyledButton className={styles.all ?? ''} onClick={() => setShowsAll(true)}>
          All gaps ({gaps.length})
        </UnstyledButton>
      )}
    </>
  )
}

interface RankedGap {
  readonly rule: Gap
  readonly total: number
}

/** Sorts an urgent condition before other gaps, and those by frequency. */
const compareGaps = (a: RankedGap, b: RankedGap): number => {
  if (a.rule === conditionGap) return -1
  if (b.rule === conditionGap) return 1
  return b.total - a.total
}

const sumCounts = (counts: readonly GapCount[]): number =>
  counts.reduce((total, { count }) => total + count, 0)

function RecentChanges({ changes }: { readonly changes: readonly RecentChange[] }) {
  if (changes.length === 0)
    return <EmptyNote>No changes yet. What you and your colleagues change appears here.</EmptyNote>

  return (
    <ul className={styles.rows}>
      {changes.map(({ at, by, did, about, screen, part = '' }) => (
        <li key={`${at} ${by} ${did}`}>
          <ScreenLink to={screen} hash={part} title={about} className={`flex-wrap ${styles.row}`}>
            <span className={styles.main}>
              {by || 'Someone'} {did}
            </span>
            <time dateTime={at} title={formatDateTime(at)} className={styles.beside}>
              {describeAge(new Date(at), new Date())}
            </time>
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}

function NextEvents({ events }: { readonly events: readonly NextEvent[] }) {
  if (events.length === 0)
    return <EmptyNote>No upcoming events. Add them under Save the Date.</EmptyNote>

  return (
    <ul className={styles.rows}>
      {events.map((event) => (
        <li key={`${event.date} ${event.time} ${event.text}`} className={`flex-wrap ${styles.row}`}>
          <span className={styles.main}>
            {[formatEventDay(event, 'en'), formatEventUntil(event, 'en'), formatEventTime(event)]
              .filter(Boolean)
              .join(' ')}
            <span className={styles.below}>{event.text || 'No text yet'}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const EmptyNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="note">{children}</p>
)
