import { Link } from '@tanstack/react-router'
import { dayInWords, type ReportCitation } from '@vitrine/contract'
import styles from './report-result.module.css'

interface CitedTextProps {
  readonly text: string
  readonly citations: readonly ReportCitation[]
}

/** A report whose lines lead to their entries. The numbers are no part of the text: nobody copies them. */
export function CitedText({ text, citations }: CitedTextProps) {
  if (citations.length === 0) return text
  const numbers = new Map<number, number>()
  for (const { entries } of citations)
    for (const { id } of entries) if (!numbers.has(id)) numbers.set(id, numbers.size + 1)
  const lines = text.split('\n')
  const parts: { readonly from: number; readonly to: number; readonly entries: ReportCitation['entries'] }[] = []
  let from = 0
  for (const { line, entries } of citations) {
    parts.push({ from, to: line + 1, entries })
    from = line + 1
  }
  return (
    <>
      {parts.map(({ from: first, to, entries }) => (
        <span key={first}>
          {lines.slice(first, to).join('\n')}
          {entries.map(({ id, date }) => (
            <Link
              key={id}
              to="/journal"
              search={{ entry: id }}
              className={styles.citation ?? ''}
              data-number={numbers.get(id)}
              aria-label={`Entry of ${dayInWords(date, 'en')}`}
              title={dayInWords(date, 'en')}
            />
          ))}
          {to < lines.length && '\n'}
        </span>
      ))}
      {lines.slice(from).join('\n')}
    </>
  )
}
