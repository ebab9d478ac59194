import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { SelectField } from '../forms/select-field.tsx'
import styles from './filters.module.css'

/** What narrows a list that the server filters. */
export const Filters = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
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
