import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import type { Attribute, ChangeKind, ItemDetail } from '@vitrine/contract'
import { createContext, use } from 'react'
import { call } from '../../../client/call.ts'
import { offerUndo, showFailure } from '../../../ui/feedback/undo-toast.tsx'

interface ItemContext {
  readonly item: ItemDetail
  /** One observer for the whole page: a further one would ask again for a catalogue that failed. */
  readonly catalogue: UseQueryResult<readonly Attribute[]>
  /** Called after every change: fetches the item again, and what else shows it. */
  readonly refresh: () => Promise<void>
}

const Shown = createContext<ItemContext | null>(null)

export const ItemProvider = Shown.Provider

/** The item of the page. */
export function useItem(): ItemContext {
  const shown = use(Shown)
  if (shown === null) throw new Error('useItem was called outside the page of an item.')
  return shown
}

/** Offers for ten seconds to undo what has just been done, which only the history can take back as it was. */
export function useHistoryUndo() {
  const { item, refresh } = useItem()
  const subject = { subject: 'item', id: item.id } as const
  const undo = async (kind: ChangeKind) => {
    const { changes } = await call('GET /history/:subject/:id', { params: subject, query: {} })
    const newest = changes.find((change) => change.kind === kind)
    if (newest) await call('POST /history/undo', { body: { ...subject, changeId: newest.id } })
  }
  return (kind: ChangeKind, message: string, onUndone = refresh): void =>
    offerUndo({
      id: `${kind} changed`,
      message,
      undo: () => undo(kind).finally(() => void onUndone()),
    })
}

export function useSetArchived() {
  const { item, refresh } = useItem()
  const setArchived = (archived: boolean) =>
    call('POST /inventory/set-archived', { body: { itemIds: [item.id], archived } })
  return useMutation({
    mutationFn: setArchived,
    onSuccess: (_, archived) =>
      offerUndo({
        id: 'archived',
        message: archived ? 'Archived.' : 'Restored.',
        undo: () => setArchived(!archived).finally(() => void refresh()),
      }),
    onError: (error) => showFailure('Nothing was changed.', error),
    onSettled: refresh,
  })
}
