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

/** An item, or why visitors can't see it. */
type VisitorItemOrReason = VisitorItem | 'unknown' | 'withdrawn'

/**
 * Reads items as visitors see them. Features get `visitorItemReader`; this function is for code
 * without a context, such as a transaction that creates the demo.
 */
export const createVisitorItemReader = (items: ItemReader, catalogue: AttributeCatalogue) => {
  const listAttributes = (type: ItemType): Promise<Attribute[]> => catalogue.forVisitors(type)

  async function find(id: number, type?: ItemType): Promise<VisitorItemOrReason> {
    const item = await items.find(id)
    if (!item || (type && item.type_name !== type)) return 'unknown'
    if (!item.public || item.archived) return 'withdrawn'
    return toVisitorItem(item, await listAttributes(item.type_name))
  }

  /** Finds an item by the number in its public address, which for art is not always the id. */
  const findByNumber = (type: ItemType, number: number) => find(toItemId(type, number), type)

  /** Like `findByNumber`, but fails if visitors can't see the item. */
  const getByNumber = async (type: ItemType, number: number): Promise<VisitorItem> =>
    requireVisible(await findByNumber(type, number))

  return {
    listAttributes,
    findByNumber,
    getByNumber,

    countPublic: items.countPublic,

    /** Lists all public items of a type, sorted by identifier. */
    async listPublic(type: ItemType): Promise<VisitorItem[]> {
      const publicAttributes = await listAttributes(type)
      return (await items.listPublic(type)).map((item) => toVisitorItem(item, publicAttributes))
    },

    /** Lists items in no particular order; skips those that are archived or not public. */
    async listPublicByIds(type: ItemType, ids: readonly number[]): Promise<VisitorItem[]> {
      const publicAttributes = await listAttributes(type)
      // Archived items are not among them.
      const foundItems = await items.listByIds(type, ids)
      return foundItems
        .filter((item) => item.public)
        .map((item) => toVisitorItem(item, publicAttributes))
    },

    /** Lists all public items of a type without their texts, sorted by identifier. */
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

    /** Lists the public content of these items, even of those that are not public yet. */
    async listPreviews(type: ItemType, ids: readonly number[]): Promise<VisitorItem[]> {
      const publicAttributes = await listAttributes(type)
      return (await items.listByIds(type, ids)).map((item) => toVisitorItem(item, publicAttributes))
    },

    /** Reads the content that an item will have for visitors once it is public. */
    async getPreview(id: number): Promise<VisitorItem> {
      const item = await items.find(id)
      if (!item) throw notFound('There is no such item.')
      if (item.archived) throw notFound('This item is archived. Please restore it first.')
      return toVisitorItem(item, await listAttributes(item.type_name))
    },

    /**
     * Reads an item by its public number if a type is given, otherwise by its id; in the language of
     * the original unless one is given.
     */
    async getInLanguage(
      numberOrId: number,
      type?: ItemType,
      lang?: LabelLanguage,
    ): Promise<PublicItem> {
      const item = type
        ? await getByNumber(type, numberOrId)
        : requireVisible(await find(numberOrId))
      if (!lang) return toPublicItem(item)

      const definitions = await listAttributes(item.type_name)
      const { name, description, tags } = localiseItem(item, lang, definitions)
      return toPublicItem({ ...item, name, description, tags })
    },
  }
}

export type VisitorItemReader = ReturnType<typeof createVisitorItemReader>

export const visitorItemReader = ({ get }: Context) =>
  createVisitorItemReader(get(itemReader), get(attributeCatalogue))

function requireVisible(item: VisitorItemOrReason): VisitorItem {
  if (item === 'withdrawn') throw notFound('This item is not shown to visitors at present.')
  if (item === 'unknown') throw notFound('There is no such item.')
  return item
}

/** An item with all its public content, in every language. */
export type VisitorItem = PublicItem & TranslatedItem

export function toVisitorItem(item: ItemDetail, definitions: readonly Attribute[]): VisitorItem {
  const { id, identifier, name, description, type_name, language, recording } = item
  const pictures = item.pictures
    .filter((picture) => picture.public)
    .map(({ public: _isPublic, fileName: _fileName, ...picture }) => picture)
  const publicKeys = definitions.map(({ tag_key }) => tag_key).filter((key) => item.tags[key])
  return {
    id,
    identifier,
    name,
    description,
    type_name,
    language,
    tags: Object.fromEntries(publicKeys.map((key) => [key, item.tags[key] ?? ''])),
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

const toPublicItem = ({ texts: _texts, language: _language, ...item }: VisitorItem): PublicItem =>
  item
