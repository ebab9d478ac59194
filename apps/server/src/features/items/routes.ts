import { type Api, perType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Handler, Handlers, RequestContext } from '../../http/mount.ts'
import { attributeCatalogue } from '../attributes/index.ts'
import { withdrawnMediaAccess } from '../auth/index.ts'
import { itemArchiveService } from './archive.ts'
import { itemDetailsCache } from './details.ts'
import { itemEditService } from './edits.ts'
import { itemCsvExport } from './lists/csv.ts'
import { itemListService } from './lists/lists.ts'
import { itemMediaService } from './pictures/item-media.ts'

export const inventoryHandlers = (context: Context): Handlers<Api['inventory']> => {
  const { get } = context
  const [lists, details, csv] = [
    itemListService(context),
    itemDetailsCache(context),
    itemCsvExport(context),
  ]
  const [edits, archive] = [get(itemEditService), itemArchiveService(context)]
  return {
    ...perType('{collection}', (type) => () => lists.of(type)),
    ...perType('{collection}Archived', (type) => () => lists.archived(type)),
    ...perType('{collection}Columns', (type) => () => lists.columns(type)),
    ...perType('{type}Tags', (type) => () => get(attributeCatalogue).active(type)),
    ...perType(
      '{type}Csv',
      (type): Handler<Api['inventory']['carCsv']> =>
        ({ body }, { signal }) =>
          csv(type, body, signal),
    ),
    details: ({ params }) => details(params.id),
    add: ({ body }, { actor, attempt }) => edits.add(actor, body.item, attempt),
    saveInfo: ({ body }, { actor }) => edits.saveInfo(actor, body.itemId, body.data, body.version),
    saveTags: ({ body }, { actor }) => edits.saveTags(actor, body.itemId, body.tags, body.version),
    saveTexts: ({ body }, { actor }) => edits.saveTexts(actor, body),
    setPublic: ({ body }, { actor }) => edits.setPublic(actor, body.itemId, body.public),
    setChecked: ({ body }, { actor }) => edits.setChecked(actor, body.itemId, body.day),
    setArchived: ({ body }, { actor }) => archive.setArchived(actor, body.itemIds, body.archived),
    remove: ({ params }, { actor }) => archive.remove(actor, params.id),
  }
}

export const mediaHandlers = ({ get }: Context): Handlers<Api['media']> => {
  const [media, edits, mayReadWithdrawn] = [
    get(itemMediaService),
    get(itemEditService),
    get(withdrawnMediaAccess),
  ]
  /** Asked for withdrawn items only: an <img> and a player carry no bearer token. */
  const asked = ({ query }: { query: { v?: string | undefined } }, visit: RequestContext) => ({
    content: query.v,
    mayReadWithdrawn: () => mayReadWithdrawn(visit),
  })
  return {
    uploadImage: ({ body, upload }, { actor }) => media.addPicture(actor, 'first', body, upload),
    addPicture: ({ body, upload }, { actor }) => media.addPicture(actor, 'last', body, upload),
    savePictures: ({ body }, { actor }) => edits.savePictures(actor, body),
    uploadRecording: ({ body, upload }, { actor }) =>
      media.giveRecording(actor, body.itemId, upload),
    image: (input, visit) => media.picture(input.params.id, asked(input, visit)),
    medium: (input, visit) => media.medium(input.params.id, asked(input, visit)),
    thumbnail: (input, visit) => media.thumbnail(input.params.id, asked(input, visit)),
    earlier: async ({ params }, visit) => media.earlier(params.name, await mayReadWithdrawn(visit)),
    recording: (input, visit) => media.recording(input.params.id, asked(input, visit)),
  }
}
