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
import { notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { type AttributeCatalogue, attributeCatalogue } from '../attributes/index.ts'
import { type ItemReader, itemReader, shortMediaName, toCoverPicture } from '../items/index.ts'

type VisitorItemOrReason = VisitorItem | 'unknown' | 'withdrawn'

/** Reads items as visitors see them. */
export const createVisitorItemReader = (items: ItemReader, catalogue: AttributeCatalogue) => {
  const definitions = (type: ItemType): Promise<Attribute[]> => catalogue.forVisitors(type)

  async function find(id: number, type?: ItemType): Promise<VisitorItemOrReason> {
    const item = await items.find(id)
    if (!item || (type && item.type_name !== type)) return 'unknown'
    if (!item.public || item.archived) return 'withdrawn'
    return toVisitorItem(item, await definitions(item.type_name))
  }

  /** Finds an item by the number in its public address, which for art is not always the id. */
  const findByNumber = (type: ItemType, number: number) => find(toItemId(type, number), type)

  async function get(id: number, type?: ItemType): Promise<VisitorItem> {
    const item = await (type ? findByNumber(type, id) : find(id))
    if (item === 'withdrawn') throw notFound('This item is not shown to visitors at present.')
    if (item === 'unknown') throw notFound('There is no such item.')
    return item
  }

  return {
    definitions,
    findByNumber,

    countPublic: items.countPublic,

    /** All public items of a type, sorted by identifier. */
    async listPublic(type: ItemType): Promise<VisitorItem[]> {
      const publicAttributes = await definitions(type)
      return (await items.listPublic(type)).map((item) => toVisitorItem(item, publicAttributes))
    },

    /** In no particular order; skips items that are not public. */
    async listPublicByIds(type: ItemType, ids: readonly number[]): Promise<VisitorItem[]> {
      const publicAttributes = await definitions(type)
      return (await items.listByIds(type, ids))
        .filter((item) => item.public)
        .map((item) => toVisitorItem(item, publicAttributes))
    },

    /** List entries of all public items of a type, sorted by identifier. */
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

    findTranslatedNames: items.findTranslatedNames,

    /** The public content of these items, even of those that are not public yet. */
    async listPreviews(type: ItemType, ids: readonly number[]): Promise<VisitorItem[]> {
      const publicAttributes = await definitions(type)
      return (await items.listByIds(type, ids)).map((item) => toVisitorItem(item, publicAttributes))
    },

    /** The content that an item will have for visitors once it is public. */
    async getPreview(id: number): Promise<VisitorItem> {
      const item = await items.find(id)
      if (!item) throw notFound('There is no such item.')
      if (item.archived) throw notFound('This item is archived. Please restore it first.')
      return toVisitorItem(item, await definitions(item.type_name))
    },

    get,

    /** In a language, or without one in the original. */
    async getInLanguage(id: number, type?: ItemType, lang?: LabelLanguage): Promise<PublicItem> {
      const item = await get(id, type)
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
  const pictures = item.pictures
    .filter((picture) => picture.public)
    .map(({ public: _, fileName: __, ...picture }) => picture)
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
    texts: selectCheckedTexts(item, listTranslatableFields(definitions)),
    picture: toCoverPicture(pictures),
    pictures,
    recording: recording && { name: recording.name },
  }
}

/** Omits drafts and translations of staff attributes. */
const selectCheckedTexts = (
  { texts }: ItemDetail,
  fields: readonly string[],
): TranslatedItem['texts'] =>
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

const toPublicItem = ({ texts: _, language: __, ...item }: VisitorItem): PublicItem => item
