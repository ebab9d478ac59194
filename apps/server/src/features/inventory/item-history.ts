import type { ChangeKind, ItemChange } from '@vitrine/contract'
import { type Clock, instant } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { conflict, fail, missing } from '../../failure.ts'
import type { Actor } from '../../http/actor.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import { type ChangeRow, changeStore } from '../history/index.ts'
import { editItem, noSuchItem, takenIdentifierExplained } from './edit.ts'
import { fieldChanges, mediaOf } from './field-changes.ts'
import { readState } from './state.ts'
import { itemStore } from './store.ts'

/** What happened to an item, and the way back. */
export const itemHistory = (db: Db, clock: Clock, catalogue: AttributeCatalogue) => ({
  async ofItem(itemId: number): Promise<ItemChange[]> {
    const store = itemStore(db)
    const { type } = (await store.find(itemId)) ?? fail(noSuchItem())
    const rows = (await changeStore(db, 'item').of(itemId)).map(withStates)
    const names = await store.mediaNames([
      ...new Set(rows.flatMap(({ before, after }) => [...mediaOf(before), ...mediaOf(after)])),
    ])
    const attributes = await catalogue.all(type)
    return rows.map(({ row, before, after }) => ({
      id: row.id,
      kind: row.kind as ChangeKind,
      at: row.at,
      by: row.user_name,
      fields: fieldChanges(before, after, names, attributes),
    }))
  },

  async restore(actor: Actor, itemId: number, changeId: number, version?: number): Promise<{ version: number }> {
    const change =
      (await changeStore(db, 'item').find(itemId, changeId)) ?? fail(missing('There is no such change of this item.'))
    const { after } = withStates(change)
    if (!after) throw conflict('The item was removed in this change: there is nothing to bring back.')
    return takenIdentifierExplained(
      () =>
        db
          .transaction()
          .execute((tx) =>
            editItem(tx, { itemId, kind: 'restored', version, next: () => after }, { actor, at: instant(clock) }),
          ),
      `Another item is called “${after.identifier}” by now: give that one another identifier first.`,
    )
  },
})

export type ItemHistory = ReturnType<typeof itemHistory>

const withStates = (row: ChangeRow) => ({ row, before: readState(row.before), after: readState(row.after) })
