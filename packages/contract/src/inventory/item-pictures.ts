import { z } from 'zod'
import { type TextLanguage, textLanguages } from '../languages.ts'
import { line } from '../text.ts'
import { licenceIds } from './licences.ts'
import { pictureKinds } from './media.ts'

export const itemPictureLimits = { pictures: 500, credit: 200, alt: 300 }
export const tooManyPicturesMessage = `An item can have at most ${itemPictureLimits.pictures} pictures. Please remove one first.`

/** A picture by the beginning of its content's name, as addresses and the history have it. */
export const PictureName = z.string().regex(/^[0-9a-f]{16}$/, 'This is not the name of a picture.')

const alt = line(itemPictureLimits.alt)

/** What staff say of a picture. */
export const PictureMetadata = z.strictObject({
  kind: z.enum(pictureKinds),
  /** Who made it, as visitors read it. */
  credit: line(itemPictureLimits.credit),
  /** Empty: the one of the foundation. */
  licence: z.enum(licenceIds).or(z.literal('')),
  public: z.boolean(),
  /** What it shows, for those who can’t see it. */
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

/** The words of a new picture. */
export const defaultPictureMetadata: PictureMetadata = {
  kind: 'view',
  credit: '',
  licence: '',
  public: true,
  alt: { fr: '', de: '', en: '' },
}
