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

/** Formats a value: for staff (no language) as typed, for visitors translated by its glossary. */
export function formatAttributeValue(
  attribute: AttributeDefinition,
  value: string,
  language?: LabelLanguage,
): string {
  if (language) return translateValue(language, attribute, value).text
  return attribute.kind === 'number' ? groupThousands(value) : value
}

/** Translates a value. `language` is set if the translation is English for other readers. */
function translateValue(
  language: LabelLanguage,
  { tag_key, kind, glossary = noTerms }: AttributeDefinition,
  value: string,
): { readonly text: string; readonly language?: 'en' } {
  const terms = findTerms(glossary, value)
  const translated =
    terms?.[language] ||
    (tag_key === 'country' && translateCountry(language, value)) ||
    formatDay(language, value)
  if (translated) return { text: translated }

  const fallbackLanguage = toTextLanguage(language)
  const fallback = terms?.[fallbackLanguage]
  if (!fallback) return { text: kind === 'number' ? formatNumber(language, value) : value }

  return fallbackLanguage === language ? { text: fallback } : { text: fallback, language: 'en' }
}

/** '1938-04-12' → '12 avril 1938' in French; undefined unless the value is a calendar day. */
function formatDay(language: LabelLanguage, value: string): string | undefined {
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
const glossaryIndexes = new WeakMap<Glossary, ReadonlyMap<string, Glossary[string]>>()
const toGlossaryKey = (value: string) => value.trim().toLowerCase()

function findTerms(glossary: Glossary, value: string): Glossary[string] | undefined {
  let termsByKey = glossaryIndexes.get(glossary)
  if (!termsByKey) {
    const entries = Object.entries(glossary)
    termsByKey = new Map(entries.map(([typed, terms]) => [toGlossaryKey(typed), terms]))
    glossaryIndexes.set(glossary, termsByKey)
  }
  return termsByKey.get(toGlossaryKey(value))
}

/**
 * '12500' → "12'500" in English, '12.500' in Spanish, '12,500' in Japanese; 'ca. 80' → 'env. 80' in
 * French. Returns other text unchanged.
 */
function formatNumber(language: LabelLanguage, value: string): string {
  const { locale, swissNumbers, circa } = languages[language]
  const prefix = /^(?:ca\.|circa) *(?=\d)/i.exec(value)?.[0]
  if (prefix) return `${circa}${formatNumber(language, value.slice(prefix.length))}`
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(value)) return value
  if (swissNumbers) return groupThousands(value).replace('.', language === 'fr' ? ',' : '.')
  const digits = value.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value as `${number}`)
}

const kilowattsPerHorsepower = 0.7355

/** Converts horsepower to whole kilowatts; undefined unless the value is a number. */
export function toKilowatts(horsepower: string | undefined): string | undefined {
  const number = parseNumber(horsepower)
  return number === undefined ? undefined : String(Math.round(number * kilowattsPerHorsepower))
}

export interface AttributeRow {
  readonly key: string
  readonly label: string
  /** Set if the label is not translated. */
  readonly labelLanguage?: 'en'
  readonly value: string
  /** Set if the glossary has no translation, only English. */
  readonly valueLanguage?: 'en'
  /** The unit, which the label has in brackets. */
  readonly unit?: string
  /** Whether this is an untranslated title for readers of another language. */
  readonly isOriginal?: true
}

/**
 * Moves the unit from label to value: 'Top Speed', '205 km/h'; but not if the value is in words.
 */
export const toSpokenRow = (row: AttributeRow): { name: string; label: string; value: string } => {
  const { label, value, unit = '' } = row
  const name = label.slice(0, label.length - formatUnitSuffix(unit).length)
  return unit && /\d$/.test(value)
    ? { name, label: name, value: `${value} ${unit}` }
    : { name, label, value }
}

/**
 * Builds the rows of an item's non-empty attributes in catalogue order, for factsheets and papers.
 */
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
      ? translateValue(language, attribute, value)
      : { text: formatAttributeValue(attribute, value) }
    const isEnglishLabel =
      language !== undefined && language !== 'en' && !attribute.labels?.[language]
    const buildRow = (
      definition: AttributeDefinition,
      rowKey: string,
      formatted: string,
    ): AttributeRow => {
      const unit = attributeUnit(definition, language ?? 'en')
      return {
        key: rowKey,
        label: attributeLabel(definition, language),
        ...(isEnglishLabel && { labelLanguage: 'en' as const }),
        value: formatted,
        ...(textLanguage && { valueLanguage: textLanguage }),
        ...(unit && { unit }),
      }
    }
    const row = buildRow(attribute, key, approximate + text)
    const kilowatts = key === 'power_hp' ? toKilowatts(value) : undefined
    if (kilowatts === undefined) return [row]

    const kilowattText = formatNumber(language ?? 'en', kilowatts)
    return [row, buildRow({ ...attribute, unit: 'kW' }, 'power_kw', kilowattText)]
  })
}

/** Builds the rows of an item's two public tables. */
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
