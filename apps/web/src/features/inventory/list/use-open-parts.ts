import { useCallback, useState } from 'react'
import { confirmLeave } from '../../../ui/forms/unsaved.tsx'
import type { ListMode } from './list-context.ts'

/** What is open on the page: a form or a panel, the filters, the dialog of the columns. */
export function useOpenParts() {
  const [mode, setMode] = useState<ListMode>('none')
  const [isFacetsOpen, setFacetsOpen] = useState(false)
  // Drawn from the first time on, so that it can give the focus back.
  const [columnsDialog, setColumnsDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  return {
    mode,
    setMode,
    /** Asks first where something typed would be lost with the form that is open. */
    changeMode: useCallback(async (next: ListMode) => {
      if (await confirmLeave()) setMode(next)
    }, []),
    isFacetsOpen,
    setFacetsOpen,
    columnsDialog,
    setColumnsDialog,
  }
}
