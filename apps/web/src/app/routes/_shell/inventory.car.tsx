import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { InventoryPage } from '../../../features/inventory/list/inventory-page.tsx'
import { readListSearch } from '../../../features/inventory/list/list-search.ts'
import { useWriteSearch } from '../../use-write-search.ts'

const LabelPanel = lazy(() =>
  import('../../../features/documents/label-panel.tsx').then((module) => ({ default: module.LabelPanel })),
)

const MergedPdfDialog = lazy(() =>
  import('../../../features/documents/merged-pdf-dialog.tsx').then((module) => ({ default: module.MergedPdfDialog })),
)

export const Route = createFileRoute('/_shell/inventory/car')({
  validateSearch: readListSearch('car'),
  component: CarInventory,
})

function CarInventory() {
  return (
    <InventoryPage
      type="car"
      search={Route.useSearch()}
      onSearch={useWriteSearch()}
      labels={(picked) => (
        <Suspense>
          <LabelPanel type="car" {...picked} />
        </Suspense>
      )}
      pdf={(onClose) => (
        <Suspense>
          <MergedPdfDialog type="car" onClosed={onClose} />
        </Suspense>
      )}
    />
  )
}
