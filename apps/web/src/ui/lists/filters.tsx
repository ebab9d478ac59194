import { TextInput, UnstyledButton } from '@mantine/core'
import { fold } from '@vitrine/contract'
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { SelectField } from '../forms/fields.tsx'
import styles from './filters.module.css'
import quickFilters from './quick-filters.module.css'

/** What narrows a list that the server filters. */
export const FilterBar = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) => (
  <search className={`${styles.filters} no-print`} aria-label={label}>
    {children}
  </search>
)

interface DayFilterProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (day: string | undefined) => void
}

/** Holds its own text: the address updates a moment later and would otherwise revert the keys until then. */
export function DayFilter({ label, value, onChoose }: DayFilterProps) {
  const [{ typed, last }, setState] = useState({ typed: value, last: value })
  if (last !== value) setState({ typed: value, last: value })
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value
        setState({ typed: day, last })
        // The year 0002 is a year that is still being typed.
        if (!day.startsWith('0')) onChoose(day || undefined)
      }}
    />
  )
}

interface ChoiceFilterProps {
  readonly label: string
  readonly all: string
  readonly value: string
  readonly choices: readonly (readonly [value: string, words: string])[]
  readonly onChoose: (value: string | undefined) => void
}

export const ChoiceFilter = ({ label, all, value, choices, onChoose }: ChoiceFilterProps) => (
  <SelectField
    label={label}
    value={value}
    options={[['', all], ...choices]}
    onChange={(chosen) => onChoose(chosen || undefined)}
  />
)

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
    <fieldset aria-label={label} className={`${quickFilters.filters} no-print`}>
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
      className={`chip ${quickFilters.filter}`}
      aria-pressed={text === pressed}
      onClick={() => choose.current(text === pressed ? '' : text)}
    >
      <span className={`cut ${quickFilters.text}`}>{text}</span>
    </UnstyledButton>
  )),
)
