import { api, inventoryTypes, itemTypes, type NewItem, textLanguages } from '@vitrine/contract'
import type { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { createDrawing, createPictureFile } from '../media-files.ts'

/** Unusual texts, and texts that could end a string, an attribute or a document prematurely. */
const texts = [
  '',
  ' ',
  `"quotes" 'and' “more” \\ / & &amp; <b>bold</b> <!-- --> <![CDATA[ ]]> ?> %41 {}`,
  'Ελληνικά русский العربية עברית हिन्दी ไทย ქართული 中文 日本語 한국어 𐍈𠜎',
  '\u202eright to left\u202c, joined \u200d\u200c, no width \u200b\ufeff',
  'a combining e\u0301, 👩‍👩‍👧 and 🏳️‍🌈',
  'one line\nanother\r\n\r\na paragraph\ttab',
  'long '.repeat(400).trim(),
  'controls \u0001\u0008\u001b\u007f\u0085, no characters \ufffe\uffff, <&> "at the end'.repeat(3),
  'עברית: ציור שמן, العربية: لوحة زيتية. '.repeat(9).trim(),
] as const

/** Values of `dimensions` and `length`, by the index of the text. */
const sizes = [
  '71 × 90 cm',
  '0 × 0 cm',
  '1e99 cm',
  '12,5x3',
  '-4 mm',
  '∞',
  '1.450 mm',
  '99999999999999 km',
]
/** Values of `year`, by the index of the text. */
const years = [
  '1905',
  'um 1905',
  '1904–1910',
  '0001',
  '99999',
  '-44',
  '1910–1904',
  '1908/09',
  '1905-10',
  'vers 1930',
]

// Control characters can't be typed in a field of one line.
const toSingleLine = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .trim()

/** Adds items that are hard to publish. */
export async function addNastyItems(staff: Client): Promise<void> {
  for (const type of itemTypes) {
    const attributes = await staff.call(api.factsheets[`${type}Tags`], {})
    for (const [index, text] of texts.entries()) {
      const id = await addItem(staff, {
        type_id: inventoryTypes[type].id,
        name: toSingleLine(text),
        description: text,
      })
      const tags = attributes.map(({ tag_key }) => [tag_key, text] as const)
      const oddValues = {
        year: years[index] ?? '',
        dimensions: sizes[index] ?? '',
        length: sizes[index] ?? '',
      }
      const knownValues = Object.entries(oddValues).filter(([key]) =>
        attributes.some(({ tag_key }) => tag_key === key),
      )
      await staff.call(api.inventory.saveTags, {
        body: {
          itemId: id,
          tags: { ...Object.fromEntries(tags), ...Object.fromEntries(knownValues) },
        },
      })
      await addPictures(staff, id, { count: index, text: toSingleLine(text) })
    }
    await addLargeItem(
      staff,
      inventoryTypes[type].id,
      Object.fromEntries(attributes.map(({ tag_key }) => [tag_key, longText])),
    )
    await addWithdrawnItem(staff, inventoryTypes[type].id)
  }
}

const maxTextLength = 5_000
const longText = 'Ö&<'.repeat(maxTextLength / 2).slice(0, maxTextLength)

/** Adds an item with 5,000 characters in every attribute, and 40 pictures. */
async function addLargeItem(
  staff: Client,
  type_id: NewItem['type_id'],
  tags: Record<string, string>,
): Promise<void> {
  const itemId = await addItem(staff, { type_id, name: 'W'.repeat(300), description: longText })
  await staff.call(api.inventory.saveTags, { body: { itemId, tags } })
  await addPictures(staff, itemId, { count: 40, text: 'W'.repeat(200) })
}

/** Adds pictures, and details of which some are long, restrictive or not public. */
async function addPictures(
  staff: Client,
  itemId: number,
  { count, text }: { count: number; text: string },
): Promise<void> {
  for (let index = 0; index < count; index++) {
    // Another size for each, so that no two pictures are equal.
    const file = await createPictureFile(
      createDrawing({ width: 40 + index, height: 300 - itemId }).jpeg(),
    )
    await staff.call(api.media.addPicture, { body: { itemId }, file })
  }
  const { pictures, version } = await staff.call(api.inventory.details, { params: { id: itemId } })
  const details = pictures.map(({ name, ...picture }, index) => ({
    name,
    kind: picture.kind,
    credit: text.slice(0, 200),
    licence: index % 2 === 0 ? ('' as const) : ('CC-BY-NC-ND-4.0' as const),
    public: index !== 1,
    alt: {
      ...picture.alt,
      ...Object.fromEntries(textLanguages.map((lang) => [lang, text.slice(0, 300)])),
    },
  }))
  await staff.call(api.media.savePictures, { body: { itemId, version, pictures: details } })
}

/** Adds an item that harvesters see as deleted, but that still has loan files. */
async function addWithdrawnItem(staff: Client, type_id: NewItem['type_id']): Promise<void> {
  const itemId = await addItem(staff, { type_id })
  await staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
}
