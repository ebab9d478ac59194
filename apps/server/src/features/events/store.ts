import { type EventState, eventFields } from '@vitrine/contract'
import { splitIntoBatches } from '../../db/batches.ts'
import { toColumns } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'

export const eventStore = (db: Db) => ({
  listAll: () => db.selectFrom('event').selectAll().execute(),

  find: (id: number) => db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirst(),

  listActive: () => db.selectFrom('event').selectAll().where('active', '=', 1).execute(),

  async count(): Promise<number> {
    const { count } = await db
      .selectFrom('event')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** Adds an event; `previousId` is that of a removed event that is restored. */
  add: (event: EventState, at: string, previousId?: number) =>
    db
      .insertInto('event')
      .values({
        ...toColumns(eventFields, event),
        changed_at: at,
        ...(previousId !== undefined && { id: previousId }),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  change: (id: number, event: EventState, at: string) =>
    db
      .updateTable('event')
      .set({ ...toColumns(eventFields, event), changed_at: at })
      .where('id', '=', id)
      .execute(),

  async remove(ids: readonly number[]): Promise<void> {
    for (const batch of splitIntoBatches(ids))
      await db
        .deleteFrom('event')
        .where('id', 'in', [...batch])
        .execute()
  },
})

export type EventRow = Awaited<ReturnType<ReturnType<typeof eventStore>['listAll']>>[number]
