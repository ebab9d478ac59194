import { Button, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  answerKindNames,
  languageNames,
  type QuestionGroup,
  type QuestionState,
  questionRetentionDays,
  questionsCsvName,
} from '@vitrine/contract'
import { downloadFile } from '../../client/call.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { ChoiceFilter, DayFilter, FilterBar, QuickFilters } from '../../ui/lists/filters.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useRestoreScroll } from '../../ui/lists/virtual-rows.ts'
import { formatDate, formatNumber } from '../../ui/text/format.ts'
import styles from './questions-page.module.css'
import {
  type QuestionResolution,
  questionsQueries,
  useResolveQuestion,
} from './questions-queries.ts'
import type { QuestionsSearch } from './questions-search.ts'

type QuestionsSearchChange = Readonly<Partial<Record<keyof QuestionsSearch, string | undefined>>>

interface QuestionsPageProps {
  readonly search: QuestionsSearch
  readonly onSearch: (change: QuestionsSearchChange) => void
}

const stateNames = {
  unanswered: 'Unanswered',
  answered: 'Answered',
  dismissed: 'Not for us',
} as const satisfies Record<QuestionState, string>

/** The state with this name; undefined for '', which clears the filter. */
const findState = (name: string): QuestionState | undefined =>
  (Object.keys(stateNames) as QuestionState[]).find((state) => stateNames[state] === name)

const noFilter: QuestionsSearchChange = {
  state: undefined,
  lang: undefined,
  item: undefined,
  from: undefined,
  to: undefined,
}

export function QuestionsPage({ search, onSearch }: QuestionsPageProps) {
  const list = useInfiniteQuery(questionsQueries.list(search))
  const resolve = useResolveQuestion()
  const groups = list.data?.pages.flatMap((page) => page.groups)
  const count = list.data?.pages.at(-1)?.count
  useRestoreScroll(list.isSuccess)

  return (
    <>
      <PageHeader
        title="Questions"
        count={count && <span role="status">{formatCount(count)}</span>}
        actions={
          <CsvDownload
            fileName={questionsCsvName}
            initialDelimiter="semicolon"
            // The server makes the file: the list has only the pages that have been loaded.
            rows={() => []}
            fetch={(delimiter) =>
              downloadFile('GET /questions/csv', { query: { ...search, delimiter } })
            }
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
                isBusy={resolve.isPending}
                onResolve={(resolution) => resolve.mutate({ group, resolution })}
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

const formatPlural = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

interface QuestionCount {
  readonly questions: number
  readonly unanswered: number
}

function formatCount({ questions, unanswered }: QuestionCount): string {
  const questionsText = formatPlural(questions, 'question')
  return unanswered > 0 ? `${questionsText}, ${formatNumber(unanswered)} unanswered` : questionsText
}

function QuestionFilters({ search, onSearch }: QuestionsPageProps) {
  const { data: items = [] } = useQuery(questionsQueries.items)

  return (
    <>
      <QuickFilters
        label="State"
        texts={Object.values(stateNames)}
        current={search.state ? stateNames[search.state] : ''}
        onChoose={(text) => onSearch({ state: findState(text) })}
      />
      <FilterBar label="Filter the questions">
        <ChoiceFilter
          label="Item"
          allLabel="All items"
          value={String(search.item ?? '')}
          choices={items.map(({ id, identifier, name }) => [String(id), `${identifier} ${name}`])}
          onChoose={(item) => onSearch({ item })}
        />
        <ChoiceFilter
          label="Language"
          allLabel="All languages"
          value={search.lang ?? ''}
          choices={Object.entries(languageNames)}
          onChoose={(lang) => onSearch({ lang })}
        />
        <DayFilter label="From" value={search.from ?? ''} onChoose={(from) => onSearch({ from })} />
        <DayFilter label="To" value={search.to ?? ''} onChoose={(to) => onSearch({ to })} />
      </FilterBar>
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

interface QuestionRowProps {
  readonly group: QuestionGroup
  readonly isBusy: boolean
  readonly onResolve: (resolution: QuestionResolution) => void
}

// Most languages fall back to the same English text, so more buttons would only open it again.
const maxAnswerLanguages = 3

/** Questions about an item with the same words. */
function QuestionRow({ group, isBusy, onResolve }: QuestionRowProps) {
  const { item, question, lang, languages, state, byStaff } = group
  const isVisible = item.shown && !item.archived

  const renderAction = (text: string, resolution: QuestionResolution) => (
    <Button
      variant="subtle"
      size="compact-md"
      disabled={isBusy}
      onClick={() => onResolve(resolution)}
    >
      {text}
      <VisuallyHidden>: {question}</VisuallyHidden>
    </Button>
  )

  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.asked}>
        <p lang={lang} dir="auto" className={styles.question}>
          {question}
        </p>
        <p className={styles.item}>
          <Link to="/inventory-detail/$id" params={{ id: String(item.id) }}>
            {item.identifier}
          </Link>{' '}
          {item.name}
          {!isVisible && (
            <span className={styles.mark}>
              {item.archived ? 'Archived: visitors' : 'Visitors'} can’t see it
            </span>
          )}
        </p>
        <CurrentAnswer answer={group.answer} />
        <p className={styles.facts}>
          <span className={styles.state}>{formatState(group)}</span>
          <span>{formatOccurrences(group)}</span>
          <span>{languages.map((entry) => languageNames[entry.lang]).join(', ')}</span>
        </p>
      </div>
      <div className={`${styles.actions} no-print`}>
        {isVisible && state !== 'dismissed' && <AnswerLinks group={group} />}
        {state === 'unanswered' && renderAction('Mark as answered', 'answered')}
        {state === 'unanswered' && renderAction('Not for us', 'dismissed')}
        {(state === 'dismissed' || byStaff) && renderAction('Take back', 'open')}
      </div>
    </li>
  )
}

/** Links to the item's texts in which staff can answer the question. */
function AnswerLinks({ group }: { readonly group: QuestionGroup }) {
  const { item, question, lang, state } = group
  const from = useLocation({ select: ({ href }) => href })
  const answerLanguages = listAnswerLanguages(group)

  return answerLanguages.map((language) => (
    <Button
      key={language}
      variant={state === 'unanswered' ? 'default' : 'subtle'}
      size="compact-md"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/inventory-detail/$id"
          params={{ id: String(item.id) }}
          search={{ answer: language }}
          state={{ answering: { question, lang, from } }}
        />
      )}
    >
      {answerLanguages.length > 1 ? `Answer in ${languageNames[language]}` : 'Answer'}
      <VisuallyHidden>: {question}</VisuallyHidden>
    </Button>
  ))
}

/** Lists languages in which visitors find no answer, or the question's own if there are none. */
function listAnswerLanguages({ lang, languages }: QuestionGroup) {
  const unanswered = languages.filter(({ answered }) => !answered).slice(0, maxAnswerLanguages)
  return unanswered.length > 0 ? unanswered.map((entry) => entry.lang) : [lang]
}

/** The answer that visitors read now, so that staff notice wrong ones. */
function CurrentAnswer({ answer }: Pick<QuestionGroup, 'answer'>) {
  if (!answer) return null
  if (answer.text === '') return <p className={styles.answer}>Visitors find no answer now.</p>

  return (
    <p className={styles.answer}>
      Visitors read:{' '}
      <q lang={answer.lang} dir="auto">
        {answer.text}
      </q>
    </p>
  )
}

function formatState({ state, kinds, byStaff }: QuestionGroup): string {
  if (state === 'unanswered') return 'Not answered'
  if (state === 'dismissed') return 'Not for us'
  if (byStaff) return 'Answered by staff'

  const kindTexts = kinds.filter((kind) => kind !== 'unknown').map((kind) => answerKindNames[kind])
  return kindTexts.length > 0 ? `Answered ${kindTexts.join(' and ')}` : 'Answered since'
}

function formatOccurrences({ count, first, last }: QuestionGroup): string {
  const days = first === last ? formatDate(last) : `${formatDate(first)} – ${formatDate(last)}`
  return count === 1 ? days : `${formatNumber(count)} times, ${days}`
}
