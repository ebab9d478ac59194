import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { ChangeKind, ItemDetail } from '@vitrine/contract'
import { useRef } from 'react'
import { serverMessage } from '../../../client/api-error.ts'
import { call } from '../../../client/call.ts'
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

interface NewestChange {
  readonly itemId: number
  readonly kind: ChangeKind
  readonly message: string
  readonly refresh: () => Promise<void>
}

/** Offers for ten seconds to undo what has just been done, which only the history can take back as it was. */
export function offerNewestUndo({ itemId, kind, message, refresh }: NewestChange): void {
  const subject = { subject: 'item', id: itemId } as const
  const undo = async () => {
    const { changes } = await call('GET /history/:subject/:id', { params: subject, query: {} })
    const newest = changes.find((change) => change.kind === kind)
    if (newest) await call('POST /history/undo', { body: { ...subject, changeId: newest.id } })
  }
  offerUndo({
    id: `${kind} changed`,
    message,
    undo: () => undo().finally(() => void refresh()),
    failure: 'This could not be undone.',
  })
}

/** Archives or restores an item, which can be undone for ten seconds. */
export function useArchive(itemId: number, refresh: () => Promise<void>) {
  const setArchived = (archived: boolean) =>
    call('POST /inventory/set-archived', { body: { itemIds: [itemId], archived } })
  return useMutation({
    mutationFn: setArchived,
    onSuccess: (_, archived) =>
      offerUndo({
        id: 'archived',
        message: archived ? 'Archived.' : 'Restored.',
        undo: () => setArchived(!archived).finally(() => void refresh()),
        failure: 'This could not be undone.',
      }),
    onError: (error) => notifications.show({ color: 'red', message: `Nothing was changed. ${serverMessage(error)}` }),
    onSettled: refresh,
  })
}
