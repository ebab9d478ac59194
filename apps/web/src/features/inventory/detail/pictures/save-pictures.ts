import type { ItemPicture } from '@vitrine/contract'
import { call } from '../../../../client/call.ts'

/** Saves all pictures of an item, in their order. */
export const savePictures = (itemId: number, pictures: readonly ItemPicture[], version: number) =>
  call('POST /inventory/save-pictures', {
    body: {
      itemId,
      version,
      pictures: pictures.map(({ fileName, width, height, ...saved }) => saved),
    },
  })
