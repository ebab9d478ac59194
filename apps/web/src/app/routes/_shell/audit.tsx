import { useSearch } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit/audit-page.tsx'
import { parseAuditSearch } from '../../../features/audit/audit-search.ts'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const updateSearch = useUpdateSearch()
  const search = parseAuditSearch(useSearch({ from: '/_shell/audit' }))
  return <AuditPage search={search} onSearch={(change) => updateSearch(change, 'replace')} />
}
