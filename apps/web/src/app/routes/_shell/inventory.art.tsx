import { InventoryScreen } from '../../inventory/inventory-screen.tsx'

export function Screen() {
  return <InventoryScreen type="art" />
}
