import { createFileRoute } from '@tanstack/react-router'
import { InventoryPage } from '../../../features/inventory/list/inventory-page.tsx'
import { readListSearch } from '../../../features/inventory/list/list-search.ts'
import { useWriteSearch } from '../../use-write-search.ts'

export const Route = createFileRoute('/_shell/inventory/car')({
  validateSearch: readListSearch('car'),
  component: CarInventory,
})

function CarInventory() {
  return <InventoryPage type="car" search={Route.useSearch()} onSearch={useWriteSearch()} />
}
