import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { auditKinds } from '@vitrine/contract'
import { useState } from 'react'
import { SelectField } from '../../ui/forms/select-field.tsx'
import styles from './audit-page.module.css'
import { type AuditSearch, auditQueries } from './audit-queries.ts'

interface AuditFilterProps {
  readonly search: AuditSearch
  readonly onSearch: (change: Readonly<Partial<Record<keyof AuditSearch, string | undefined>>>) => void
}

export function AuditFilter({ search, onSearch }: AuditFilterProps) {
  const { data: people = [] } = useQuery(auditQueries.people)
  return (
    <search className={styles.filter} aria-label="Filter the audit log">
      <Choice
        label="What"
        all="Everything"
        value={search.kind ?? ''}
        choices={Object.entries(auditKinds)}
        onChoose={(kind) => onSearch({ kind })}
      />
      <Choice
        label="Who"
        all="Everybody"
        value={String(search.person ?? '')}
        choices={people.map(({ id, name }) => [String(id), name])}
        onChoose={(person) => onSearch({ person })}
      />
      <Day label="From" value={search.from ?? ''} onChoose={(from) => onSearch({ from })} />
      <Day label="To" value={search.to ?? ''} onChoose={(to) => onSearch({ to })} />
    </search>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string
  readonly onChoose: (day: string | undefined) => void
}

/** Holds its own text: the address updates a moment later and would otherwise revert the keys until then. */
function Day({ label, value, onChoose }: DayProps) {
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

interface ChoiceProps {
  readonly label: string
  /** What no choice means. */
  readonly all: string
  readonly value: string
  readonly choices: readonly (readonly [value: string, words: string])[]
  readonly onChoose: (value: string | undefined) => void
}

const Choice = ({ label, all, value, choices, onChoose }: ChoiceProps) => (
  <SelectField
    label={label}
    value={value}
    options={[['', all], ...choices]}
    onChange={(chosen) => onChoose(chosen || undefined)}
  />
)
