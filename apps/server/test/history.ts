import { api, type Change, type HistorySubject } from '@vitrine/contract'
import type { Client } from './client.ts'

/** Lists all changes of a record, newest first. */
export async function listChanges(
  client: Client,
  subject: HistorySubject,
  id: number,
): Promise<Change[]> {
  const changes: Change[] = []
  for (let hasMore = true; hasMore; ) {
    const last = changes.at(-1)
    const page = await client.call(api.history.of, {
      params: { subject, id },
      query: last ? { before: last.id } : {},
    })
    changes.push(...page.changes)
    hasMore = page.hasMore
  }
  return changes
}

/** Restores the state after a change, or a part of it. */
export const restoreChange = (
  client: Client,
  subject: HistorySubject,
  id: number,
  change: Pick<Change, 'id'> | undefined,
  options: { path?: string[] | undefined; newest?: number } = {},
) =>
  client.call(api.history.restore, { body: { subject, id, changeId: change?.id ?? 0, ...options } })

/** Undoes a change. */
export const undoChange = (
  client: Client,
  subject: HistorySubject,
  id: number,
  change: Pick<Change, 'id'> | undefined,
) => client.call(api.history.undo, { body: { subject, id, changeId: change?.id ?? 0 } })
