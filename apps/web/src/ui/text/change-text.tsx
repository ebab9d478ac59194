import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './change-text.module.css'
import { type DiffPart, diffWords } from './word-diff.ts'

interface ChangeTextProps {
  readonly before: string
  readonly after: string
}

/** Characters of a text that is shown on one line with its predecessor. */
const maxShortLength = 60
const isShort = (text: string) => text.length <= maxShortLength && !text.includes('\n')

/** Shows 'old → new', or just the new text if there was none; for long texts a word diff. */
export function ChangeText({ before, after }: ChangeTextProps) {
  if (before === '') {
    if (!isShort(after)) return <LongText>{after}</LongText>
    return <span className={styles.short}>{after}</span>
  }

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
    <LongText>
      {parts.map((part, index) => (
        <PartText
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a diff have no id
          key={index}
          part={part}
          isFirst={index === 0}
          isLast={index === parts.length - 1}
        />
      ))}
    </LongText>
  )
}

function LongText({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
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
  return <span className={styles.same}>{shortenContext(part.text, isFirst, isLast)}</span>
}

/** Characters of unchanged text that are shown beside a change. */
const contextLength = 60

/** Cuts the middle out of a long text between two changes. */
function shortenContext(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? '' : text.slice(0, contextLength)
  const tail = isLast ? '' : text.slice(-contextLength)
  return head.length + tail.length >= text.length ? text : `${head}…${tail}`
}
