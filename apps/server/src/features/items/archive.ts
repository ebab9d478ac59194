import { dayOf, retentionDays } from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { conflict, fail } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { withSecureDelete } from '../../db/dialect.ts'
import type { Actor } from '../../http/access.ts'
import type { Item } from '../../items/item.ts'
import { itemStore } from '../../items/store.ts'
import { byActor, recordAudit } from '../audit/index.ts'
import { mediaUploadService, tileCache } from '../media/index.ts'
import { itemNotFound } from './read.ts'
import { itemArchiveStore } from './store-archive.ts'
import { writeItems } from './write.ts'

/** Taking items out of use, bringing them back, and deleting them for good. */
export const itemArchiveService = ({ db, clock, get }: Context) => ({
  /** Those that are not so already; ids of items that are gone are passed over. */
  setArchived: (
    actor: Actor,
    ids: readonly number[],
    archived: boolean,
  ): Promise<{ changed: number[] }> =>
    db.transaction().execute(async (tx) => {
      const items = await itemStore(tx).lockMany([...new Set(ids)])
      if (items.size === 0) throw itemNotFound()
      const changing = [...items.values()].filter(({ state }) => state.archived !== archived)
      await writeItems(
        tx,
        changing.map((item) => ({
          item,
          kind: 'archived',
          before: item,
          after: { ...item.state, archived },
        })),
        { actor, at: instant(clock) },
      )
      return { changed: changing.map(({ id }) => id) }
    }),

  /**
   * Leaves nothing of an item: neither its history and comments nor files that nothing else uses. The rows go first; files
   * left behind by a crash belong to nothing, and `check --repair` removes them.
   */
  async remove(actor: Actor, id: number): Promise<void> {
    const unused = await withSecureDelete(db, async (tx) => {
      const item = (await itemStore(tx).lock(id)) ?? fail(itemNotFound())
      expectDeletable(item, clock)
      const store = itemArchiveStore(tx)
      const media = await store.mediaOf(item)
      await writeItems(tx, [{ item, kind: 'removed', before: item, after: null }], {
        actor,
        at: instant(clock),
      })
      await store.removeHistory(id)
      await recordAudit(tx, clock, {
        kind: 'item-deleted',
        ...byActor(actor),
        details: { item: id },
      })
      return store.removeUnused(media)
    })
    for (const { kind, name } of unused) {
      await get(mediaUploadService).discard(kind, name)
      await get(tileCache).removeAll(name)
    }
  },
})

function expectDeletable({ archived }: Item, clock: Clock): void {
  if (!archived)
    throw conflict('Only an archived item can be deleted for good. Please archive it first.')
  if (archived.at > instant(clock, -deletedRetentionMs)) {
    const day = dayOf(new Date(Date.parse(archived.at) + deletedRetentionMs))
    throw conflict(
      `An item can be deleted for good after ${retentionDays} days in the archive: this one from ${day} on.`,
    )
  }
}
