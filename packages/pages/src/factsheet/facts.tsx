import {
  type AttributeRow,
  type LabelLanguage,
  type PageLanguage,
  type ReadItem,
  readableLanguage,
} from '@vitrine/contract'
import { languageOfValue, written } from './written.ts'

interface FactsProps {
  readonly rows: readonly AttributeRow[]
  readonly label: string
  readonly sheet: PageLanguage & ReadItem
}

export function Facts({ rows, label, sheet }: FactsProps) {
  if (rows.length === 0) return null
  return (
    <table className="facts" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" lang={row.labelLanguage}>
              {row.label}
            </th>
            <td {...written(languageOfRow(row, sheet), sheet.lang)}>{row.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of a text it is known; of a value, only where it was translated by the glossary. */
export function languageOfRow(
  { key, value }: AttributeRow,
  { lang, tags, languages }: Pick<FactsProps['sheet'], 'lang' | 'tags' | 'languages'>,
) {
  const typed = tags[key]?.trim()
  return languages[key] ?? (value === typed ? languageOfValue(value) : glossaryLanguage(value, lang))
}

const glossaryLanguage = (value: string, lang: LabelLanguage) =>
  languageOfValue(value) === undefined ? undefined : readableLanguage(lang)
