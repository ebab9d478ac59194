import type { Context } from '../../context.ts'
import { importHandlers } from './imports/imports.ts'
import { inventoryHandlers, mediaHandlers } from './routes.ts'

export { itemStore } from '../../items/store.ts'
export { checkItems, repairItems } from './check.ts'
export { markChecked } from './edits.ts'
export { itemHistoryKind } from './history.ts'
export { changeMany } from './imports/change-many.ts'
export { importChanges } from './imports/import-changes.ts'
export { undoImport } from './imports/imports.ts'
export { readCsvColumns, toCsvValues } from './lists/csv.ts'
export { type ItemMediaService, itemMediaService } from './pictures/item-media.ts'
export {
  type ItemReader,
  itemNotFound,
  itemReader,
  shortMediaName,
  sortByIdentifier,
  toCoverPicture,
} from './read.ts'
export { listRecentChanges } from './recent.ts'
export {
  type ItemWrite,
  writeItems,
  writeItemsWithoutHistory,
} from './write.ts'

export const registerInventory = (context: Context) => ({
  inventory: inventoryHandlers(context),
  imports: importHandlers(context),
  media: mediaHandlers(context),
})
