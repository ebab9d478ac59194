import { UnstyledButton } from '@mantine/core'
import { fold } from '@vitrine/contract'
import { useState } from 'react'
import { numberText } from './count-text.ts'
import styles from './quick-filters.module.css'

interface QuickFiltersProps {
  readonly label: string
  readonly texts: readonly string[]
  /** The filter in force: its button is pressed, and pressing it again clears it. */
  readonly current: string
  readonly onChoose: (text: string) => void
}

const shownAtFirst = 24

/** Texts that are worth a filter of their own. */
export function QuickFilters({ label, texts, current, onChoose }: QuickFiltersProps) {
  const [all, setAll] = useState(false)
  if (texts.length === 0) return null
  const shown = all ? texts : texts.slice(0, shownAtFirst)
  const isCurrent = (text: string) => fold(text) === fold(current.trim())
  return (
    <fieldset aria-label={label} className={`${styles.filters} no-print`}>
      {shown.map((text) => (
        <UnstyledButton
          key={text}
          className={styles.filter ?? ''}
          aria-pressed={isCurrent(text)}
          onClick={() => onChoose(isCurrent(text) ? '' : text)}
        >
          <span className={styles.text}>{text}</span>
        </UnstyledButton>
      ))}
      {shown.length < texts.length && (
        <UnstyledButton className={styles.more ?? ''} onClick={() => setAll(true)}>
          Show all {numberText(texts.length)}
        </UnstyledButton>
      )}
    </fieldset>
  )
}
