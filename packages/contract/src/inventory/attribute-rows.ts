import { formatLongDate } from '../events/when.ts'
import { type LabelLanguage, languages, toTextLanguage } from '../languages.ts'
import {
  type AttributeDefinition,
  type AttributeGroup,
  attributeLabel,
  attributeUnit,
  formatUnitSuffix,
  type Glossary,
  groupThousands,
  parseNumber,
} from './attributes.ts'
import { translateCountry } from './countries.ts'

/** A value as it is read: without a language as typed, for staff; in a language as its glossary says. */
export const formatAttributeValue = (
  attribute: AttributeDefinition,
  value: string,
  language?: LabelLanguage,
): string =>
  language
    ? valueIn(language, attribute, value).text
    : attribute.kind === 'number'
      ? groupThousands(value)
      : value

/** A value in a language, or in English where the glossary has nothing else. */
function valueIn(
  language: LabelLanguage,
  { tag_key, kind, glossary = noTerms }: AttributeDefinition,
  value: string,
): { readonly text: string; readonly language?: 'en' } {
  const terms = termsOf(glossary, value)
  const own =
    terms?.[language] ||
    (tag_key === 'country' && translateCountry(language, value)) ||
    dayIn(language, value)
  if (own) return { text: own }
  const readable = toTextLanguage(language)
  const english = terms?.[readable]
  if (english) return { text: english, ...(readable !== language && { language: 'en' }) }
  return { text: kind === 'number' ? numberIn(language, value) : value }
}

/** '1938-04-12' → '12 avril 1938' in French; nothing for what is no day of the calendar. */
function dayIn(language: LabelLanguage, value: string): string | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value)
    return undefined
  const format = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return formatLongDate(format, day, language)
}

const noTerms: Glossary = {}
const foldedGlossaries = new WeakMap<Glossary, ReadonlyMap<string, Glossary[string]>>()
const foldedValue = (value: string) => value.trim().toLowerCase()

function termsOf(glossary: Glossary, value: string): Glossary[string] | undefined {
  let folded = foldedGlossaries.get(glossary)
  if (!folded) {
    folded = new Map(Object.entries(glossary).map(([known, texts]) => [foldedValue(known), texts]))
    foldedGlossaries.set(glossary, folded)
  }
  return folded.get(foldedValue(value))
}

/** '12500' → "12'500" in English, '12.500' in Spanish, '12,500' in Japanese, 'ca. 80' → 'env. 80' in French; anything but a plain number stays as it is. */
function numberIn(language: LabelLanguage, value: string): string {
  const { locale, swissNumbers, circa } = languages[language]
  const about = /^(?:ca\.|circa) *(?=\d)/i.exec(value)?.[0]
  if (about) return `${circa}${numberIn(language, value.slice(about.length))}`
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(value)) return value
  if (swissNumbers) return groupThousands(value).replace('.', language === 'fr' ? ',' : '.')
  const digits = value.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value as `${number}`)
}

const kilowattsPerHorsepower = 0.7355

/** Kilowatts for horsepower, as derived on factsheets; nothing where there is no number to start from. */
export function toKilowatts(horsepower: string | undefined): string | undefined {
  const number = parseNumber(horsepower)
  return number === undefined ? undefined : String(Math.round(number * kilowattsPerHorsepower))
}

export interface AttributeRow {
  readonly key: string
  readonly label: string
  /** Where the label is not translated. */
  readonly labelLanguage?: 'en'
  readonly value: string
  /** Where the glossary has the value in English only. */
  readonly valueLanguage?: 'en'
  /** What the label has in brackets. */
  readonly unit?: string
  /** Whether it is a title that readers of another language see as its maker wrote it. */
  readonly isOriginal?: true
}

/** A row for itself, as a sentence would say it: 'Top Speed', '205 km/h'. Where words were typed, the unit stays with the label. */
export const toSpokenRow = (row: AttributeRow): { name: string; label: string; value: string } => {
  const { label, value, unit = '' } = row
  const name = label.slice(0, label.length - formatUnitSuffix(unit).length)
  return unit && /\d$/.test(value)
    ? { name, label: name, value: `${value} ${unit}` }
    : { name, label, value }
}

/** The filled attributes of an item in the order of the catalogue, as factsheets and papers show them. */
export function buildAttributeRows(
  catalogue: readonly AttributeDefinition[],
  tags: Readonly<Record<string, string>>,
  language?: LabelLanguage,
): AttributeRow[] {
  return catalogue.flatMap((attribute) => {
    const key = attribute.tag_key
    const value = tags[key]?.trim()
    if (!value || key === 'mp3' || key === 'power_kw') return []
    if (key === 'units_comment' && isApproximate(tags)) return []
    const approximate = key === 'units_built' && isApproximate(tags) ? '~' : ''
    const { text, language: textLanguage } = language
      ? valueIn(language, attribute, value)
      : { text: formatAttributeValue(attribute, value) }
    const isFallback = language !== undefined && language !== 'en' && !attribute.labels?.[language]
    const rowOf = (meaning: AttributeDefinition, rowKey: string, shown: string): AttributeRow => {
      const unit = attributeUnit(meaning, language ?? 'en')
      return {
        key: rowKey,
        label: attributeLabel(meaning, language),
        ...(isFallback && { labelLanguage: 'en' as const }),
        value: shown,
        ...(textLanguage && { valueLanguage: textLanguage }),
        ...(unit && { unit }),
      }
    }
    const row = rowOf(attribute, key, approximate + text)
    const kw = key === 'power_hp' ? toKilowatts(value) : undefined
    if (kw === undefined) return [row]
    return [row, rowOf({ ...attribute, unit: 'kW' }, 'power_kw', numberIn(language ?? 'en', kw))]
  })
}

/** The same by table, of the attributes that visitors see. */
export function buildPublicRows(
  catalogue: readonly AttributeDefinition[],
  tags: Readonly<Record<string, string>>,
  language?: LabelLanguage,
) {
  const inGroup = (group: AttributeGroup) =>
    buildAttributeRows(
      catalogue.filter((attribute) => attribute.group === group),
      tags,
      language,
    )
  return { rows: inGroup('facts'), musicRows: inGroup('music') }
}

const isApproximate = (tags: Readonly<Record<string, string>>) =>
  tags.units_comment?.trim().toLowerCase() === 'approx'
