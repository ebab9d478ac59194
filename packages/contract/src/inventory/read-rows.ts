import { fold } from '@vitrine/text'
import { type LabelLanguage, languages } from '../languages.ts'
import { type AttributeMeaning, type AttributeRow, publicRows } from './attributes.ts'
import type { ReadItem, TranslatedItem } from './item-texts.ts'
import { type ItemType, inventoryTypes } from './types.ts'

/** The tables of an item as readers of a language see them; `read` is the item in that language. */
export function readRows(
  { type_name, language }: TranslatedItem & { readonly type_name: ItemType },
  read: ReadItem,
  lang: LabelLanguage,
  catalogue: readonly AttributeMeaning[],
) {
  const tables = publicRows(catalogue, read.tags, lang)
  const title = inventoryTypes[type_name].originalTitle
  if (!title || language === '' || language === lang) return tables
  // Beside a translated name it would contradict it; as the name itself it is read once.
  const rows = tables.rows.flatMap((row): AttributeRow[] => {
    if (row.key !== title) return [row]
    const { key, value } = row
    return isSame(value, read.name) ? [] : [{ key, label: languages[lang].originalTitle, value, isOriginal: true }]
  })
  return { ...tables, rows }
}

const isSame = (title: string, name: string) => fold(title).trim() === fold(name).trim()
