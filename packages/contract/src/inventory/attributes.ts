import { type LabelLanguage, languages } from '../languages.ts'

/**
 * Only numbers are reformatted (grouped by thousands). A choice is a text with few different values.
 */
export const attributeKinds = ['text', 'number', 'year', 'code', 'choice'] as const
export type AttributeKind = (typeof attributeKinds)[number]

/** Who sees an attribute: only staff, or visitors as well. */
export const audiences = ['staff', 'visitors'] as const
export type Audience = (typeof audiences)[number]

/** Tables on an item's page and paper: facts about the item, and about its music. */
export const attributeGroups = ['facts', 'music', 'none'] as const
export type AttributeGroup = (typeof attributeGroups)[number]

export const attributeGroupNames = {
  facts: 'Facts',
  music: 'Music',
  none: 'Not on the page',
} as const satisfies Record<AttributeGroup, string>

export const maxAttributes = 300

/** The parts of a catalogue entry that determine how values are shown. */
export interface AttributeDefinition {
  readonly tag_key: string
  readonly kind?: AttributeKind
  readonly unit?: string
  readonly group?: AttributeGroup
  readonly labels?: { readonly [language in LabelLanguage]?: string | undefined }
  readonly glossary?: Glossary
}

/** Whether visitors find an attribute neither on an item's page nor on its papers. */
export const isHiddenFromVisitors = (attribute: {
  readonly tag_key: string
  readonly audience: Audience
  readonly group: AttributeGroup
  readonly retired: boolean
}): boolean => {
  const { tag_key, audience, group, retired } = attribute
  // The recording is in no table, because it has a player.
  return retired || audience === 'staff' || (group === 'none' && tag_key !== 'mp3')
}

/** Translations of recurring values, keyed by the value that staff type. */
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

/** Derives a default label and unit from a key: 'top_speed_kmh' → 'Top Speed', 'km/h'. */
export function parseAttributeKey(key: string): { name: string; unit: string } {
  const words = key.split('_').filter(Boolean)
  const unit = words.length > 1 ? (unitSuffixes[words.at(-1) ?? ''] ?? '') : ''
  const nameWords = (unit ? words.slice(0, -1) : words).map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )
  return { name: nameWords.join(' '), unit }
}

/**
 * Like `catalogueLabel`, but 'Recording' instead of the default 'Mp3'. The item's page for staff and
 * the Attributes screen use `catalogueLabel`, everything else this one.
 */
export function attributeLabel(
  attribute: AttributeDefinition,
  language: LabelLanguage = 'en',
): string {
  const label = catalogueLabel(attribute, language)
  return attribute.tag_key === 'mp3' && label === parseAttributeKey('mp3').name
    ? 'Recording'
    : label
}

/**
 * The label in a language, else in English, else derived from the key; with the unit in brackets.
 */
export function catalogueLabel(
  attribute: AttributeDefinition,
  language: LabelLanguage = 'en',
): string {
  const name =
    attribute.labels?.[language] ||
    attribute.labels?.en ||
    parseAttributeKey(attribute.tag_key).name
  return name + formatUnitSuffix(attributeUnit(attribute, language))
}

/** The unit in a language. Units added by staff are the same in all languages. */
export function attributeUnit(
  { tag_key, unit = parseAttributeKey(tag_key).unit }: AttributeDefinition,
  language: LabelLanguage,
): string {
  const units: Readonly<Record<string, string>> = languages[language].units
  return units[unit] ?? unit
}
export const formatUnitSuffix = (unit: string) => (unit ? ` (${unit})` : '')

/** Returns a lookup of definitions by key, with a minimal one for unknown keys. */
export function definitionLookup(
  catalogue: readonly AttributeDefinition[],
): (key: string) => AttributeDefinition {
  const byKey = new Map(catalogue.map((attribute) => [attribute.tag_key, attribute]))
  return (key) => byKey.get(key) ?? { tag_key: key }
}

/** '12500' → "12'500", '1234.5' → "1'234.5". Returns other text unchanged. */
export const groupThousands = (value: string): string =>
  /^\d{4,15}(\.\d+)?$/.test(value)
    ? value.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3}){1,4}$)/g, "'"))
    : value

/**
 * Normalises a typed number: "1'250'000" and '1 250 000' → '1250000', '12,5' → '12.5'. Undefined
 * for other text, such as 'ca. 80000', '0x10' or '1e9'.
 */
export function normaliseNumber(typed: string): string | undefined {
  const plain = typed
    .trim()
    .replaceAll(/(?<=\d)['’\s](?=\d{3}(?!\d))/g, '')
    .replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? plain : undefined
}

/** Parses a number that may be grouped by thousands. */
export function parseNumber(typed: string | undefined): number | undefined {
  const plain = normaliseNumber(typed ?? '')
  return plain === undefined ? undefined : Number(plain)
}
