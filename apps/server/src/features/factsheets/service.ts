import {
  type Attribute,
  type ItemDetail,
  type ItemType,
  type LabelLanguage,
  listTranslatableFields,
  localiseItem,
  type PublicItem,
  type TranslatedItem,
  toItemId,
} from '@vitrine/contract'
import { fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type AttributeCatalogue, attributeCatalogue } from '../attributes/index.ts'
import { type ItemReader, itemReader, shortMediaName, toCoverPicture } from '../items/index.ts'

type Found = VisitorItem | 'unknown' | 'withdrawn'

/** The public view of the collection. */
export const createVisitorItemReader = (items: ItemReader, catalogue: AttributeCatalogue) => {
  const definitions = (type: ItemType): Promise<Attribute[]> => catalogue.forVisitors(type)

  async function show(id: number, type?: ItemType): Promise<Found> {
    const item = await items.find(id)
    if (!item || (type && item.type_name !== type)) return 'unknown'
    return item.public && !item.archived
      ? toVisitorItem(item, await definitions(item.type_name))
      : 'withdrawn'
  }

  /** By the number in a public address, which for art is not always the id. */
  const byNumber = (type: ItemType, number: number) => show(toItemId(type, number), type)

  async function details(id: number, type?: ItemType): Promise<VisitorItem> {
    const found = await (type ? byNumber(type, id) : show(id))
    if (found === 'withdrawn') throw notFound('This item is not shown to visitors at present.')
    return found === 'unknown' ? fail(notFound('There is no such item.')) : found
  }

  return {
    definitions,
    byNumber,

    countPublic: items.countPublic,

    /** All public items of one type, in the order of identifiers. */
    async listPublic(type: ItemType): Promise<VisitorItem[]> {
      const shown = await definitions(type)
      return (await items.listPublic(type)).map((item) => toVisitorItem(item, shown))
    },

    /** The public ones of these, in no order. */
    async listPublicByIds(type: ItemType, ids: readonly number[]): Promise<VisitorItem[]> {
      const shown = await definitions(type)
      return (await items.listByIds(type, ids))
        .filter((item) => item.public)
        .map((item) => toVisitorItem(item, shown))
    },

    /** Their entries in a list, in the same order. */
    async listEntries(type: ItemType) {
      const rows = await items.listPublicEntries(type)
      return rows.map(({ id, identifier, name, picture, tags }) => ({
        id,
        identifier,
        name,
        tags,
        picture: picture === null ? null : shortMediaName(picture),
      }))
    },

    namesIn: items.findTranslatedNames,

    /** The public content of these items, including those that are not shown yet. */
    async listPreviews(type: ItemType, ids: readonly number[]): Promise<VisitorItem[]> {
      const shown = await definitions(type)
      return (await items.listByIds(type, ids)).map((item) => toVisitorItem(item, shown))
    },

    /** The public content that an item would have if it were shown. */
    async getPreview(id: number): Promise<VisitorItem> {
      const item = (await items.find(id)) ?? fail(notFound('There is no such item.'))
      if (item.archived) throw notFound('This item is archived. Please restore it first.')
      return toVisitorItem(item, await definitions(item.type_name))
    },

    details,

    /** In the original or in a language. */
    async getInLanguage(id: number, type?: ItemType, lang?: LabelLanguage): Promise<PublicItem> {
      const item = await details(id, type)
      const { name, description, tags } = lang
        ? localiseItem(item, lang, await definitions(item.type_name))
        : item
      return toPublicItem({ ...item, name, description, tags })
    },
  }
}

export type VisitorItemReader = ReturnType<typeof createVisitorItemReader>

export const visitorItemReader = ({ get }: Context) =>
  createVisitorItemReader(get(itemReader), get(attributeCatalogue))

/** An item with all its public content, in every language. */
export type VisitorItem = PublicItem & TranslatedItem

export function toVisitorItem(item: ItemDetail, definitions: readonly Attribute[]): VisitorItem {
  const { id, identifier, name, description, type_name, language, recording } = item
  const pictures = item.pictures.flatMap(({ public: isPublic, fileName: _, ...picture }) =>
    isPublic ? [picture] : [],
  )
  const tags = definitions.flatMap(({ tag_key }) => {
    const value = item.tags[tag_key]
    return value ? [[tag_key, value] as const] : []
  })
  return {
    id,
    identifier,
    name,
    description,
    type_name,
    language,
    tags: Object.fromEntries(tags),
    texts: checkedTexts(item, listTranslatableFields(definitions)),
    picture: toCoverPicture(pictures),
    pictures,
    recording: recording && { name: recording.name },
  }
}

/** Without drafts, and without translations of attributes for staff. */
const checkedTexts = ({ texts }: ItemDetail, fields: readonly string[]): TranslatedItem['texts'] =>
  Object.fromEntries(
    Object.entries(texts).map(([lang, translations]) => [
      lang,
      Object.fromEntries(
        Object.entries(translations).filter(
          ([field, { state }]) => state === 'checked' && fields.includes(field),
        ),
      ),
    ]),
  )

/** In the original or in a language. */
const toPublicItem = ({ texts: _, language: __, ...item }: VisitorItem): PublicItem => item
