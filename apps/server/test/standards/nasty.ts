import { api, inventoryTypes, itemTypes, type NewItem, textLanguages } from '@vitrine/contract'
import type { Client } from '../client.ts'
import { addItem } from '../inventory.ts'
import { drawing, pictureFile } from '../media-files.ts'

/** Texts as people type or paste them, and those that could end a text, an attribute or a document too early. */
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

// A single line has no control characters: they can't be typed there.
const lineOf = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .trim()

/** Items that are hard to publish. */
export async function addNastyItems(staff: Client): Promise<void> {
  for (const type of itemTypes) {
    const attributes = await staff.call(api.factsheets[`${type}Tags`], {})
    for (const [index, text] of texts.entries()) {
      const id = await addItem(staff, {
        type_id: inventoryTypes[type].id,
        name: lineOf(text),
        description: text,
      })
      const tags = attributes.map(({ tag_key }) => [tag_key, text] as const)
      const odd = {
        year: years[index] ?? '',
        dimensions: sizes[index] ?? '',
        length: sizes[index] ?? '',
      }
      const known = Object.entries(odd).filter(([key]) =>
        attributes.some(({ tag_key }) => tag_key === key),
      )
      await staff.call(api.inventory.saveTags, {
        body: { itemId: id, tags: { ...Object.fromEntries(tags), ...Object.fromEntries(known) } },
      })
      await addPictures(staff, id, index, lineOf(text))
    }
    await addFullOne(
      staff,
      inventoryTypes[type].id,
      Object.fromEntries(attributes.map(({ tag_key }) => [tag_key, long])),
    )
    await withdrawOne(staff, inventoryTypes[type].id)
  }
}

const long = 'Ö&<'.repeat(1_700).slice(0, 5_000)

/** Every attribute with 5,000 letters, and 40 pictures. */
async function addFullOne(
  staff: Client,
  type_id: NewItem['type_id'],
  tags: Record<string, string>,
): Promise<void> {
  const itemId = await addItem(staff, { type_id, name: 'W'.repeat(300), description: long })
  await staff.call(api.inventory.saveTags, { body: { itemId, tags } })
  await addPictures(staff, itemId, 40, 'W'.repeat(200))
}

/** The first item has none, each next one more. */
async function addPictures(
  staff: Client,
  itemId: number,
  count: number,
  text: string,
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const file = await pictureFile(drawing({ width: 40 + index, height: 300 - itemId }).jpeg())
    await staff.call(api.media.addPicture, { body: { itemId }, file })
  }
  const { pictures, version } = await staff.call(api.inventory.details, { params: { id: itemId } })
  const described = pictures.map(({ name, ...picture }, index) => ({
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
  await staff.call(api.media.savePictures, { body: { itemId, version, pictures: described } })
}

/** Also one that other programs know as deleted, and of which there are still loan files. */
async function withdrawOne(staff: Client, type_id: NewItem['type_id']): Promise<void> {
  const itemId = await addItem(staff, { type_id })
  await staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
}
