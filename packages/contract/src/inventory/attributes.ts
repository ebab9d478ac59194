import { dateInWords } from '../events/when.ts'
import { type LabelLanguage, languages, readableLanguage } from '../languages.ts'
import { countryIn } from './countries.ts'

/** Numbers are grouped by thousands; everything else is shown as typed. A choice is one of few values that recur. */
export const attributeKinds = ['text', 'number', 'year', 'code', 'choice'] as const
export type AttributeKind = (typeof attributeKinds)[number]

export const audiences = ['staff', 'visitors'] as const
export type Audience = (typeof audiences)[number]

/** The tables on an item's page and paper: what there is to know of it, and of the music that belongs to it. */
export const attributeGroups = ['facts', 'music', 'none'] as const
export type AttributeGroup = (typeof attributeGroups)[number]

export const groupNames = {
  facts: 'Facts',
  music: 'Music',
  none: 'Not on the page',
} as const satisfies Record<AttributeGroup, string>

export const maxAttributes = 300

/** What the catalogue says of an attribute that decides how it is shown. */
export interface AttributeMeaning {
  readonly tag_key: string
  readonly kind?: AttributeKind
  readonly unit?: string
  readonly group?: AttributeGroup
  readonly labels?: { readonly [language in LabelLanguage]?: string | undefined }
  readonly glossary?: Glossary
}

/** Values that recur, by what staff type, as readers of other languages know them. */
export type Glossary = Readonly<Record<string, { readonly [lang in LabelLanguage]?: string | undefined }>>

export const glossaryLimits = { values: 500, length: 200 }

const unitSuffixes: Record<string, string> = { hp: 'hp', rpm: 'rpm', kmh: 'km/h', cm3: 'cm³', kg: 'kg' }

/** What a key says by itself: 'top_speed_kmh' → 'Top Speed', 'km/h' */
export function readKey(key: string): { name: string; unit: string } {
  const words = key.split('_').filter(Boolean)
  const unit = words.length > 1 ? (unitSuffixes[words.at(-1) ?? ''] ?? '') : ''
  const named = (unit ? words.slice(0, -1) : words).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { name: named.join(' '), unit }
}

/** Its label as people read it anywhere but on the item's own page; the recording is not called by its format. */
export function attributeLabel(attribute: AttributeMeaning, language: LabelLanguage = 'en'): string {
  const label = labelOnPage(attribute, language)
  return attribute.tag_key === 'mp3' && label === readKey('mp3').name ? 'Recording' : label
}

/** Its label in a language, else in English, else made from the key, as specified; with the unit in brackets. */
export function labelOnPage(attribute: AttributeMeaning, language: LabelLanguage = 'en'): string {
  const name = attribute.labels?.[language] || attribute.labels?.en || readKey(attribute.tag_key).name
  return name + inBrackets(unitOf(attribute, language))
}

/** Its unit as readers of a language write it; one that staff have added is the same in all. */
function unitOf({ tag_key, unit = readKey(tag_key).unit }: AttributeMeaning, language: LabelLanguage): string {
  const units: Readonly<Record<string, string>> = languages[language].units
  return units[unit] ?? unit
}
const inBrackets = (unit: string) => (unit ? ` (${unit})` : '')

/** The meaning of keys, also of those that the catalogue does not know. */
export function meaningOf(catalogue: readonly AttributeMeaning[]): (key: string) => AttributeMeaning {
  const known = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))
  return (key) => known.get(key) ?? { tag_key: key }
}

/** A value as people read it: for staff, who name no language, as typed; in a language, as its glossary says. */
export const attributeValue = (attribute: AttributeMeaning, value: string, language?: LabelLanguage): string =>
  language ? valueIn(language, attribute, value).text : attribute.kind === 'number' ? groupThousands(value) : value

/** A value in a language, or in English where the glossary has nothing else. */
function valueIn(
  language: LabelLanguage,
  { tag_key, kind, glossary = noTerms }: AttributeMeaning,
  value: string,
): { readonly text: string; readonly language?: 'en' } {
  const terms = termsOf(glossary, value)
  const own = terms?.[language] || (tag_key === 'country' && countryIn(language, value)) || dayIn(language, value)
  if (own) return { text: own }
  const readable = readableLanguage(language)
  const english = terms?.[readable]
  if (english) return { text: english, ...(readable !== language && { language: 'en' }) }
  return { text: kind === 'number' ? numberIn(language, value) : value }
}

/** '1938-04-12' → '12 avril 1938' in French; nothing for what is no day of the calendar. */
function dayIn(language: LabelLanguage, value: string): string | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) return undefined
  const format = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'UTC' })
  return dateInWords(format, day, language)
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

/** '12500' → "12'500", '1234.5' → "1'234.5"; anything but a plain number stays as it is. */
export const groupThousands = (value: string): string =>
  /^\d{4,15}(\.\d+)?$/.test(value)
    ? value.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3}){1,4}$)/g, "'"))
    : value

/** '12500' → "12'500" in English, '12.500' in Spanish, '12,500' in Japanese, 'ca. 80' → 'env. 80' in French; anything but a plain number stays as it is. */
function numberIn(language: LabelLanguage, value: string): string {
  const { locale, swissNumbers, circa } = languages[language]
  const about = /^(?:ca\.|circa) *(?=\d)/i.exec(value)?.[0]
  if (about) return `${circa}${numberIn(language, value.slice(about.length))}`
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(value)) return value
  if (swissNumbers) return groupThousands(value).replace('.', language === 'fr' ? ',' : '.')
  const digits = value.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value as `${number}`,
  )
}

/**
 * "1'250'000" and '1 250 000' → '1250000', '12,5' → '12.5': a number as it is sorted and grouped; nothing for what is more
 * or less than a number, such as 'ca. 80000', '0x10' or '1e9'.
 */
export function plainForm(typed: string): string | undefined {
  const plain = typed
    .trim()
    .replaceAll(/(?<=\d)['’\s](?=\d{3}(?!\d))/g, '')
    .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? plain : undefined
}

/** The number that was typed, grouped or not. */
export function plainNumber(typed: string | undefined): number | undefined {
  const plain = plainForm(typed ?? '')
  return plain === undefined ? undefined : Number(plain)
}

const kilowattsPerHorsepower = 0.7355

/** Kilowatts for horsepower, as derived on factsheets; nothing where there is no number to start from. */
export function kilowatts(horsepower: string | undefined): string | undefined {
  const number = plainNumber(horsepower)
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
export const spokenRow = (row: AttributeRow): { name: string; label: string; value: string } => {
  const { label, value, unit = '' } = row
  const name = label.slice(0, label.length - inBrackets(unit).length)
  return unit && /\d$/.test(value) ? { name, label: name, value: `${value} ${unit}` } : { name, label, value }
}

/** The filled attributes of an item in the order of the catalogue, as factsheets and papers show them. */
export function attributeRows(
  catalogue: readonly AttributeMeaning[],
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
      : { text: attributeValue(attribute, value) }
    const isFallback = language !== undefined && language !== 'en' && !attribute.labels?.[language]
    const rowOf = (meaning: AttributeMeaning, rowKey: string, shown: string): AttributeRow => {
      const unit = unitOf(meaning, language ?? 'en')
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
    const kw = key === 'power_hp' ? kilowatts(value) : undefined
    if (kw === undefined) return [row]
    return [row, rowOf({ ...attribute, unit: 'kW' }, 'power_kw', numberIn(language ?? 'en', kw))]
  })
}

/** The same by table, of the attributes that visitors see. */
export function publicRows(
  catalogue: readonly AttributeMeaning[],
  tags: Readonly<Record<string, string>>,
  language?: LabelLanguage,
) {
  const inGroup = (group: AttributeGroup) =>
    attributeRows(
      catalogue.filter((attribute) => attribute.group === group),
      tags,
      language,
    )
  return { rows: inGroup('facts'), musicRows: inGroup('music') }
}

const isApproximate = (tags: Readonly<Record<string, string>>) => tags.units_comment?.trim().toLowerCase() === 'approx'

/** A warning for a value that looks mistyped, or null. The value can be saved regardless. */
export function attributeWarning({ kind }: AttributeMeaning, value: string, thisYear: number): string | null {
  if (value.trim() === '') return null
  if (kind === 'number' && plainForm(value) === undefined) return 'This is not a plain number. Please check it.'
  const years = kind === 'year' ? (value.match(/\d+/g) ?? []) : null
  if (years && !years.some((year) => year.length === 4 && Number(year) >= 1000 && Number(year) <= thisYear + 1))
    return `This is not a year between 1000 and ${thisYear + 1}. Please check it.`
  return null
}
