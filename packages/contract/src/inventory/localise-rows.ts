import { fold } from '@vitrine/text'
import { type LabelLanguage, languages } from '../languages.ts'
import { type AttributeRow, buildPublicRows } from './attribute-rows.ts'
import type { AttributeDefinition } from './attributes.ts'
import { detectLanguage } from './detect-language.ts'
import type { LocalisedItem, TranslatedItem } from './item-texts.ts'
import { type ItemType, inventoryTypes } from './types.ts'

/**
 * Builds an item's tables for readers of a language. `localised` are its texts in that language.
 */
export function localiseRows(
  { type_name, language }: TranslatedItem & { readonly type_name: ItemType },
  localised: LocalisedItem,
  lang: LabelLanguage,
  catalogue: readonly AttributeDefinition[],
) {
  const tables = buildPublicRows(catalogue, localised.tags, lang)
  const titleKey = inventoryTypes[type_name].originalTitle
  const rows = tables.rows.flatMap((row): AttributeRow[] => {
    const { key, value } = row
    const titleLanguage = key === titleKey ? detectLanguage(value) || language || lang : lang
    if (titleLanguage === lang) return [row]
    // Labelled as the original title, because it differs from the translated name; omitted if
    // equal.
    return isSameTitle(value, localised.name)
      ? []
      : [{ key, label: languages[lang].originalTitle, value, isOriginal: true }]
  })
  return { ...tables, rows }
}

const isSameTitle = (title: string, name: string) => fold(title).trim() === fold(name).trim()

/**
 * Merges the first and last year of production into one row, if the language has a label for it.
 */
export function mergeProductionYears(
  rows: readonly AttributeRow[],
  lang: LabelLanguage,
): AttributeRow[] {
  const label = languages[lang].production
  const from = rows.find(({ key }) => key === 'year_from')
  const to = rows.find(({ key }) => key === 'year_to')
  if (label === null || !from || !to) return [...rows]
  const merged = { ...from, label, value: `${from.value}–${to.value}` }
  return rows.filter((row) => row !== to).map((row) => (row === from ? merged : row))
}
