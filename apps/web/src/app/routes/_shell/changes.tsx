import { useSearch } from '@tanstack/react-router'
import { AllChangesPage } from '../../../features/history/all-changes-page.tsx'
import { parseChangesSearch } from '../../../features/history/changes-search.ts'
import { useUpdateSearch } from '../../use-navigation.ts'

export function Screen() {
  const updateSearch = useUpdateSearch()
  const search = parseChangesSearch(useSearch({ from: '/_shell/changes' }))
  return <AllChangesPage search={search} onSearch={(change) => updateSearch(change, 'replace')} />
}
