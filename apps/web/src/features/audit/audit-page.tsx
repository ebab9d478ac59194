import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type AuditEntry, auditKinds, formatAuditEvent, toDay } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { ChoiceFilter, FilterBar, PersonAndPeriodFilters } from '../../ui/lists/filters.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDate, formatTime } from '../../ui/text/format.ts'
import styles from './audit-page.module.css'
import type { AuditSearch } from './audit-search.ts'

type OnSearch = (change: Readonly<Partial<Record<keyof AuditSearch, string | undefined>>>) => void

interface AuditPageProps {
  readonly search: AuditSearch
  readonly onSearch: OnSearch
}

export function AuditPage({ search, onSearch }: AuditPageProps) {
  const log = useInfiniteQuery({
    queryKey: ['audit', search],
    queryFn: ({ signal, pageParam }) =>
      call(
        'GET /audit',
        { query: { ...search, ...(pageParam && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

  const entries = log.data?.pages.flatMap((page) => page.entries)
  const clearFilter = () =>
    onSearch({ kind: undefined, person: undefined, from: undefined, to: undefined })

  return (
    <>
      <PageHeader
        title="Audit log"
        count="Who did what, when and from where. Nothing here is ever changed or deleted."
      />
      <div className={`column ${styles.page}`}>
        <AuditFilter search={search} onSearch={onSearch} />
        {log.isPending && <RowSkeletons label="Loading the audit log" />}
        {log.isError && <LoadFailure what="The audit log" query={log} />}
        {entries?.length === 0 && (
          <EmptyState
            action={<SecondaryButton onClick={clearFilter}>Clear the filter</SecondaryButton>}
          >
            Nothing matches the filter.
          </EmptyState>
        )}
        {groupByDay(entries ?? []).map(([day, dayEntries]) => (
          <section key={day} aria-label={formatDay(dayEntries)}>
            <Title order={2} className={styles.day ?? ''}>
              {formatDay(dayEntries)}
            </Title>
            <ol className="plain-list">
              {dayEntries.map((entry) => (
                <li key={entry.id} className={styles.entry}>
                  <time dateTime={entry.at} className="tabular dimmed">
                    {formatTime(entry.at)}
                  </time>
                  <span>{formatAuditEvent(entry)}</span>
                </li>
              ))}
            </ol>
          </section>
        ))}
        {log.hasNextPage && (
          <SecondaryButton
            className={styles.more ?? ''}
            loading={log.isFetchingNextPage}
            onClick={() => log.fetchNextPage()}
          >
            Show more
          </SecondaryButton>
        )}
      </div>
    </>
  )
}

/** The entries of each day, in the museums' time zone. */
const groupByDay = (entries: readonly AuditEntry[]) => [
  ...Map.groupBy(entries, ({ at }) => toDay(new Date(at))),
]

const formatDay = ([first]: readonly AuditEntry[]): string => (first ? formatDate(first.at) : '')

function AuditFilter({ search, onSearch }: AuditPageProps) {
  const { data: people = [] } = useQuery(callQuery('GET /audit/people'))

  return (
    <FilterBar label="Filter the audit log">
      <ChoiceFilter
        label="What"
        allLabel="Everything"
        value={search.kind ?? ''}
        choices={Object.entries(auditKinds)}
        onChoose={(kind) => onSearch({ kind })}
      />
      <PersonAndPeriodFilters people={people} search={search} onSearch={onSearch} />
    </FilterBar>
  )
}
