import type { ChangeKind } from '@vitrine/contract'
import { call } from '../../../client/call.ts'
import { offerUndo } from '../../../ui/feedback/undo-toast.tsx'

const names = { picture: 'Picture', recording: 'Recording' } as const satisfies { [kind in ChangeKind]?: string }

/** Offers for ten seconds to restore the picture or recording that an upload has just replaced. */
export function offerMediaUndo(itemId: number, kind: keyof typeof names, refresh: () => Promise<void>): void {
  const subject = { subject: 'item', id: itemId } as const
  const undo = async () => {
    const { changes } = await call('GET /history/:subject/:id', { params: subject, query: {} })
    const newest = changes.find((change) => change.kind === kind)
    if (newest) await call('POST /history/undo', { body: { ...subject, changeId: newest.id } })
  }
  offerUndo({
    id: `${kind} uploaded`,
    message: `${names[kind]} uploaded.`,
    undo: () => undo().finally(() => void refresh()),
    failure: 'This could not be undone.',
  })
}
