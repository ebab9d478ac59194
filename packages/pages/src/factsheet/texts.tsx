import {
  type AttributeRow,
  type LabelLanguage,
  type LocalisedItem,
  type PageLanguage,
  typeset,
} from '@vitrine/contract'
import { insertSoftHyphens, listTextNotes } from '../words.ts'

/** Attributes of an element whose text is not in the page's language. */
export interface LanguageAttributes {
  readonly lang?: string
  readonly dir?: 'auto'
}

/**
 * An empty `lang` marks an unknown language, for which screen readers use their own settings. Such
 * a text may be right-to-left, unlike those in the pages' languages.
 */
export const getLanguageAttributes = (
  language: string | undefined,
  pageLanguage: LabelLanguage,
): LanguageAttributes =>
  language === undefined || language === pageLanguage ? {} : { lang: language, dir: 'auto' }

/**
 * Returns the language of a value that someone typed: unknown ('') for words, that of the page
 * (undefined) for numbers.
 */
export const detectValueLanguage = (value: string): '' | undefined =>
  /\p{L}/u.test(value) ? '' : undefined

/** The description, with notes about its language. Empty lines separate paragraphs. */
export function Story({
  description,
  languages,
  lang,
  ...textState
}: PageLanguage & LocalisedItem) {
  const notes = listTextNotes(textState, lang)
  const paragraphs = description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  if (notes.length === 0 && paragraphs.length === 0) return null
  return (
    <div className="story">
      {notes.map((note) => (
        <p key={note} className="notice">
          {note}
        </p>
      ))}
      {paragraphs.length > 0 && (
        <div className="description" {...getLanguageAttributes(languages.description, lang)}>
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static page, nothing is reordered
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      )}
    </div>
  )
}

interface FactsProps {
  readonly rows: readonly AttributeRow[]
  readonly label: string
  readonly sheet: PageLanguage & LocalisedItem
}

export function Facts({ rows, label, sheet }: FactsProps) {
  if (rows.length === 0) return null
  return (
    <table className="facts" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" lang={row.labelLanguage}>
              {insertSoftHyphens(row.label)}
            </th>
            <td {...getLanguageAttributes(getRowLanguage(row, sheet), sheet.lang)}>
              {typesetRowValue(row, sheet)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The language of a row's value: known for texts, and for values translated by the glossary. */
export function getRowLanguage(
  { key, value, valueLanguage }: AttributeRow,
  { tags, languages }: Pick<FactsProps['sheet'], 'tags' | 'languages'>,
) {
  const knownLanguage = languages[key] ?? valueLanguage
  if (knownLanguage !== undefined) return knownLanguage
  // A value that differs from the stored one has been formatted or translated for the page.
  const isAsTyped = value === tags[key]?.trim()
  return isAsTyped ? detectValueLanguage(value) : undefined
}

/** Typesets values of unknown language like the page, but not original titles. */
export const typesetRowValue = (
  row: AttributeRow,
  sheet: Pick<FactsProps['sheet'], 'tags' | 'languages' | 'lang'>,
) => typeset(row.value, row.isOriginal ? '' : getRowLanguage(row, sheet) || sheet.lang)
