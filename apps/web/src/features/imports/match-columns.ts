import { type Attribute, fold, labelLanguages, readKey } from '@vitrine/contract'

/** What a column of a file stands for; null skips it. */
export type ColumnChoices = Readonly<Record<string, string | null>>

/** Labels are compared without units, spaces and signs. */
const plain = (text: string): string => fold(text).replaceAll(/\([^()]*\)|[^\p{L}\p{N}]/gu, '')

/** Words for what an item has beside its attributes, in the languages of the house. */
const textWords: Readonly<Record<string, readonly string[]>> = {
  identifier: ['Inventory number', 'Number', 'Nr', 'Inventarnummer', 'Nummer', 'Numéro', 'Cote', 'Inventaire'],
  name: ['Title', 'Titel', 'Bezeichnung', 'Nom', 'Titre', 'Désignation'],
  description: ['Text', 'Beschreibung', 'Beschrieb', 'Texte'],
}

/**
 * The likely meaning of columns that don't go by the name of a field: that whose label, in any language, they say. A field
 * is offered once, and not where the file has a column of its name.
 */
export function likelyColumns(
  unknown: readonly string[],
  possible: readonly string[],
  catalogue: readonly Attribute[],
  headers: readonly string[],
): ColumnChoices {
  const taken = new Set(headers.map((header) => header.trim().toLowerCase()))
  const fields = new Map<string, string>()
  const known = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))
  for (const field of possible) {
    const attribute = known.get(field)
    const labels = attribute ? labelLanguages.flatMap((language) => attribute.labels[language] ?? []) : []
    for (const word of [field, readKey(field).name, ...labels, ...(textWords[field] ?? [])]) {
      const key = plain(word)
      if (!fields.has(key)) fields.set(key, field)
    }
  }
  return Object.fromEntries(
    unknown.map((header) => {
      const field = fields.get(plain(header))
      if (field === undefined || taken.has(field)) return [header, null]
      taken.add(field)
      return [header, field]
    }),
  )
}
