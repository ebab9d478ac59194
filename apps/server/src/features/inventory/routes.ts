import { type Api, done, perType } from '@vitrine/contract'
import type { Handler, Handlers } from '../../http/mount.ts'
import type { ItemArchive } from './archive.ts'
import type { ItemCsv } from './lists/item-csv.ts'
import type { ItemLists } from './lists/lists.ts'
import type { ItemService } from './service.ts'

export const inventoryHandlers = (
  items: ItemService,
  lists: ItemLists,
  csv: ItemCsv,
  archive: ItemArchive,
): Handlers<Api['inventory']> => ({
  ...perType('{collection}', (type) => () => lists.of(type)),
  ...perType('{collection}Archived', (type) => () => lists.archived(type)),
  ...perType('{collection}Columns', (type) => () => lists.columns(type)),
  ...perType('{type}Tags', (type) => () => items.definitions(type)),
  ...perType(
    '{type}Csv',
    (type): Handler<Api['inventory']['carCsv']> =>
      ({ body }, { signal }) =>
        csv(type, body, signal),
  ),
  details: ({ params }) => items.details(params.id),
  add: ({ body }, { actor, attempt }) => items.add(actor, body.item, attempt),
  saveInfo: ({ body }, { actor }) => items.saveInfo(actor, body.itemId, body.data, body.version),
  saveTags: ({ body }, { actor }) => items.saveTags(actor, body.itemId, body.tags, body.version),
  saveTexts: ({ body }, { actor }) => items.saveTexts(actor, body),
  setPublic: ({ body }, { actor }) => items.setPublic(actor, body.itemId, body.public),
  setChecked: ({ body }, { actor }) => items.setChecked(actor, body.itemId, body.day),
  setArchived: ({ body }, { actor }) => archive.setArchived(actor, body.itemIds, body.archived),
  async remove({ params }, { actor }) {
    await archive.remove(actor, params.id)
    return done
  },
})
