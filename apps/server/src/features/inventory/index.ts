import type { Context } from '../../context.ts'
import { catalogueOf } from '../attributes/index.ts'
import { staffCheck } from '../auth/index.ts'
import { acceptanceOf, tileCacheOf } from '../media/index.ts'
import { itemArchive } from './archive.ts'
import { itemEdits } from './edits.ts'
import { importHandlers } from './imports/routes.ts'
import { importService } from './imports/service.ts'
import { itemCsv } from './lists/item-csv.ts'
import { itemLists } from './lists/lists.ts'
import { itemMedia } from './media/item-media.ts'
import { mediaHandlers } from './media/routes.ts'
import { itemsOf } from './read.ts'
import { inventoryHandlers } from './routes.ts'

export { checkItems, repairItems } from './check.ts'
export { itemHistory } from './history.ts'
export { largeWrites } from './imports/large-writes.ts'
export { csvColumnsOf, csvValuesOf } from './lists/csv-columns.ts'
export { type ItemMedia, itemMedia } from './media/item-media.ts'
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
