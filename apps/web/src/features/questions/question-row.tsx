import { Button, VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { answerKindNames, languageNames, type QuestionGroup } from '@vitrine/contract'
import { mediumDate, numberText } from '../../ui/text/format.ts'
import styles from './questions-page.module.css'
import type { Settled } from './use-settle.ts'

interface QuestionRowProps {
  readonly group: QuestionGroup
  readonly busy: boolean
  readonly onSettle: (as: Settled) => void
}

// More would be for the same text again: most languages are read in English.
const maxAnswers = 3

export function QuestionRow({ group, busy, onSettle }: QuestionRowProps) {
  const { item, question, lang, languages, state, byStaff } = group
  const from = useLocation({ select: ({ href }) => href })
  const isSeen = item.shown && !item.archived
  const open = languages.flatMap((one) => (one.answered ? [] : one.lang)).slice(0, maxAnswers)
  const answerIn = !isSeen || state === 'dismissed' ? [] : open.length > 0 ? open : [lang]
  const way = (text: string, as: Settled) => (
    <Button variant="subtle" size="compact-md" disabled={busy} onClick={() => onSettle(as)}>
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
          {!isSeen && (
            <span className={styles.mark}>{item.archived ? 'Archived: visitors' : 'Visitors'} can’t see it</span>
          )}
        </p>
        <AnswerNow answer={group.answer} />
        <p className={styles.facts}>
          <span className={styles.state}>{stateText(group)}</span>
          <span>{timesText(group)}</span>
          <span>{languages.map((one) => languageNames[one.lang]).join(', ')}</span>
        </p>
      </div>
      <div className={`${styles.actions} no-print`}>
        {answerIn.map((one) => (
          <Button
            key={one}
            variant={state === 'unanswered' ? 'default' : 'subtle'}
            size="compact-md"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/inventory-detail/$id"
                params={{ id: String(item.id) }}
                search={{ answer: one }}
                state={{ answering: { question, lang, from } }}
              />
            )}
          >
            {answerIn.length > 1 ? `Answer in ${languageNames[one]}` : 'Answer'}
            <VisuallyHidden>: {question}</VisuallyHidden>
          </Button>
        ))}
        {state === 'unanswered' && way('Mark as answered', 'answered')}
        {state === 'unanswered' && way('Not for us', 'dismissed')}
        {(state === 'dismissed' || byStaff) && way('Take back', 'open')}
      </div>
    </li>
  )
}

/** So that staff notice wrong answers. */
function AnswerNow({ answer }: Pick<QuestionGroup, 'answer'>) {
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

function stateText({ state, kinds, byStaff }: QuestionGroup): string {
  if (state === 'unanswered') return 'Not answered'
  if (state === 'dismissed') return 'Not for us'
  if (byStaff) return 'Answered by staff'
  const words = kinds.filter((kind) => kind !== 'unknown').map((kind) => answerKindNames[kind])
  return words.length > 0 ? `Answered ${words.join(' and ')}` : 'Answered since'
}

function timesText({ count, first, last }: QuestionGroup): string {
  const days = first === last ? mediumDate(last) : `${mediumDate(first)} – ${mediumDate(last)}`
  return count === 1 ? days : `${numberText(count)} times, ${days}`
}
