import {
  type Attribute,
  type ItemDetail,
  type PublicItem,
  type TranslatedItem,
  translatedFields,
} from '@vitrine/contract'
import { faceOf } from '../inventory/index.ts'

/** An item with all its public content, in every language. */
export type VisitorItem = PublicItem & TranslatedItem

export function toVisitorItem(item: ItemDetail, definitions: readonly Attribute[]): VisitorItem {
  const { id, identifier, name, description, type_name, language, recording } = item
  const pictures = item.pictures.flatMap(({ public: isPublic, fileName: _, ...picture }) => (isPublic ? [picture] : []))
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
    texts: checkedTexts(item, translatedFields(definitions)),
    picture: faceOf(pictures),
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
        Object.entries(translations).filter(([field, { state }]) => state === 'checked' && fields.includes(field)),
      ),
    ]),
  )

/** In the original or in a language. */
export const toPublicItem = ({ texts: _, language: __, ...item }: VisitorItem): PublicItem => item
