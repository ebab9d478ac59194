import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { PublicPicture } from '../inventory/item-pictures.ts'
import { callPerType, typesWith } from '../inventory/per-type.ts'
import { itemTypes } from '../inventory/types.ts'
import { labelLanguages } from '../languages.ts'
import { anyone, staff } from '../roles.ts'
import { IdParams, NumberParams } from '../text.ts'
import { ItemDetail, TagDefinition } from './inventory.ts'

/** An item without the fields that only staff may see. */
export const PublicItem = ItemDetail.pick({
  id: true,
  identifier: true,
  name: true,
  description: true,
  type_name: true,
  tags: true,
  picture: true,
}).extend({
  pictures: z.array(PublicPicture),
  recording: z.object({ name: z.string() }).nullable(),
})
export type PublicItem = z.infer<typeof PublicItem>

export const factsheets = {
  details: {
    method: 'GET',
    path: '/public/details/:id',
    access: anyone,
    summary:
      'One item as visitors see it, by its id; with `type`, by the number in its public address (art 5 is item 105); ' +
      'with `lang`, in its checked translations',
    params: NumberParams,
    query: z.object({
      type: z.enum(itemTypes).optional(),
      lang: z.enum(labelLanguages).optional(),
    }),
    ok: PublicItem,
  },
  ...callPerType('{type}Tags', '/public/{type}/tags', ({ one }) => ({
    method: 'GET',
    access: anyone,
    summary: `The attributes of ${one} that visitors see, in order`,
    ok: z.array(TagDefinition),
  })),
  ...callPerType(
    '{type}Qr',
    '/public/{type}/qr/:id',
    ({ one }) => ({
      method: 'GET',
      access: anyone,
      summary: `The QR code of the public page of ${one} as PNG, by the number in its public address`,
      params: NumberParams,
      ...fileAnswer,
    }),
    typesWith('hasQr'),
  ),
  preview: {
    method: 'GET',
    path: '/inventory/preview/:id',
    access: staff,
    summary:
      'The public page of an item by its id, including items hidden from visitors; without script and chat; in one of nine languages',
    params: IdParams,
    query: z.strictObject({ lang: z.enum(labelLanguages).optional() }),
    ...fileAnswer,
  },
  previewQr: {
    method: 'GET',
    path: '/inventory/preview/:id/qr',
    access: staff,
    summary: 'The QR code of an artwork by its id, including items hidden from visitors',
    params: IdParams,
    ...fileAnswer,
  },
} as const satisfies Record<string, Call>
