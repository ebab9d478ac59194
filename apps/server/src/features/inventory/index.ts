import type { Context } from '../../context.ts'
import { authentication } from '../auth/index.ts'
import { acceptanceOf, tileCacheOf } from '../media/index.ts'
import { itemArchive } from './archive.ts'
import { itemCsv } from './lists/item-csv.ts'
import { itemLists } from './lists/lists.ts'
import { itemMedia } from './media/item-media.ts'
import { mediaHandlers } from './media/routes.ts'
import { inventoryHandlers } from './routes.ts'
import { itemsOf } from './service.ts'

export { checkItems, repairItems } from './check/check.ts'
export { noSuchItem } from './edit.ts'
export { fieldChanges, itemHistory } from './history.ts'
export { type Commented, type ImportedItem, importedItems, takeBackSome } from './imported.ts'
export { csvColumnsOf, csvValuesOf, type ItemCsvColumns } from './lists/csv-columns.ts'
export { type ItemMedia, itemMedia } from './media/item-media.ts'
export { withImportedPicture } from './pictures.ts'
export { recentChanges } from './recent.ts'
export { type ItemService, itemService, itemsOf } from './service.ts'
export { chosenLanguage, isCurrent, newState, sameState, withAttributes } from './state.ts'
export { itemStore } from './store.ts'
export { type ImportedText, textRule, withImportedTexts } from './texts.ts'
export { faceOf, shortName } from './view.ts'
export { type Write, writeItems } from './write.ts'

export function registerInventory({ db, clock, get }: Context) {
  const discard: ReturnType<typeof acceptanceOf>['discard'] = async (kind, content) => {
    await get(acceptanceOf).discard(kind, content)
    await get(tileCacheOf).removeAll(content)
  }
  return {
    inventory: inventoryHandlers(get(itemsOf), itemLists(db, clock), itemCsv(db), itemArchive(db, clock, discard)),
    media: mediaHandlers(get(itemMedia), get(authentication).isStaff),
  }
}
