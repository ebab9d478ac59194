import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './change-text.module.css'
import { type DiffPart, diffWords } from './word-diff.ts'

interface ChangeTextProps {
  readonly before: string
  readonly after: string
}

const shortEnough = 60
const isShort = (text: string) => text.length <= shortEnough && !text.includes('\n')

/** 'old → new', or the new alone where there was none; of long texts what changed, with a few words around it. */
export function ChangeText({ before, after }: ChangeTextProps) {
  if (before === '')
    return isShort(after) ? <span className={styles.short}>{after}</span> : <Long>{after}</Long>
  if (isShort(before) && isShort(after)) {
    return (
      <span className={styles.short}>
        <span className={styles.before}>{before}</span>
        <span aria-hidden="true"> → </span>
        <VisuallyHidden> became </VisuallyHidden>
        {after === '' ? <span className={styles.nothing}>nothing</span> : after}
      </span>
    )
  }
  const parts = diffWords(before, after)
  return (
    <Long>
      {parts.map((part, index) => (
        <PartText
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a difference have no id
          key={index}
          part={part}
          isFirst={index === 0}
          isLast={index === parts.length - 1}
        />
      ))}
    </Long>
  )
}

function Long({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <div role="group" aria-label="What changed" tabIndex={0} className={styles.long}>
      {children}
    </div>
  )
}

interface PartTextProps {
  readonly part: DiffPart
  readonly isFirst: boolean
  readonly isLast: boolean
}

function PartText({ part, isFirst, isLast }: PartTextProps) {
  if (part.kind === 'removed') return <del className={styles.removed}>{part.text}</del>
  if (part.kind === 'added') return <ins className={styles.added}>{part.text}</ins>
  return <span className={styles.same}>{around(part.text, isFirst, isLast)}</span>
}

const context = 60

/** The stretch between two changes, without its middle where that is long. */
function around(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? '' : text.slice(0, context)
  const tail = isLast ? '' : text.slice(-context)
  return head.length + tail.length >= text.length ? text : `${head}…${tail}`
}
