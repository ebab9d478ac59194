import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { PaperLanguageMenu } from '../../features/documents/paper-language.tsx'
import { inventoryQueries } from '../../features/inventory/inventory-queries.ts'
import { InventoryPage } from '../../features/inventory/list/inventory-page.tsx'
import { useLastSearch } from '../../features/inventory/list/last-search.ts'
import type { ListFeatures } from '../../features/inventory/list/list-context.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { openPaletteWithText } from '../palette/use-palette.tsx'
import { useUpdateSearch } from '../use-navigation.ts'

const ImportPanel = lazyWithFallback(
  async () => (await import('../../features/imports/import-panel.tsx')).ImportPanel,
)

const ChangeManyPanel = lazyWithFallback(
  async () => (await import('../../features/imports/change-many-panel.tsx')).ChangeManyPanel,
)

const MovePanel = lazyWithFallback(
  async () => (await import('../../features/places/move-panel.tsx')).MovePanel,
)

const ConditionReportLink = lazyWithFallback(
  async () =>
    (await import('../../features/conditions/condition-report-link.tsx')).ConditionReportLink,
)

const LabelPanel = lazyWithFallback(
  async () => (await import('../../features/documents/label-panel.tsx')).LabelPanel,
)

const MergedPdfDialog = lazyWithFallback(
  async () => (await import('../../features/documents/merged-pdf-dialog.tsx')).MergedPdfDialog,
)

/** A museum's list, with panels from other features for its items. */
export function InventoryScreen({ type }: { readonly type: ItemType }) {
  const queryClient = useQueryClient()
  const onSearch = useUpdateSearch()
  const addressSearch = useSearch({ from: `/_shell/inventory/${type}` })
  const { search, isFilterRestored } = useLastSearch(type, addressSearch, onSearch)

  const features = useMemo<ListFeatures>(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: inventoryQueries.rootKey })

    return {
      upload: (onClose) => <ImportPanel type={type} onClose={onClose} onChanged={refresh} />,
      labels: (picked) => <LabelPanel type={type} {...picked} />,
      change: (picked) => <ChangeManyPanel type={type} {...picked} onChanged={refresh} />,
      move: (picked) => <MovePanel {...picked} onMoved={refresh} />,
      async onChangeMany(ids, change, pastTense) {
        const { changeManyItems } = await import('../../features/imports/change-many-panel.tsx')
        await changeManyItems({ type, ids, change }, pastTense, refresh)
      },
      morePapers: (ids) => (
        <ConditionReportLink ids={ids} fileName="condition_reports.pdf" inToolbar />
      ),
      pdf: (onClose, ids) => <MergedPdfDialog type={type} ids={ids} onClosed={onClose} />,
      pdfLanguage: <PaperLanguageMenu />,
      onSearchEverything: openPaletteWithText,
    }
  }, [type, queryClient])

  return (
    <InventoryPage
      type={type}
      search={search}
      isFilterRestored={isFilterRestored}
      onSearch={onSearch}
      features={features}
    />
  )
}
