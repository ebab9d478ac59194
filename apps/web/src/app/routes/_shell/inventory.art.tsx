import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { inventoryQueries } from '../../../features/inventory/inventory-queries.ts'
import { InventoryPage } from '../../../features/inventory/list/inventory-page.tsx'
import { readListSearch } from '../../../features/inventory/list/list-search.ts'
import { useWriteSearch } from '../../use-write-search.ts'

const ImportPanel = lazy(() =>
  import('../../../features/imports/import-panel.tsx').then((module) => ({ default: module.ImportPanel })),
)

const LabelPanel = lazy(() =>
  import('../../../features/documents/label-panel.tsx').then((module) => ({ default: module.LabelPanel })),
)

const MergedPdfDialog = lazy(() =>
  import('../../../features/documents/merged-pdf-dialog.tsx').then((module) => ({ default: module.MergedPdfDialog })),
)

export const Route = createFileRoute('/_shell/inventory/art')({
  validateSearch: readListSearch('art'),
  component: ArtInventory,
})

function ArtInventory() {
  const queries = useQueryClient()
  return (
    <InventoryPage
      type="art"
      search={Route.useSearch()}
      onSearch={useWriteSearch()}
      upload={(onClose) => (
        <Suspense>
          <ImportPanel
            onClose={onClose}
            onChanged={() => void queries.invalidateQueries({ queryKey: inventoryQueries.everything })}
          />
        </Suspense>
      )}
      labels={(picked) => (
        <Suspense>
          <LabelPanel type="art" {...picked} />
        </Suspense>
      )}
      pdf={(onClose) => (
        <Suspense>
          <MergedPdfDialog type="art" onClosed={onClose} />
        </Suspense>
      )}
    />
  )
}
