import { type Api, done, perType } from '@vitrine/contract'
import type { Handler, Handlers } from '../../http/mount.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { ItemArchive } from './archive.ts'
import type { ItemEdits } from './edits.ts'
import type { ItemCsv } from './lists/item-csv.ts'
import type { ItemLists } from './lists/lists.ts'
import type { ItemReads } from './read.ts'

interface Parts {
  readonly catalogue: AttributeCatalogue
  readonly reads: ItemReads
  readonly edits: ItemEdits
  readonly archive: ItemArchive
  readonly lists: ItemLists
  readonly csv: ItemCsv
}

export const inventoryHandlers = ({
  catalogue,
  reads,
  edits,
  archive,
  lists,
  csv,
}: Parts): Handlers<Api['inventory']> => ({
  ...perType('{collection}', (type) => () => lists.of(type)),
  ...perType('{collection}Archived', (type) => () => lists.archived(type)),
  ...perType('{collection}Columns', (type) => () => lists.columns(type)),
  ...perType('{type}Tags', (type) => () => catalogue.active(type)),
  ...perType(
    '{type}Csv',
    (type): Handler<Api['inventory']['carCsv']> =>
      ({ body }, { signal }) =>
        csv(type, body, signal),
  ),
  details: ({ params }) => reads.details(params.id),
  add: ({ body }, { actor, attempt }) => edits.add(actor, body.item, attempt),
  saveInfo: ({ body }, { actor }) => edits.saveInfo(actor, body.itemId, body.data, body.version),
  saveTags: ({ body }, { actor }) => edits.saveTags(actor, body.itemId, body.tags, body.version),
  saveTexts: ({ body }, { actor }) => edits.saveTexts(actor, body),
  setPublic: ({ body }, { actor }) => edits.setPublic(actor, body.itemId, body.public),
  setChecked: ({ body }, { actor }) => edits.setChecked(actor, body.itemId, body.day),
  setArchived: ({ body }, { actor }) => archive.setArchived(actor, body.itemIds, body.archived),
  async remove({ params }, { actor }) {
    await archive.remove(actor, params.id)
    return done
  },
})
