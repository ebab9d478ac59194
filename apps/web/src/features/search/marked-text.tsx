import type { MarkedText as Text } from '@vitrine/contract'
import type { ReactNode } from 'react'
import styles from './marked-text.module.css'

/** A text with the parts that match marked. */
export function MarkedText({ text, marks }: Text) {
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of marks) {
    parts.push(
      text.slice(end, from),
      <mark key={from} className={styles.mark}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
