import { fold } from '@vitrine/text'
import { type LabelLanguage, languages } from '../languages.ts'
import { type AttributeRow, buildPublicRows } from './attribute-rows.ts'
import type { AttributeDefinition } from './attributes.ts'
import { detectLanguage } from './detect-language.ts'
import type { LocalisedItem, TranslatedItem } from './item-texts.ts'
import { type ItemType, inventoryTypes } from './types.ts'

/** The tables of an item as readers of a language see them; `read` is the item in that language. */
export function localiseRows(
  { type_name, language }: TranslatedItem & { readonly type_name: ItemType },
  read: LocalisedItem,
  lang: LabelLanguage,
  catalogue: readonly AttributeDefinition[],
) {
  const tables = buildPublicRows(catalogue, read.tags, lang)
  const title = inventoryTypes[type_name].originalTitle
  const rows = tables.rows.flatMap((row): AttributeRow[] => {
    const { key, value } = row
    const titleLanguage = key === title ? detectLanguage(value) || language || lang : lang
    if (titleLanguage === lang) return [row]
    // Beside a translated name it would contradict it; as the name itself it is read once.
    return isSame(value, read.name)
      ? []
      : [{ key, label: languages[lang].originalTitle, value, isOriginal: true }]
  })
  return { ...tables, rows }
}

const isSame = (title: string, name: string) => fold(title).trim() === fold(name).trim()

/** Rows as pages and papers show them: the years in which a model was built in one, where the language has a word for it. */
export function mergeProductionYears(
  rows: readonly AttributeRow[],
  lang: LabelLanguage,
): AttributeRow[] {
  const label = languages[lang].production
  const from = rows.find(({ key }) => key === 'year_from')
  const to = rows.find(({ key }) => key === 'year_to')
  if (label === null || !from || !to) return [...rows]
  return rows.flatMap((row) =>
    row === to ? [] : row === from ? { ...row, label, value: `${from.value}–${to.value}` } : row,
  )
}
