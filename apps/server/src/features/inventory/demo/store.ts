import type { Db, Tx } from '../../../db/tables.ts'
import type { ItemState } from '../state.ts'

export const demoStore = (db: Db | Tx) => ({
  /** How these items came into being. */
  creations: (itemIds: readonly number[]) =>
    db
      .selectFrom('change')
      .innerJoin('item', 'item.id', 'change.subject_id')
      .select(['change.id', 'change.subject_id as itemId', 'change.after'])
      .where('change.subject', '=', 'item')
      .where('change.kind', '=', 'created')
      .where('change.subject_id', 'in', itemIds)
      .execute(),

  amendCreation: (id: number, after: ItemState) =>
    db
      .updateTable('change')
      .set({ after: JSON.stringify(after) })
      .where('id', '=', id)
      .execute(),

  setPicture: (itemId: number, mediaId: number) =>
    db
      .updateTable('item')
      .set({ picture_id: mediaId })
      .where('id', '=', itemId)
      .where('picture_id', 'is', null)
      .execute(),

  setRecording: (itemId: number, mediaId: number) =>
    db
      .updateTable('item')
      .set({ recording_id: mediaId })
      .where('id', '=', itemId)
      .where('recording_id', 'is', null)
      .execute(),
})
