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
  const lists = itemListService(context)
  const getDetails = itemDetailsCache(context)
  const exportCsv = itemCsvExport(context)
  const edits = get(itemEditService)
  const archive = itemArchiveService(context)
  return {
    ...perType('{collection}', (type) => () => lists.getActive(type)),
    ...perType('{collection}Archived', (type) => () => lists.getArchived(type)),
    ...perType('{collection}Columns', (type) => () => lists.getColumns(type)),
    ...perType('{type}Tags', (type) => () => get(attributeCatalogue).active(type)),
    ...perType(
      '{type}Csv',
      (type): Handler<Api['inventory']['carCsv']> =>
        ({ body }, { signal }) =>
          exportCsv(type, body, signal),
    ),
    details: ({ params }) => getDetails(params.id),
    add: ({ body }, { actor, idempotentRequest }) => edits.add(actor, body.item, idempotentRequest),
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
  const media = get(itemMediaService)
  const edits = get(itemEditService)
  const mayReadWithdrawn = get(withdrawnMediaAccess)
  const toMediaRequest = (
    { query }: { query: { v?: string | undefined } },
    request: RequestContext,
  ) => ({
    content: query.v,
    // Lazy, because only withdrawn items need it, and it authenticates the caller.
    mayReadWithdrawn: () => mayReadWithdrawn(request),
  })
  return {
    uploadImage: ({ body, upload }, { actor }) => media.addPicture(actor, 'first', body, upload),
    addPicture: ({ body, upload }, { actor }) => media.addPicture(actor, 'last', body, upload),
    savePictures: ({ body }, { actor }) => edits.savePictures(actor, body),
    uploadRecording: ({ body, upload }, { actor }) =>
      media.setRecording(actor, body.itemId, upload),
    image: (input, request) => media.getPicture(input.params.id, toMediaRequest(input, request)),
    medium: (input, request) => media.getMedium(input.params.id, toMediaRequest(input, request)),
    thumbnail: (input, request) =>
      media.getThumbnail(input.params.id, toMediaRequest(input, request)),
    earlier: async ({ params, query }, request) =>
      media.getEarlierPicture(params.name, query.size, await mayReadWithdrawn(request)),
    recording: (input, request) =>
      media.getRecording(input.params.id, toMediaRequest(input, request)),
  }
}
