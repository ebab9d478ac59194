import {
  type Attribute,
  type AttributeGroup,
  type AttributeKind,
  type AttributeSettings,
  type Audience,
  fold,
  type Glossary,
  type LabelLanguage,
  labelLanguages,
  languageNames,
} from '@vitrine/contract'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'

export const attributeKindNames: Record<AttributeKind, string> = {
  text: 'Text',
  number: 'Number',
  year: 'Year',
  code: 'Code or serial number',
  choice: 'One of a few values',
}

export const audienceNames: Record<Audience, string> = {
  staff: 'Staff only',
  visitors: 'Staff and visitors',
}

/** Settings that are on or off; in the form 'Yes' or an empty text. */
export const attributeFlagNames = {
  multiline: 'Multiple lines',
  suggestions: 'Suggest values already used',
  names: 'Values are names (spelling correction skips them)',
} as const
export type AttributeFlag = keyof typeof attributeFlagNames
export const attributeFlags = Object.keys(attributeFlagNames) as readonly AttributeFlag[]

export const formatLabelField = (language: string): string =>
  `Label in ${(languageNames as Readonly<Record<string, string>>)[language] ?? language}`

const glossaryPrefix = 'glossary'

/** The form's field for the translation of a value, such as 'glossary fr oil on canvas'. */
export const toGlossaryField = (value: string, language: LabelLanguage): string =>
  `${glossaryPrefix} ${language} ${value}`

/** Returns null if the field is not one of the glossary. A value may contain spaces. */
function parseGlossaryField(field: string): { language: LabelLanguage; value: string } | null {
  const [prefix, code, ...words] = field.split(' ')
  const language = labelLanguages.find((candidate) => candidate === code)
  return prefix === glossaryPrefix && language ? { language, value: words.join(' ') } : null
}

export const formatGlossaryField = (value: string, language: LabelLanguage): string =>
  `${value} in ${languageNames[language]}`

export function getAttributeFieldLabel(field: string): string {
  const entry = parseGlossaryField(field)
  if (entry) return formatGlossaryField(entry.value, entry.language)
  if (field in attributeFlagNames) return attributeFlagNames[field as AttributeFlag]
  return fieldLabels[field] ?? formatLabelField(field)
}

const fieldLabels: Readonly<Record<string, string>> = {
  kind: 'Kind',
  unit: 'Unit',
  audience: 'Shown to',
  group: 'Table on the public page',
}

/** Whether visitors read the values as words. Long texts are translated with their item instead. */
export const hasGlossary = ({ kind, audience, multiline }: FieldValues): boolean =>
  (kind === 'text' || kind === 'choice') && audience === 'visitors' && multiline !== 'Yes'

export function listGlossaryValues(values: FieldValues): string[] {
  const glossaryFields = Object.keys(values)
    .map(parseGlossaryField)
    .filter((field) => field !== null)

  return [...new Set(glossaryFields.map(({ value }) => value))]
}

function toGlossary(values: FieldValues): Glossary {
  const glossary: Record<string, { [language in LabelLanguage]?: string }> = {}

  for (const [field, text] of Object.entries(values)) {
    const entry = parseGlossaryField(field)
    if (entry && text.trim() !== '')
      glossary[entry.value] = { ...glossary[entry.value], [entry.language]: text }
  }

  return glossary
}

export const newAttributeValues: FieldValues = {
  kind: 'text',
  unit: '',
  audience: 'staff',
  group: 'facts',
  suggestions: 'Yes',
}

/** Converts an attribute to form values: labels by language, everything else by name. */
export function toAttributeValues({
  labels,
  kind,
  unit,
  audience,
  group,
  glossary,
  ...flags
}: Attribute): FieldValues {
  const values: Record<string, string> = {}

  for (const [value, texts] of Object.entries(glossary)) {
    for (const language of labelLanguages)
      values[toGlossaryField(value, language)] = texts[language] ?? ''
  }
  for (const language of labelLanguages) values[language] = labels[language] ?? ''
  Object.assign(values, { kind, unit, audience, group })
  for (const flag of attributeFlags) values[flag] = flags[flag] ? 'Yes' : ''

  return values
}

/** Converts form values for a save. The casts are safe: selects offer only values of the contract. */
export const toAttributeSettings = (values: FieldValues): AttributeSettings => ({
  kind: (values.kind ?? 'text') as AttributeKind,
  unit: values.unit ?? '',
  audience: (values.audience ?? 'staff') as Audience,
  group: (values.group ?? 'none') as AttributeGroup,
  labels: Object.fromEntries(
    labelLanguages
      .filter((language) => values[language])
      .map((language) => [language, values[language]]),
  ),
  multiline: values.multiline === 'Yes',
  suggestions: values.suggestions === 'Yes',
  names: values.names === 'Yes',
  glossary: toGlossary(values),
})

const maxProposedKeyLength = 60

/** Proposes a key for a label, such as 'number_of_seats' for 'Number of Seats'. */
export const toAttributeKey = (label: string): string =>
  fold(label)
    .replaceAll(/[^a-z0-9]+/g, '_')
    // A key starts with a letter, and ends with a letter or a digit.
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, maxProposedKeyLength)
