import { useSearch } from '@tanstack/react-router'
import { AuditPage } from '../../../features/audit/audit-page.tsx'
import { readAuditSearch } from '../../../features/audit/audit-search.ts'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const updateSearch = useUpdateSearch()
  const search = readAuditSearch(useSearch({ from: '/_shell/audit' }))
  return <AuditPage search={search} onSearch={(change) => updateSearch(change, 'replace')} />
}
