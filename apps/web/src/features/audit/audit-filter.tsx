import { InputBase, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { auditKinds } from '@vitrine/contract'
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
      <TextInput
        type="date"
        label="From"
        value={search.from ?? ''}
        onChange={(event) => onSearch({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="To"
        value={search.to ?? ''}
        onChange={(event) => onSearch({ to: event.currentTarget.value || undefined })}
      />
    </search>
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
  <InputBase
    component="select"
    pointer
    label={label}
    rightSection={<IconSelector size={16} aria-hidden="true" />}
    rightSectionPointerEvents="none"
    value={value}
    onChange={(event) => onChoose(event.currentTarget.value || undefined)}
  >
    <option value="">{all}</option>
    {choices.map(([choice, words]) => (
      <option key={choice} value={choice}>
        {words}
      </option>
    ))}
  </InputBase>
)
