import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ItemType } from '@vitrine/contract'
import { lazy, Suspense } from 'react'
import { inventoryQueries } from '../../features/inventory/inventory-queries.ts'
import { InventoryPage } from '../../features/inventory/list/inventory-page.tsx'
import { useWriteSearch } from '../use-write-search.ts'

const ImportPanel = lazy(() =>
  import('../../features/imports/import-panel.tsx').then((module) => ({ default: module.ImportPanel })),
)

const ChangeManyPanel = lazy(() =>
  import('../../features/imports/change-many-panel.tsx').then((module) => ({ default: module.ChangeManyPanel })),
)

const LabelPanel = lazy(() =>
  import('../../features/documents/label-panel.tsx').then((module) => ({ default: module.LabelPanel })),
)

const MergedPdfDialog = lazy(() =>
  import('../../features/documents/merged-pdf-dialog.tsx').then((module) => ({ default: module.MergedPdfDialog })),
)

/** The list of a museum, with what other features do with its items. */
export function InventoryScreen({ type }: { readonly type: ItemType }) {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: inventoryQueries.everything })
  return (
    <InventoryPage
      type={type}
      search={useSearch({ from: `/_shell/inventory/${type}` })}
      onSearch={useWriteSearch()}
      upload={(onClose) => (
        <Suspense>
          <ImportPanel type={type} onClose={onClose} onChanged={refresh} />
        </Suspense>
      )}
      labels={(picked) => (
        <Suspense>
          <LabelPanel type={type} {...picked} />
        </Suspense>
      )}
      change={(picked) => (
        <Suspense>
          <ChangeManyPanel type={type} {...picked} onChanged={refresh} />
        </Suspense>
      )}
      onMany={async (ids, change, done) => {
        const { changeManyNow } = await import('../../features/imports/change-many-now.tsx')
        await changeManyNow({ type, ids, change }, done, refresh)
      }}
      pdf={(onClose, ids) => (
        <Suspense>
          <MergedPdfDialog type={type} ids={ids} onClosed={onClose} />
        </Suspense>
      )}
    />
  )
}
