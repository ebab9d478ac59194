import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import {
  ItemPicture,
  itemPictureLimits,
  PictureName,
  PictureToSave,
  tooManyPicturesMessage,
} from '../inventory/item-pictures.ts'
import { pictureLimits, recordingLimits } from '../inventory/limits.ts'
import { type PictureSize, pictureKinds, pictureMaxSidePx } from '../inventory/media.ts'
import { anyone, staff } from '../roles.ts'
import { Id, IdParams, IdText } from '../text.ts'
import { stocktake } from './stocktake.ts'

/** Serves a file of an item: the picture named by `v` (immutable), or by default the first one. */
const itemFileCall = {
  method: 'GET',
  access: anyone,
  params: IdParams,
  query: z.object({ v: z.string().max(100).optional() }),
  ...fileAnswer,
} as const
const pictureSizes = Object.keys(pictureMaxSidePx) as [PictureSize, ...PictureSize[]]
const UploadTarget = z.strictObject({ itemId: IdText })
const Saved = z.object({ version: z.number().int() })

const AddedPicture = Saved.extend({
  picture: ItemPicture,
  result: z.enum(['added', 'duplicate']),
  alike: z.array(z.object({ itemId: z.number().int(), identifier: z.string(), name: z.string() })),
})

const PicturesToSave = z.strictObject({
  itemId: Id,
  version: z.number().int().positive(),
  pictures: z
    .array(PictureToSave)
    .max(itemPictureLimits.pictures, tooManyPicturesMessage)
    .refine(
      (pictures) => new Set(pictures.map(({ name }) => name)).size === pictures.length,
      'Please name each picture once.',
    ),
})
export type PicturesToSave = z.output<typeof PicturesToSave>

export const media = {
  uploadImage: {
    method: 'POST',
    path: '/inventory/upload-image',
    access: staff,
    summary:
      'Set the first picture of an item: multipart form data with itemId, then image. The former one becomes the second; ' +
      'a picture that the item has already moves to the front. Answers like `add-picture`',
    body: UploadTarget,
    upload: { field: 'image', maxBytes: pictureLimits.bytes },
    ok: AddedPicture,
  },
  addPicture: {
    method: 'POST',
    path: '/inventory/add-picture',
    // Roles that scan may also photograph an item's condition.
    access: stocktake.send.access,
    summary:
      'Add a picture after the others: multipart form data with itemId, then image. One that the item has already ' +
      'is a duplicate and not stored again. `alike` are other items with the same or a similar picture. ' +
      'Visitors see it unless its `kind` is for staff',
    body: UploadTarget.extend({ kind: z.enum(pictureKinds).optional() }),
    upload: { field: 'image', maxBytes: pictureLimits.bytes },
    ok: AddedPicture,
  },
  savePictures: {
    method: 'POST',
    path: '/inventory/save-pictures',
    access: staff,
    summary:
      'Save the order and metadata of an item’s pictures; absent ones are removed. ' +
      'An outdated version is a conflict',
    bodyLimit: 4 * 1024 * 1024,
    bodyShape: {
      keys: 10,
      elements: itemPictureLimits.pictures,
      values: 12 * itemPictureLimits.pictures,
      sentence: tooManyPicturesMessage,
    },
    body: PicturesToSave,
    ok: Saved,
  },
  uploadRecording: {
    method: 'POST',
    path: '/inventory/upload-recording',
    access: staff,
    summary: 'Give an item a recording: multipart form data with itemId, then recording (mp3)',
    body: UploadTarget,
    upload: { field: 'recording', maxBytes: recordingLimits.bytes },
    ok: Saved,
  },
  image: {
    ...itemFileCall,
    path: '/image/:id',
    summary: 'The first picture of an item, or the one that `v` names, for a screen',
  },
  thumbnail: {
    ...itemFileCall,
    path: '/image/thumbnail/:id',
    summary: 'The first picture of an item, or the one that `v` names, small',
  },
  medium: {
    ...itemFileCall,
    path: '/image/medium/:id',
    summary: 'The first picture of an item, or the one that `v` names, for a phone',
  },
  earlier: {
    method: 'GET',
    path: '/image/earlier/:name',
    access: anyone,
    summary:
      'A picture that an item or a condition check has or had, by its name in the history, small unless `size` is given; staff only',
    params: z.object({ name: PictureName }),
    query: z.object({ size: z.enum(pictureSizes).default('thumbnail') }),
    ...fileAnswer,
  },
  recording: {
    ...itemFileCall,
    path: '/recording/:id',
    summary: 'The recording of an item; byte ranges are supported',
  },
} as const satisfies Record<string, Call>
