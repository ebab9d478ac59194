import type { Api } from '@vitrine/contract'
import type { Handlers } from '../../http/mount.ts'
import type { ItemMedia } from './item-media.ts'

export const mediaHandlers = (media: ItemMedia): Handlers<Api['media']> => ({
  uploadImage: ({ body, upload }, { actor }) => media.givePicture(actor, body.itemId, upload),
  uploadRecording: ({ body, upload }, { actor }) => media.giveRecording(actor, body.itemId, upload),
  image: ({ params, query }) => media.picture(params.id, query.v),
  medium: ({ params, query }) => media.medium(params.id, query.v),
  thumbnail: ({ params, query }) => media.thumbnail(params.id, query.v),
  recording: ({ params, query }) => media.recording(params.id, query.v),
})
