import {
  type AttributeRow,
  type LabelLanguage,
  type LocalisedItem,
  type PageLanguage,
  typeset,
} from '@vitrine/contract'
import { insertSoftHyphens, listTextNotes } from '../words.ts'

/** How an element says in which language its text is, where it is not the page's. */
export interface LanguageAttributes {
  readonly lang?: string
  readonly dir?: 'auto'
}

/**
 * Empty stands for an unknown language: a screen reader then uses its own settings. Such a text may run
 * from right to left, which none of the pages' own languages does.
 */
export const languageAttributes = (
  language: string | undefined,
  page: LabelLanguage,
): LanguageAttributes =>
  language === undefined || language === page ? {} : { lang: language, dir: 'auto' }

/** The language of a typed value is not known; a number is read in the page's. */
export const detectValueLanguage = (value: string): '' | undefined =>
  /\p{L}/u.test(value) ? '' : undefined

/** The whole text as typed, below what is to be said of its language; an empty line begins a paragraph. */
export function Story({ description, languages, lang, ...read }: PageLanguage & LocalisedItem) {
  const notices = listTextNotes(read, lang)
  const paragraphs = description
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  if (notices.length === 0 && paragraphs.length === 0) return null
  return (
    <div className="story">
      {notices.map((note) => (
        <p key={note} className="notice">
          {note}
        </p>
      ))}
      {paragraphs.length > 0 && (
        <div className="description" {...languageAttributes(languages.description, lang)}>
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever moved in a page that is rendered once
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
            <td {...languageAttributes(getRowLanguage(row, sheet), sheet.lang)}>
              {typesetRowValue(row, sheet)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of a text it is known; of a value, only where it was translated by the glossary. */
export function getRowLanguage(
  { key, value, valueLanguage }: AttributeRow,
  { tags, languages }: Pick<FactsProps['sheet'], 'tags' | 'languages'>,
) {
  return (
    languages[key] ??
    valueLanguage ??
    (value === tags[key]?.trim() ? detectValueLanguage(value) : undefined)
  )
}

/** A value whose language is not known is set like the page, an original title in another language is not. */
export const typesetRowValue = (
  row: AttributeRow,
  sheet: Pick<FactsProps['sheet'], 'tags' | 'languages' | 'lang'>,
) => typeset(row.value, row.isOriginal ? '' : getRowLanguage(row, sheet) || sheet.lang)
