import { TextInput, UnstyledButton } from '@mantine/core'
import { fold } from '@vitrine/contract'
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { SelectField } from '../forms/fields.tsx'
import styles from './filters.module.css'
import quickFilters from './quick-filters.module.css'

/** The filters above a list that the server filters. */
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

/** Keeps the typed text in state: the address updates late and would revert keys until then. */
export function DayFilter({ label, value, onChoose }: DayFilterProps) {
  const [{ typed, lastValue }, setState] = useState({ typed: value, lastValue: value })
  if (lastValue !== value) setState({ typed: value, lastValue: value })
  return (
    <TextInput
      type="date"
      label={label}
      value={typed}
      onChange={({ currentTarget }) => {
        const day = currentTarget.value
        setState({ typed: day, lastValue })
        // A year such as 0002 is still being typed.
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
  /** The active filter: its button is pressed, and pressing it again clears the filter. */
  readonly current: string
  readonly onChoose: (text: string) => void
}

export function QuickFilters({ label, texts, current, onChoose }: QuickFiltersProps) {
  const latestOnChoose = useRef(onChoose)
  useEffect(() => {
    latestOnChoose.current = onChoose
  })
  const textsByFold = useMemo(() => new Map(texts.map((text) => [fold(text), text])), [texts])
  if (texts.length === 0) return null
  return (
    <fieldset aria-label={label} className={`${quickFilters.filters} no-print`}>
      <FilterButtons
        texts={texts}
        pressed={textsByFold.get(fold(current.trim()))}
        choose={latestOnChoose}
      />
    </fieldset>
  )
}

interface FilterButtonsProps {
  readonly texts: readonly string[]
  readonly pressed: string | undefined
  readonly choose: RefObject<QuickFiltersProps['onChoose']>
}

/** Memoized: every key typed into the filter renders the page. */
const FilterButtons = memo(({ texts, pressed, choose }: FilterButtonsProps) =>
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
