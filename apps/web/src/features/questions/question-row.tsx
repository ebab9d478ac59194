import { Button, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { answerKindNames, languageNames, type QuestionGroup } from '@vitrine/contract'
import { numberText } from '../../ui/lists/count-text.ts'
import { mediumDate } from '../../ui/text/dates.ts'
import styles from './questions-page.module.css'

interface QuestionRowProps {
  readonly group: QuestionGroup
  readonly busy: boolean
  readonly onDismiss: (group: QuestionGroup) => void
}

// More would be for the same text again: most languages are read in English.
const maxAnswers = 3

export function QuestionRow({ group, busy, onDismiss }: QuestionRowProps) {
  const { item, question, lang, languages, state } = group
  const open = languages.filter(({ answered }) => !answered).slice(0, maxAnswers)
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
          {(item.archived || !item.shown) && (
            <span className={styles.mark}>{item.archived ? 'Archived' : 'Not shown to visitors'}</span>
          )}
        </p>
        <p className={styles.facts}>
          <span className={styles.state}>{stateText(group)}</span>
          <span>{timesText(group)}</span>
          <span>{languages.map((one) => languageNames[one.lang]).join(', ')}</span>
        </p>
      </div>
      <div className={`${styles.actions} no-print`}>
        {state === 'unanswered' &&
          !item.archived &&
          open.map((one) => (
            <Button
              key={one.lang}
              variant="default"
              size="compact-md"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/inventory-detail/$id"
                  params={{ id: String(item.id) }}
                  search={{ answer: one.lang }}
                />
              )}
            >
              {open.length > 1 ? `Answer in ${languageNames[one.lang]}` : 'Answer'}
              <VisuallyHidden>: {question}</VisuallyHidden>
            </Button>
          ))}
        {state !== 'answered' && (
          <Button variant="subtle" size="compact-md" disabled={busy} onClick={() => onDismiss(group)}>
            {state === 'dismissed' ? 'Take back' : 'Not for us'}
            <VisuallyHidden>: {question}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  )
}

function stateText({ state, kinds }: QuestionGroup): string {
  if (state === 'unanswered') return 'Not answered'
  if (state === 'dismissed') return 'Not for us'
  const words = kinds.filter((kind) => kind !== 'unknown').map((kind) => answerKindNames[kind])
  return words.length > 0 ? `Answered ${words.join(' and ')}` : 'Answered since'
}

function timesText({ count, first, last }: QuestionGroup): string {
  const days = first === last ? mediumDate(last) : `${mediumDate(first)} – ${mediumDate(last)}`
  return count === 1 ? days : `${numberText(count)} times, ${days}`
}
