import type { Context } from '../../context.ts'
import { importHandlers } from './imports/imports.ts'
import { inventoryHandlers, mediaHandlers } from './routes.ts'

export { itemStore } from '../../items/store.ts'
export { checkItems, repairItems } from './check.ts'
export { markChecked } from './edits.ts'
export { itemHistory } from './history.ts'
export { changeMany } from './imports/change-many.ts'
export { undoImport } from './imports/imports.ts'
export { csvColumnsOf, csvValuesOf } from './lists/csv.ts'
export { type ItemMedia, itemMedia } from './pictures/item-media.ts'
export {
  coverPicture,
  type ItemReads,
  itemReads,
  noSuchItem,
  shortName,
  sortedByIdentifier,
} from './read.ts'
export { recentChanges } from './recent.ts'
export { type Write, withIdentifierConflict, writeItems, writeUnrecorded } from './write.ts'

export const registerInventory = (context: Context) => ({
  inventory: inventoryHandlers(context),
  imports: importHandlers(context),
  media: mediaHandlers(context),
})
