import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Answered, type AskedSource, dayInWords } from '@vitrine/contract'
import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SuccessMessage } from '../../ui/feedback/message.tsx'
import styles from './assistant-page.module.css'

interface AnswerProps {
  readonly question: string
  readonly answered: Answered
}

/** Sentences with numbers that lead to their sources, then the sources as they are written; or the sources alone. */
export function Answer({ question, answered: { answer, sources, engine, fellBack } }: AnswerProps) {
  if (sources.length === 0)
    return (
      <EmptyState>
        Nothing was written about it in the journal, in comments or in the inventory. Try a name, an inventory number or
        a word that an entry would use.
      </EmptyState>
    )
  return (
    <>
      {fellBack && (
        <SuccessMessage>
          The language model gave no answer that its sources prove. Here is what fits best, as it was written.
        </SuccessMessage>
      )}
      <Title order={2} className={styles.question ?? ''}>
        {question}
      </Title>
      {answer.length > 0 && (
        <p className={styles.answer}>
          {answer.map(({ text, sources: cited }) => (
            <span key={text}>
              {text}
              {cited.map((number) => (
                <sup key={number}>
                  <a href={`#source-${number}`} aria-label={`Source ${number}`}>
                    {number}
                  </a>
                </sup>
              ))}{' '}
            </span>
          ))}
        </p>
      )}
      <Title order={3} className={styles.heading ?? ''}>
        {answer.length > 0 ? 'Sources' : 'What was written about it'}
      </Title>
      <ol className={styles.sources}>
        {sources.map((source) => (
          <li key={source.id} id={`source-${source.id}`} className={styles.source} tabIndex={-1}>
            <blockquote className={styles.quote} dir="auto">
              {source.text}
            </blockquote>
            <p className={styles.from}>
              <SourceLink source={source} />
              {source.author !== '' && ` · ${source.author}`}
              {source.kind === 'comment' && ` · ${dayInWords(source.date, 'en')}`}
            </p>
          </li>
        ))}
      </ol>
      {answer.length > 0 && (
        <p className={styles.note}>
          <AnsweredBy engine={engine} /> Every number and name in it stands in the sources.
        </p>
      )}
    </>
  )
}

function SourceLink({ source: { kind, subject_id, item_id, title, date } }: { readonly source: AskedSource }) {
  if (kind === 'journal')
    return (
      <Link to="/journal" search={{ entry: subject_id }}>
        Journal, {dayInWords(date, 'en')}
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
