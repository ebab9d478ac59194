import { identifierKey } from '@vitrine/contract'
import { yieldToEventLoop } from '../../../db/chunks.ts'
import type { Db } from '../../../db/tables.ts'
import { unreadable } from '../../history/index.ts'
import { itemCodec } from '../changes.ts'
import { itemCheckStore } from './store.ts'

const changesAtOnce = 500

/** The items that existing items' history names by a folded identifier, the one that had it last. */
export async function formerIdentifiers(db: Db): Promise<Map<string, readonly number[]>> {
  const store = itemCheckStore(db)
  const existing = new Set((await store.ids()).map(({ id }) => id))
  const former = new Map<string, readonly number[]>()
  for (let after = 0; ; await yieldToEventLoop()) {
    const changes = await store.replacedAfter(after, changesAtOnce)
    if (changes.length === 0) return former
    for (const { id, subject_id, before } of changes) {
      const state = itemCodec.read(before)
      if (state && state !== unreadable && existing.has(subject_id))
        former.set(identifierKey(state.identifier), [subject_id])
      after = id
    }
  }
}
