import { TextInput, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type AnswerList,
  type AnswerSource,
  type AssistantAnswer,
  type AssistantCapabilities,
  escapeFacetValue,
  formatLongDay,
  inventoryRoute,
  inventoryTypes,
  joinFacetValues,
  maxAssistantQuestionLength,
} from '@vitrine/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { createRecentList } from '../../session/recent-list.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { EmptyState } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { CancellableSubmit } from '../../ui/forms/cancellable-submit.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './assistant-page.module.css'

const notStoredNote = 'Questions are not stored on the server.'
const embeddedNote = `No language model is set up: you get the passages that contain your words, an item’s location, or the items in a place. ${notStoredNote}`
const formatModelNote = (engine: string): string =>
  `Answers come from the journal, comments and the inventory. ${notStoredNote} The question and what fits it are sent to ${engine}.`

export function AssistantPage() {
  const { currentQuestion, earlierQuestions, ask, clear, cancel } = useQuestion()
  const [typed, setTyped] = useState('')

  const { data: capabilities } = useQuery({
    ...callQuery('GET /journal/assistant'),
    staleTime: Number.POSITIVE_INFINITY,
  })

  const isAsking = currentQuestion.state === 'asking'
  const askAgain = (question: string) => {
    setTyped(question)
    void ask(question)
  }

  return (
    <>
      <PageHeader title="Assistant" />
      <div className={styles.page}>
        <QuestionForm
          typed={typed}
          onType={setTyped}
          isAsking={isAsking}
          note={<ModelNote capabilities={capabilities} />}
          onAsk={ask}
          onCancel={cancel}
        />
        <section aria-label="Answer" aria-busy={isAsking} className={styles.result}>
          <VisuallyHidden role="status">{formatStatus(currentQuestion)}</VisuallyHidden>
          {isAsking && <RowSkeletons label="Looking for an answer" rows={3} />}
          {currentQuestion.state === 'cancelled' && <p className={styles.note}>Cancelled.</p>}
          {currentQuestion.state === 'failed' && (
            <ErrorMessage>
              The question could not be answered. {getServerMessage(currentQuestion.error)}
            </ErrorMessage>
          )}
          {currentQuestion.state === 'answered' && (
            <Answer question={currentQuestion.question} answered={currentQuestion.answered} />
          )}
        </section>
        {earlierQuestions.length > 0 && (
          <EarlierQuestions questions={earlierQuestions} onPick={askAgain} onClear={clear} />
        )}
      </div>
    </>
  )
}

interface EarlierQuestionsProps {
  readonly questions: readonly string[]
  readonly onPick: (question: string) => void
  readonly onClear: () => void
}

const EarlierQuestions = ({ questions, onPick, onClear }: EarlierQuestionsProps) => (
  <section aria-label="Your last questions" className={`${styles.last} no-print`}>
    <div className={styles.head}>
      <Title order={2} className={styles.heading ?? ''}>
        Your last questions
      </Title>
      <SmallButton onClick={onClear}>Clear</SmallButton>
    </div>
    <p className={styles.note}>Only this browser remembers them.</p>
    <ul className={styles.questions}>
      {questions.map((question) => (
        <li key={question}>
          <UnstyledButton className={styles.again ?? ''} onClick={() => onPick(question)}>
            {question}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  </section>
)

/** A sentence about who receives the question. Reserves its space while it loads. */
const ModelNote = ({
  capabilities,
}: {
  readonly capabilities: AssistantCapabilities | undefined
}) => (
  <span className={capabilities ? undefined : styles.invisible}>
    {capabilities && !capabilities.embedded ? formatModelNote(capabilities.engine) : embeddedNote}
  </span>
)

/** What screen readers announce when an answer arrives. */
function formatStatus(currentQuestion: QuestionState): string {
  if (currentQuestion.state === 'asking') return 'Looking for an answer.'
  if (currentQuestion.state !== 'answered') return ''

  const { lists, answer, sources } = currentQuestion.answered
  if (lists.length > 0) return lists.map(formatPlaceCount).join(' ')
  if (sources.length === 0) return 'Nothing was found.'

  const noun = answer.length > 0 ? 'source' : 'passage'
  return `${sources.length} ${noun}${sources.length === 1 ? '' : 's'}.`
}

interface QuestionFormProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly isAsking: boolean
  /** A sentence about who receives the question. */
  readonly note: ReactNode
  readonly onAsk: (question: string) => void
  readonly onCancel: () => void
}

function QuestionForm({ typed, onType, isAsking, note, onAsk, onCancel }: QuestionFormProps) {
  const question = typed.trim()
  const isTooLong = question.length > maxAssistantQuestionLength
  const isReady = question !== '' && !isTooLong && !isAsking

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onAsk(question)
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className={`surface ${styles.card}`}
      aria-label="Ask"
      aria-busy={isAsking}
    >
      <TextInput
        label="Question"
        description={note}
        placeholder="When was the Bugatti’s gearbox repaired?"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        error={isTooLong && `Please use at most ${maxAssistantQuestionLength} characters.`}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <CancellableSubmit
          label="Ask"
          workingLabel="Asking..."
          isReady={isReady}
          isWorking={isAsking}
          onCancel={onCancel}
        />
      </div>
    </form>
  )
}

type QuestionState =
  | { readonly state: 'idle' | 'asking' | 'cancelled' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'answered'; readonly question: string; readonly answered: AssistantAnswer }

const isString = (value: unknown): value is string => typeof value === 'string'
const maxRecentQuestions = 10
const recentQuestions = createRecentList('last questions', isString, maxRecentQuestions)

/** The state of the current question, and the user's earlier questions in this browser. */
function useQuestion() {
  const { user } = useSignedIn()
  const [currentQuestion, setCurrentQuestion] = useState<QuestionState>({ state: 'idle' })
  const [earlierQuestions, setEarlierQuestions] = useState(() => recentQuestions.read(user.email))
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  const ask = async (question: string) => {
    controllerRef.current?.abort()
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller

    recentQuestions.add(user.email, question)
    setEarlierQuestions(recentQuestions.read(user.email))
    setCurrentQuestion({ state: 'asking' })

    // Ignores the outcome if a later question has replaced this one.
    const show = (newState: QuestionState) =>
      controllerRef.current === controller && setCurrentQuestion(newState)

    try {
      const answered = await call('POST /assistant/ask', { body: { question } }, { signal })
      show({ state: 'answered', question, answered })
    } catch (error) {
      show(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error })
    }
  }

  const clear = () => {
    recentQuestions.clear(user.email)
    setEarlierQuestions([])
  }

  const cancel = () => controllerRef.current?.abort()

  return { currentQuestion, earlierQuestions, ask, clear, cancel }
}

const formatPlaceCount = ({ type, values, count, insideCount }: AnswerList): string => {
  const { one, many } = inventoryTypes[type]
  // 'a car' becomes '1 car'.
  const countText = count === 1 ? one.replace(/^an? /, '1 ') : `${formatNumber(count)} ${many}`
  const inside = insideCount > 0 ? `, and ${formatNumber(insideCount)} in places inside it` : ''
  return `${values.join(', ')}: ${countText}${inside}.`
}

/** The first items in a place, and a link to the list with all of them. */
function PlaceList({ list }: { readonly list: AnswerList }) {
  const { type, attribute, values, count, first, inside } = list

  const search: Record<`facet.${string}`, string> = {
    [`facet.${attribute}`]: joinFacetValues(values.map(escapeFacetValue)) ?? '',
  }

  return (
    <section className={styles.place} aria-label={values.join(', ')}>
      <p className={styles.answer}>{formatPlaceCount(list)}</p>
      <ul className={styles.sources}>
        {first.map(({ id, title }) => (
          <li key={id}>
            <Link to="/inventory-detail/$id" params={{ id: String(id) }}>
              {title}
            </Link>
          </li>
        ))}
        {inside.map(({ id, name, count: itemCount }) => (
          <li key={`place ${id}`}>
            <Link to="/places/$id" params={{ id: String(id) }}>
              {name}: {formatNumber(itemCount)}
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Link to={inventoryRoute(type)} search={search}>
          {count === 1 ? 'Show it in the list' : `Show all ${formatNumber(count)} in the list`}
        </Link>
      </p>
    </section>
  )
}

interface AnswerProps {
  readonly question: string
  readonly answered: AssistantAnswer
}

/** An answer with footnotes, followed by its sources; or only the sources, without a model. */
function Answer({ question, answered }: AnswerProps) {
  const { lists, answer, sources, engine, fellBack } = answered
  const hasAnswer = answer.length > 0
  const questionTitle = (
    <Title order={2} className={styles.question ?? ''}>
      {question}
    </Title>
  )

  if (lists.length > 0)
    return (
      <>
        {questionTitle}
        {lists.map((list) => (
          <PlaceList key={list.type} list={list} />
        ))}
      </>
    )

  if (sources.length === 0)
    return (
      <EmptyState>
        Nothing was found about it in the journal, in comments or in the inventory. Try a name, an
        inventory number or a word that an entry would use.
      </EmptyState>
    )

  return (
    <>
      {fellBack && (
        <SuccessMessage>
          The language model gave no answer that its sources prove. Here is what fits best, as it
          was written.
        </SuccessMessage>
      )}
      {questionTitle}
      {hasAnswer && <AnswerText answer={answer} />}
      <Title order={3} className={styles.heading ?? ''}>
        {hasAnswer ? 'Sources' : 'Passages that contain your words'}
      </Title>
      <SourceList sources={sources} />
      {hasAnswer && (
        <p className={styles.note}>
          <AnsweredBy engine={engine} /> Every number and name in it is in the sources.
        </p>
      )}
    </>
  )
}

/** The sentences of an answer, each with links to its sources. */
const AnswerText = ({ answer }: Pick<AssistantAnswer, 'answer'>) => (
  <p className={styles.answer}>
    {answer.map(({ text, sources: sourceNumbers }) => (
      <span key={text}>
        {text}
        {sourceNumbers.map((number) => (
          <sup key={number}>
            <a href={`#source-${number}`} aria-label={`Source ${number}`}>
              {number}
            </a>
          </sup>
        ))}{' '}
      </span>
    ))}
  </p>
)

const SourceList = ({ sources }: { readonly sources: readonly AnswerSource[] }) => (
  <ol className={styles.sources}>
    {sources.map((source) => (
      <li key={source.id} id={`source-${source.id}`} className={styles.source} tabIndex={-1}>
        <blockquote className={styles.quote} dir="auto">
          {source.text}
        </blockquote>
        <p className={styles.from}>
          <SourceLink source={source} />
          {source.author !== '' && ` · ${source.author}`}
          {source.kind === 'comment' && ` · ${formatLongDay(source.date, 'en')}`}
        </p>
      </li>
    ))}
  </ol>
)

function SourceLink({
  source: { kind, subject_id, item_id, title, date },
}: {
  readonly source: AnswerSource
}) {
  if (kind === 'journal')
    return (
      <Link to="/journal" search={{ entry: subject_id }}>
        Journal, {formatLongDay(date, 'en')}
      </Link>
    )

  const params = { id: String(item_id) }

  return kind === 'comment' ? (
    <Link to="/inventory-detail/$id" params={params} hash={`comment-${subject_id}`}>
      Comment on {title}
    </Link>
  ) : (
    <Link to="/inventory-detail/$id" params={params}>
      {title}
    </Link>
  )
}
