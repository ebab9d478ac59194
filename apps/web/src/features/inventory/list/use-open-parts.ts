import { useCallback, useState } from 'react'
import { confirmLeave } from '../../../ui/forms/unsaved.tsx'
import type { ListMode } from './list-context.ts'

/** Which parts of the page are open: a form or a panel, the facets, the columns dialog. */
export function useOpenParts() {
  const [mode, setMode] = useState<ListMode>('none')
  const [isFacetsOpen, setFacetsOpen] = useState(false)
  // Stays mounted after the first use, so that closing it returns the focus.
  const [columnsDialog, setColumnsDialog] = useState<'unused' | 'open' | 'closed'>('unused')

  return {
    mode,
    setMode,
    /** Asks first if unsaved edits in an open form would be lost. */
    changeMode: useCallback(async (next: ListMode) => {
      if (await confirmLeave()) setMode(next)
    }, []),
    isFacetsOpen,
    setFacetsOpen,
    columnsDialog,
    setColumnsDialog,
  }
}

export type OpenParts = ReturnType<typeof useOpenParts>
