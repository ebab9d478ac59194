import type { Context } from '../../context.ts'
import { catalogueOf } from '../attributes/index.ts'
import { staffCheck } from '../auth/index.ts'
import { acceptanceOf, tileCacheOf } from '../media/index.ts'
import { itemArchive } from './archive.ts'
import { itemCsv } from './csv.ts'
import { itemEdits } from './edits.ts'
import { importService } from './imports.ts'
import { itemMedia } from './item-media.ts'
import { itemLists } from './lists.ts'
import { itemsOf } from './read.ts'
import { importHandlers, inventoryHandlers, mediaHandlers } from './routes.ts'

export { checkItems, repairItems } from './check.ts'
export { csvColumnsOf, csvValuesOf } from './csv.ts'
export { itemHistory } from './history.ts'
export { type ItemMedia, itemMedia } from './item-media.ts'
export { largeWrites } from './large-writes.ts'
export { faceOf, type ItemReads, itemReads, itemsOf, noSuchItem, shortName } from './read.ts'
export { recentChanges } from './recent.ts'
export { newState } from './state.ts'
export { itemStore } from './store.ts'
export { type Write, writeItems } from './write.ts'

export function registerInventory(context: Context) {
  const { db, clock, get } = context
  const discard: ReturnType<typeof acceptanceOf>['discard'] = async (kind, content) => {
    await get(acceptanceOf).discard(kind, content)
    await get(tileCacheOf).removeAll(content)
  }
  return {
    inventory: inventoryHandlers({
      catalogue: get(catalogueOf),
      reads: get(itemsOf),
      edits: itemEdits(db, clock),
      archive: itemArchive(db, clock, discard),
      lists: itemLists(db, clock),
      csv: itemCsv(db),
    }),
    imports: importHandlers(importService(context)),
    media: mediaHandlers(get(itemMedia), get(staffCheck)),
  }
}
