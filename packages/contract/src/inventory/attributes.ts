import { type LabelLanguage, languages } from '../languages.ts'

/** Numbers are grouped by thousands; everything else is shown as typed. A choice is one of few values that recur. */
export const attributeKinds = ['text', 'number', 'year', 'code', 'choice'] as const
export type AttributeKind = (typeof attributeKinds)[number]

export const audiences = ['staff', 'visitors'] as const
export type Audience = (typeof audiences)[number]

/** The tables on an item's page and paper: what there is to know of it, and of the music that belongs to it. */
export const attributeGroups = ['facts', 'music', 'none'] as const
export type AttributeGroup = (typeof attributeGroups)[number]

export const attributeGroupNames = {
  facts: 'Facts',
  music: 'Music',
  none: 'Not on the page',
} as const satisfies Record<AttributeGroup, string>

export const maxAttributes = 300

/** What the catalogue says of an attribute that decides how it is shown. */
export interface AttributeDefinition {
  readonly tag_key: string
  readonly kind?: AttributeKind
  readonly unit?: string
  readonly group?: AttributeGroup
  readonly labels?: { readonly [language in LabelLanguage]?: string | undefined }
  readonly glossary?: Glossary
}

/** Values that recur, by what staff type, as readers of other languages know them. */
export type Glossary = Readonly<
  Record<string, { readonly [lang in LabelLanguage]?: string | undefined }>
>

export const glossaryLimits = { values: 500, length: 200 }

const unitSuffixes: Record<string, string> = {
  hp: 'hp',
  rpm: 'rpm',
  kmh: 'km/h',
  cm3: 'cm³',
  kg: 'kg',
}

/** What a key says by itself: 'top_speed_kmh' → 'Top Speed', 'km/h' */
export function parseAttributeKey(key: string): { name: string; unit: string } {
  const words = key.split('_').filter(Boolean)
  const unit = words.length > 1 ? (unitSuffixes[words.at(-1) ?? ''] ?? '') : ''
  const named = (unit ? words.slice(0, -1) : words).map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )
  return { name: named.join(' '), unit }
}

/** Its label as people read it anywhere but on the item's own page; the recording is not called by its format. */
export function attributeLabel(
  attribute: AttributeDefinition,
  language: LabelLanguage = 'en',
): string {
  const label = attributePageLabel(attribute, language)
  return attribute.tag_key === 'mp3' && label === parseAttributeKey('mp3').name
    ? 'Recording'
    : label
}

/** Its label in a language, else in English, else made from the key, as specified; with the unit in brackets. */
export function attributePageLabel(
  attribute: AttributeDefinition,
  language: LabelLanguage = 'en',
): string {
  const name =
    attribute.labels?.[language] ||
    attribute.labels?.en ||
    parseAttributeKey(attribute.tag_key).name
  return name + formatUnitSuffix(attributeUnit(attribute, language))
}

/** Its unit as readers of a language write it; one that staff have added is the same in all. */
export function attributeUnit(
  { tag_key, unit = parseAttributeKey(tag_key).unit }: AttributeDefinition,
  language: LabelLanguage,
): string {
  const units: Readonly<Record<string, string>> = languages[language].units
  return units[unit] ?? unit
}
export const formatUnitSuffix = (unit: string) => (unit ? ` (${unit})` : '')

/** The meaning of keys, also of those that the catalogue does not know. */
export function attributeLookup(
  catalogue: readonly AttributeDefinition[],
): (key: string) => AttributeDefinition {
  const known = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))
  return (key) => known.get(key) ?? { tag_key: key }
}

/** '12500' → "12'500", '1234.5' → "1'234.5"; anything but a plain number stays as it is. */
export const groupThousands = (value: string): string =>
  /^\d{4,15}(\.\d+)?$/.test(value)
    ? value.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3}){1,4}$)/g, "'"))
    : value

/**
 * "1'250'000" and '1 250 000' → '1250000', '12,5' → '12.5': a number as it is sorted and grouped; nothing for what is more
 * or less than a number, such as 'ca. 80000', '0x10' or '1e9'.
 */
export function normaliseNumber(typed: string): string | undefined {
  const plain = typed
    .trim()
    .replaceAll(/(?<=\d)['’\s](?=\d{3}(?!\d))/g, '')
    .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? plain : undefined
}

/** The number that was typed, grouped or not. */
export function parseNumber(typed: string | undefined): number | undefined {
  const plain = normaliseNumber(typed ?? '')
  return plain === undefined ? undefined : Number(plain)
}

/** A warning for a value that looks mistyped, or null. The value can be saved regardless. */
export function findAttributeWarning(
  { kind }: AttributeDefinition,
  value: string,
  thisYear: number,
): string | null {
  if (value.trim() === '') return null
  if (kind === 'number' && normaliseNumber(value) === undefined)
    return 'This is not a plain number. Please check it.'
  const years = kind === 'year' ? (value.match(/\d+/g) ?? []) : null
  if (
    years &&
    !years.some((year) => year.length === 4 && Number(year) >= 1000 && Number(year) <= thisYear + 1)
  )
    return `This is not a year between 1000 and ${thisYear + 1}. Please check it.`
  return null
}
