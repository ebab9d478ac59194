import { z } from 'zod'
import { type TextLanguage, textLanguages } from '../languages.ts'
import { line } from '../text.ts'
import { licenceIds } from './licences.ts'
import { pictureKinds } from './media.ts'

export const itemPictureLimits = { pictures: 500, credit: 200, alt: 300 }
export const tooManyPicturesMessage = `An item can have at most ${itemPictureLimits.pictures} pictures. Please remove one first.`

/** The first 16 hex digits of a picture's content hash, as used in URLs and the history. */
export const PictureName = z.string().regex(/^[0-9a-f]{16}$/, 'This is not the name of a picture.')

const alt = line(itemPictureLimits.alt)

/** Metadata of a picture that staff edit. */
export const PictureMetadata = z.strictObject({
  kind: z.enum(pictureKinds),
  /** Author, as shown to visitors. */
  credit: line(itemPictureLimits.credit),
  /** Empty: the foundation's licence. */
  licence: z.enum(licenceIds).or(z.literal('')),
  public: z.boolean(),
  /** Alternative text for screen readers, by language. */
  alt: z.strictObject(
    Object.fromEntries(textLanguages.map((lang) => [lang, alt])) as Record<
      TextLanguage,
      typeof alt
    >,
  ),
})
export type PictureMetadata = z.output<typeof PictureMetadata>

export const PictureToSave = PictureMetadata.extend({ name: PictureName })
export type PictureToSave = z.output<typeof PictureToSave>

export const ItemPicture = z.object({
  ...PictureToSave.shape,
  fileName: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
export type ItemPicture = z.infer<typeof ItemPicture>

/** A picture as visitors see it. */
export const PublicPicture = ItemPicture.omit({ fileName: true, public: true })
export type PublicPicture = z.infer<typeof PublicPicture>

export const defaultPictureMetadata: PictureMetadata = {
  kind: 'view',
  credit: '',
  licence: '',
  public: true,
  alt: { fr: '', de: '', en: '' },
}
