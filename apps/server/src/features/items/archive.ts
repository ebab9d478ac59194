import { retentionDays, toDay } from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { conflict } from '../../base/failure.ts'
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

/** Archives and restores items, and deletes them permanently. */
export const itemArchiveService = ({ db, clock, get }: Context) => ({
  /**
   * Skips items that are already in the wanted state, and ids that no longer exist; fails if none
   * exists.
   */
  setArchived: (
    actor: Actor,
    ids: readonly number[],
    archived: boolean,
  ): Promise<{ changed: number[] }> =>
    db.transaction().execute(async (tx) => {
      const items = await itemStore(tx).lockMany([...new Set(ids)])
      if (items.size === 0) throw itemNotFound()

      const changedItems = [...items.values()].filter(({ state }) => state.archived !== archived)
      await writeItems(
        tx,
        changedItems.map((item) => ({
          item,
          kind: 'archived',
          before: item,
          after: { ...item.state, archived },
        })),
        { actor, at: instant(clock) },
      )
      return { changed: changedItems.map(({ id }) => id) }
    }),

  /**
   * Deletes an item with its history, its comments and all files that nothing else uses. Rows are
   * deleted before files: a crash in between leaves unreferenced files, which `check --repair`
   * removes.
   */
  async remove(actor: Actor, id: number): Promise<void> {
    const unusedMedia = await withSecureDelete(db, async (tx) => {
      const item = await itemStore(tx).lock(id)
      if (!item) throw itemNotFound()
      requireDeletable(item, clock)

      const store = itemArchiveStore(tx)
      const mediaIds = await store.listMediaIdsEverUsed(item)
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
      return store.removeUnusedMedia(mediaIds)
    })

    for (const { kind, name } of unusedMedia) {
      await get(mediaUploadService).discard(kind, name)
      await get(tileCache).removeAll(name)
    }
  },
})

function requireDeletable({ archived }: Item, clock: Clock): void {
  if (!archived)
    throw conflict('Only an archived item can be deleted for good. Please archive it first.')
  if (archived.at <= instant(clock, -deletedRetentionMs)) return

  const day = toDay(new Date(Date.parse(archived.at) + deletedRetentionMs))
  throw conflict(
    `An item can be deleted for good after ${retentionDays} days in the archive: this one from ${day} on.`,
  )
}
