import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ItemType } from '@vitrine/contract'
import { PaperLanguageMenu } from '../../features/documents/paper-language.tsx'
import { inventoryQueries } from '../../features/inventory/inventory-queries.ts'
import { InventoryPage } from '../../features/inventory/list/inventory-page.tsx'
import { deferred } from '../../ui/layout/deferred.tsx'
import { useWriteSearch } from '../use-navigation.ts'

const ImportPanel = deferred(async () => (await import('../../features/imports/import-panel.tsx')).ImportPanel)

const ChangeManyPanel = deferred(
  async () => (await import('../../features/imports/change-many-panel.tsx')).ChangeManyPanel,
)

const LabelPanel = deferred(async () => (await import('../../features/documents/label-panel.tsx')).LabelPanel)

const MergedPdfDialog = deferred(
  async () => (await import('../../features/documents/merged-pdf-dialog.tsx')).MergedPdfDialog,
)

const pdfLanguage = <PaperLanguageMenu />

/** The list of a museum, with what other features do with its items. */
export function InventoryScreen({ type }: { readonly type: ItemType }) {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: inventoryQueries.everything })
  return (
    <InventoryPage
      type={type}
      search={useSearch({ from: `/_shell/inventory/${type}` })}
      onSearch={useWriteSearch()}
      upload={(onClose) => <ImportPanel type={type} onClose={onClose} onChanged={refresh} />}
      labels={(picked) => <LabelPanel type={type} {...picked} />}
      change={(picked) => <ChangeManyPanel type={type} {...picked} onChanged={refresh} />}
      onMany={async (ids, change, done) => {
        const { changeManyNow } = await import('../../features/imports/change-many-panel.tsx')
        await changeManyNow({ type, ids, change }, done, refresh)
      }}
      pdfLanguage={pdfLanguage}
      pdf={(onClose, ids) => <MergedPdfDialog type={type} ids={ids} onClosed={onClose} />}
    />
  )
}
