import { useQuery } from '@tanstack/react-query'
import { auditKinds } from '@vitrine/contract'
import { query } from '../../client/query.ts'
import { ChoiceFilter, DayFilter, Filters } from '../../ui/lists/filters.tsx'
import type { AuditSearch } from './audit-search.ts'

interface AuditFilterProps {
  readonly search: AuditSearch
  readonly onSearch: (change: Readonly<Partial<Record<keyof AuditSearch, string | undefined>>>) => void
}

export function AuditFilter({ search, onSearch }: AuditFilterProps) {
  const { data: people = [] } = useQuery(query('GET /audit/people'))
  return (
    <Filters label="Filter the audit log">
      <ChoiceFilter
        label="What"
        all="Everything"
        value={search.kind ?? ''}
        choices={Object.entries(auditKinds)}
        onChoose={(kind) => onSearch({ kind })}
      />
      <ChoiceFilter
        label="Who"
        all="Everybody"
        value={String(search.person ?? '')}
        choices={people.map(({ id, name }) => [String(id), name])}
        onChoose={(person) => onSearch({ person })}
      />
      <DayFilter label="From" value={search.from ?? ''} onChoose={(from) => onSearch({ from })} />
      <DayFilter label="To" value={search.to ?? ''} onChoose={(to) => onSearch({ to })} />
    </Filters>
  )
}
