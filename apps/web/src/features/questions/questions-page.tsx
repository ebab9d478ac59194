import { Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { languageNames, type QuestionState, questionRetentionDays, questionsCsvName } from '@vitrine/contract'
import { download } from '../../client/call.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/message.tsx'
import { PageHead } from '../../ui/layout/page-parts.tsx'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { ChoiceFilter, DayFilter, Filters, QuickFilters } from '../../ui/lists/filters.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useRestoredScroll } from '../../ui/lists/window-rows.ts'
import { numberText } from '../../ui/text/format.ts'
import { QuestionRow } from './question-row.tsx'
import styles from './questions-page.module.css'
import { questionsQueries } from './questions-queries.ts'
import type { QuestionsSearch } from './questions-search.ts'
import { useSettle } from './use-settle.ts'

type Change = Readonly<Partial<Record<keyof QuestionsSearch, string | undefined>>>

interface QuestionsPageProps {
  readonly search: QuestionsSearch
  readonly onSearch: (change: Change) => void
}

const stateNames = {
  unanswered: 'Unanswered',
  answered: 'Answered',
  dismissed: 'Not for us',
} as const satisfies Record<QuestionState, string>

const noFilter: Change = { state: undefined, lang: undefined, item: undefined, from: undefined, to: undefined }

export function QuestionsPage({ search, onSearch }: QuestionsPageProps) {
  const list = useInfiniteQuery(questionsQueries.list(search))
  const settle = useSettle()
  const groups = list.data?.pages.flatMap((page) => page.groups)
  const count = list.data?.pages.at(-1)?.count
  useRestoredScroll(list.isSuccess)
  return (
    <>
      <PageHead
        title="Questions"
        count={count && <span role="status">{countText(count)}</span>}
        actions={
          <CsvDownload
            fileName={questionsCsvName}
            initialDelimiter="semicolon"
            rows={() => []}
            fetch={(delimiter) => download('GET /questions/csv', { query: { ...search, delimiter } })}
            disabled={!groups?.length}
          />
        }
      />
      <div className={styles.page}>
        <QuestionFilters search={search} onSearch={onSearch} />
        {list.isPending && <RowSkeletons label="Loading the questions" />}
        {list.isError && <LoadFailure what="The questions" query={list} />}
        {groups?.length === 0 && <NoQuestions search={search} onSearch={onSearch} />}
        {groups && groups.length > 0 && (
          <ul className={styles.rows}>
            {groups.map((group) => (
              <QuestionRow
                key={group.id}
                group={group}
                busy={settle.isPending}
                onSettle={(as) => settle.mutate({ group, as })}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button
            variant="default"
            className={styles.more ?? ''}
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </>
  )
}

const plural = (count: number, what: string) => `${numberText(count)} ${what}${count === 1 ? '' : 's'}`

const countText = ({ questions, unanswered }: { readonly questions: number; readonly unanswered: number }) =>
  `${plural(questions, 'question')}${unanswered > 0 ? `, ${numberText(unanswered)} unanswered` : ''}`

function QuestionFilters({ search, onSearch }: QuestionsPageProps) {
  const { data: items = [] } = useQuery(questionsQueries.items)
  return (
    <>
      <QuickFilters
        label="State"
        texts={Object.values(stateNames)}
        current={search.state ? stateNames[search.state] : ''}
        onChoose={(text) =>
          onSearch({ state: (Object.keys(stateNames) as QuestionState[]).find((one) => stateNames[one] === text) })
        }
      />
      <Filters label="Filter the questions">
        <ChoiceFilter
          label="Item"
          all="All items"
          value={String(search.item ?? '')}
          choices={items.map(({ id, identifier, name }) => [String(id), `${identifier} ${name}`])}
          onChoose={(item) => onSearch({ item })}
        />
        <ChoiceFilter
          label="Language"
          all="All languages"
          value={search.lang ?? ''}
          choices={Object.entries(languageNames)}
          onChoose={(lang) => onSearch({ lang })}
        />
        <DayFilter label="From" value={search.from ?? ''} onChoose={(from) => onSearch({ from })} />
        <DayFilter label="To" value={search.to ?? ''} onChoose={(to) => onSearch({ to })} />
      </Filters>
    </>
  )
}

const NoQuestions = ({ search, onSearch }: QuestionsPageProps) =>
  Object.keys(search).length === 0 ? (
    <EmptyState>
      {`Nobody has asked anything yet. Questions are kept here for ${questionRetentionDays} days, without visitors’ names.`}
    </EmptyState>
  ) : (
    <EmptyState
      action={
        <Button variant="default" onClick={() => onSearch(noFilter)}>
          Clear the filter
        </Button>
      }
    >
      Nothing matches the filter.
    </EmptyState>
  )
