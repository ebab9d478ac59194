import { api } from '@vitrine/contract'
import type { Client } from '../../apps/server/test/client.ts'
import { changesOf } from '../../apps/server/test/history.ts'

/** The writes that the server acknowledged. */
export interface Acknowledged {
  /** Texts by the id that the server gave them. */
  readonly comments: Map<number, string>
  /** Items by their name; names are unique. */
  readonly edits: Map<string, number>
}

export const acknowledged = (): Acknowledged => ({ comments: new Map(), edits: new Map() })

/** How much of it is missing or differs. An edit may have been followed by others, so its history counts. */
export async function lostOf({ comments, edits }: Acknowledged, staff: Client): Promise<number> {
  const there = new Map((await staff.call(api.comments.all)).map(({ id, comment }) => [id, comment]))
  const names = new Set<string>()
  for (const id of new Set(edits.values())) {
    for (const { fields } of await changesOf(staff, 'item', id)) {
      for (const { after } of fields) names.add(`${id} ${after}`)
    }
  }
  const lostComments = [...comments].filter(([id, text]) => there.get(id) !== text)
  const lostEdits = [...edits].filter(([name, id]) => !names.has(`${id} ${name}`))
  return lostComments.length + lostEdits.length
}
