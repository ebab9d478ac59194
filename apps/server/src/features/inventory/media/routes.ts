import type { Api } from '@vitrine/contract'
import type { Handlers, Visit } from '../../../http/mount.ts'
import type { ItemMedia } from './item-media.ts'

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
