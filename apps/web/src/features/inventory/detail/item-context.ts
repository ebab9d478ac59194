import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import type { Attribute, ChangeKind, ItemDetail } from '@vitrine/contract'
import { createContext, use } from 'react'
import { call } from '../../../client/call.ts'
import { offerUndo, showFailure } from '../../../ui/feedback/undo-toast.tsx'

interface ItemContext {
  readonly item: ItemDetail
  /** One query for the whole page: a second one would retry a catalogue that failed. */
  readonly catalogue: UseQueryResult<readonly Attribute[]>
  /** To be called after every change: refetches the item and whatever else shows it. */
  readonly refresh: () => Promise<void>
}

const ItemOfPage = createContext<ItemContext | null>(null)

export const ItemProvider = ItemOfPage.Provider

/** The item that the page shows. */
export function useItem(): ItemContext {
  const context = use(ItemOfPage)
  if (context === null) throw new Error('useItem was called outside the page of an item.')
  return context
}

/** The attribute with the recording, which has an upload and a player of its own. */
export const recordingKey = 'mp3'

/** Names of the drafts of unsaved edits. */
export const infoDraftName = ({ id }: ItemDetail): string => `info of ${id}`
export const attributesDraftName = ({ id }: ItemDetail): string => `attributes of ${id}`

/** Offers to undo the latest change of a kind through the item's history. */
export function useOfferHistoryUndo() {
  const { item, refresh } = useItem()
  const historySubject = { subject: 'item', id: item.id } as const

  const undo = async (kind: ChangeKind) => {
    const { changes } = await call('GET /history/:subject/:id', {
      params: historySubject,
      query: {},
    })
    const latestChange = changes.find((change) => change.kind === kind)
    if (latestChange)
      await call('POST /history/undo', { body: { ...historySubject, changeId: latestChange.id } })
  }

  return (kind: ChangeKind, message: string, onUndone = refresh): void =>
    offerUndo({
      id: `${kind} changed`,
      message,
      undo: () => undo(kind).finally(() => void onUndone()),
    })
}

/** Archives or restores the item, with an offer to undo it. */
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
