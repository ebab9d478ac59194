import { type Api, done, perType } from '@vitrine/contract'
import type { Handler, Handlers, Visit } from '../../http/mount.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { ItemArchive } from './archive.ts'
import type { ItemCsv } from './csv.ts'
import type { ItemEdits } from './edits.ts'
import type { ImportService } from './imports.ts'
import type { ItemMedia } from './item-media.ts'
import type { ItemLists } from './lists.ts'
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

/** `isStaff` is asked for withdrawn items and earlier pictures only: an <img> and a player carry no bearer token. */
export const mediaHandlers = (
  media: ItemMedia,
  isStaff: (visit: Visit) => Promise<boolean>,
): Handlers<Api['media']> => ({
  uploadImage: ({ body, upload }, { actor }) => media.addPicture(actor, 'first', body, upload),
  addPicture: ({ body, upload }, { actor }) => media.addPicture(actor, 'last', body, upload),
  savePictures: ({ body }, { actor }) => media.savePictures(actor, body),
  uploadRecording: ({ body, upload }, { actor }) => media.giveRecording(actor, body.itemId, upload),
  image: ({ params, query }, visit) => media.picture(params.id, { content: query.v, isStaff: () => isStaff(visit) }),
  medium: ({ params, query }, visit) => media.medium(params.id, { content: query.v, isStaff: () => isStaff(visit) }),
  thumbnail: ({ params, query }, visit) =>
    media.thumbnail(params.id, { content: query.v, isStaff: () => isStaff(visit) }),
  earlier: async ({ params }, visit) => media.earlier(params.name, await isStaff(visit)),
  recording: ({ params, query }, visit) =>
    media.recording(params.id, { content: query.v, isStaff: () => isStaff(visit) }),
})

export const importHandlers = (imports: ImportService): Handlers<Api['imports']> => ({
  ...perType(
    'upload{Type}',
    (type): Handler<Api['imports']['uploadArt']> =>
      ({ body }, { actor }) =>
        imports.upload(actor, { ...body, type }),
  ),
  changeMany: ({ body }, { actor }) => imports.changeMany(actor, body),
  list: () => imports.list(),
  undo: ({ body }, { actor }) => imports.undo(actor, body.importId),
})
