import { UnstyledButton } from '@mantine/core'
import { fold } from '@vitrine/contract'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
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
  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })
  if (texts.length === 0) return null
  const shown = all ? texts : texts.slice(0, shownAtFirst)
  const folded = fold(current.trim())
  return (
    <fieldset aria-label={label} className={`${styles.filters} no-print`}>
      {shown.map((text) => (
        <QuickFilter key={text} text={text} pressed={fold(text) === folded} choose={latest} />
      ))}
      {shown.length < texts.length && (
        <UnstyledButton className={styles.more ?? ''} onClick={() => setAll(true)}>
          Show all {numberText(texts.length)}
        </UnstyledButton>
      )}
    </fieldset>
  )
}

interface QuickFilterProps {
  readonly text: string
  readonly pressed: boolean
  readonly choose: RefObject<QuickFiltersProps['onChoose']>
}

/** Drawn again only when it is pressed: every key in the filter draws the page. */
const QuickFilter = memo(({ text, pressed, choose }: QuickFilterProps) => (
  <UnstyledButton
    className={styles.filter ?? ''}
    aria-pressed={pressed}
    onClick={() => choose.current(pressed ? '' : text)}
  >
    <span className={styles.text}>{text}</span>
  </UnstyledButton>
))
