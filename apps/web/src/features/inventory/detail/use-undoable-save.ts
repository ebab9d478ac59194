import type { ItemDetail } from '@vitrine/contract'
import { useRef } from 'react'
import { offerUndo } from '../../../ui/feedback/undo-toast.tsx'

/** `seen` is the item as it was before, with the texts that are saved along. */
type Write = (value: string, version: number, seen: ItemDetail) => Promise<{ version: number }>

/** Saves one value, and offers for ten seconds to put the former one back. */
export function useUndoableSave(label: string, refresh: () => Promise<void>, write: Write) {
  const undo = useRef<(() => Promise<unknown>) | null>(null)
  return {
    async write(value: string, former: string, seen: ItemDetail): Promise<void> {
      const saved = await write(value, seen.version, seen)
      undo.current = () => write(former, saved.version, seen)
    },
    async onSaved(): Promise<void> {
      await refresh()
      const takeBack = undo.current
      if (!takeBack) return
      offerUndo({
        id: 'value saved',
        message: `${label} saved.`,
        undo: () => takeBack().finally(() => void refresh()),
        failure: 'This could not be undone.',
      })
    },
  }
}
