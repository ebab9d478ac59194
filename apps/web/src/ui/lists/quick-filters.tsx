import { UnstyledButton } from '@mantine/core'
import { fold } from '@vitrine/contract'
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import styles from './quick-filters.module.css'

interface QuickFiltersProps {
  readonly label: string
  readonly texts: readonly string[]
  /** The filter in force: its button is pressed, and pressing it again clears it. */
  readonly current: string
  readonly onChoose: (text: string) => void
}

export function QuickFilters({ label, texts, current, onChoose }: QuickFiltersProps) {
  const latest = useRef(onChoose)
  useEffect(() => {
    latest.current = onChoose
  })
  const byFolded = useMemo(() => new Map(texts.map((text) => [fold(text), text])), [texts])
  if (texts.length === 0) return null
  return (
    <fieldset aria-label={label} className={`${styles.filters} no-print`}>
      <Buttons texts={texts} pressed={byFolded.get(fold(current.trim()))} choose={latest} />
    </fieldset>
  )
}

interface ButtonsProps {
  readonly texts: readonly string[]
  readonly pressed: string | undefined
  readonly choose: RefObject<QuickFiltersProps['onChoose']>
}

/** Drawn again only when another one is pressed: every key in the filter draws the page. */
const Buttons = memo(({ texts, pressed, choose }: ButtonsProps) =>
  texts.map((text) => (
    <UnstyledButton
      key={text}
      className={`chip ${styles.filter}`}
      aria-pressed={text === pressed}
      onClick={() => choose.current(text === pressed ? '' : text)}
    >
      <span className={`cut ${styles.text}`}>{text}</span>
    </UnstyledButton>
  )),
)
