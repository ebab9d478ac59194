import { findFoldedRanges, fold } from '@vitrine/contract'
import type { ReactNode } from 'react'
import styles from './marked-text.module.css'

interface MarkedTextProps {
  readonly text: string
  /** Start and end of each mark, in order. */
  readonly marks: readonly (readonly [from: number, to: number])[]
  /** Style of the marks, if they are not search hits. */
  readonly className?: string | undefined
}

export function MarkedText({ text, marks, className = styles.found }: MarkedTextProps) {
  const parts: ReactNode[] = []
  let position = 0

  for (const [from, to] of marks) {
    parts.push(
      text.slice(position, from),
      <mark key={from} className={className}>
        {text.slice(from, to)}
      </mark>,
    )
    position = to
  }

  parts.push(text.slice(position))
  return parts
}

interface HighlightedTextProps {
  readonly text: string
  readonly words: readonly string[]
}

/** Marks the words in a text, ignoring case and accents. */
export const HighlightedText = ({ text, words }: HighlightedTextProps) =>
  words.some(Boolean) ? (
    <MarkedText text={text} marks={findFoldedRanges(text, words.map(fold))} />
  ) : (
    text
  )
