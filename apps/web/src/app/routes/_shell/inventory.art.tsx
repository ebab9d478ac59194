import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../features/inventory/list/list-search.ts'
import { InventoryScreen } from '../../inventory/inventory-screen.tsx'

export const Route = createFileRoute('/_shell/inventory/art')({
  validateSearch: readListSearch('art'),
  component: () => <InventoryScreen type="art" search={Route.useSearch()} />,
})
