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

/**
 * A field for a day. Keeps the typed text in state: `value`, which comes from the address, changes
 * a little later, and would revert what was typed meanwhile.
 */
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
  readonly allLabel: string
  readonly value: string
  readonly choices: readonly (readonly [value: string, text: string])[]
  readonly onChoose: (value: string | undefined) => void
}

/** A select, of which the first option clears the filter. */
export const ChoiceFilter = ({ label, allLabel, value, choices, onChoose }: ChoiceFilterProps) => (
  <SelectField
    label={label}
    value={value}
    options={[['', allLabel], ...choices]}
    onChange={(chosen) => onChoose(chosen || undefined)}
  />
)

interface PersonAndPeriod {
  readonly person?: number
  readonly from?: string
  readonly to?: string
}

interface PersonAndPeriodFiltersProps {
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly search: PersonAndPeriod
  readonly onSearch: (change: Partial<Record<keyof PersonAndPeriod, string | undefined>>) => void
}

/** The filters of a log: who did it, from and to which day. */
export const PersonAndPeriodFilters = ({
  people,
  search,
  onSearch,
}: PersonAndPeriodFiltersProps) => (
  <>
    <ChoiceFilter
      label="Who"
      allLabel="Everybody"
      value={String(search.person ?? '')}
      choices={people.map(({ id, name }) => [String(id), name])}
      onChoose={(person) => onSearch({ person })}
    />
    <DayFilter label="From" value={search.from ?? ''} onChoose={(from) => onSearch({ from })} />
    <DayFilter label="To" value={search.to ?? ''} onChoose={(to) => onSearch({ to })} />
  </>
)

interface QuickFiltersProps {
  readonly label: string
  readonly texts: readonly string[]
  /** The active filter: its button is pressed, and pressing it again clears the filter. */
  readonly current: string
  readonly onChoose: (text: string) => void
}

/** Buttons with frequent filters. */
export function QuickFilters({ label, texts, current, onChoose }: QuickFiltersProps) {
  // A ref stays the same when the page renders, so that the memoized buttons do not render again.
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
        latestOnChoose={latestOnChoose}
      />
    </fieldset>
  )
}

interface FilterButtonsProps {
  readonly texts: readonly string[]
  readonly pressed: string | undefined
  readonly latestOnChoose: RefObject<QuickFiltersProps['onChoose']>
}

/** Memoized, because every key typed into the filter renders the page. */
const FilterButtons = memo(({ texts, pressed, latestOnChoose }: FilterButtonsProps) =>
  texts.map((text) => (
    <UnstyledButton
      key={text}
      className={`chip ${quickFilters.filter}`}
      aria-pressed={text === pressed}
      onClick={() => latestOnChoose.current(text === pressed ? '' : text)}
    >
      <span className={`cut ${quickFilters.text}`}>{text}</span>
    </UnstyledButton>
  )),
)
