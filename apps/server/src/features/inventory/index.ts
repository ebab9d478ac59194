import type { Context } from '../../context.ts'
import { importHandlers } from './imports.ts'
import { inventoryHandlers, mediaHandlers } from './routes.ts'

export { changeMany } from './change-many.ts'
export { checkItems, repairItems } from './check.ts'
export { csvColumnsOf, csvValuesOf } from './csv.ts'
export { markChecked } from './edits.ts'
export { itemHistory } from './history.ts'
export { undoImport } from './imports.ts'
export { type ItemMedia, itemMedia } from './item-media.ts'
export { coverPicture, type ItemReads, inOrder, itemReads, noSuchItem, shortName } from './read.ts'
export { recentChanges } from './recent.ts'
export { itemStore } from './store.ts'
export { explainTakenIdentifier, type Write, writeItems, writeUnrecorded } from './write.ts'

export const registerInventory = (context: Context) => ({
  inventory: inventoryHandlers(context),
  imports: importHandlers(context),
  media: mediaHandlers(context),
})
