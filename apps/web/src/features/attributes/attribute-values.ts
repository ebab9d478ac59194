import {
  type Attribute,
  type AttributeGroup,
  type AttributeKind,
  type AttributeText,
  type Audience,
  fold,
  type Glossary,
  type LabelLanguage,
  labelLanguages,
  languageNames,
} from '@vitrine/contract'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'

export const kindNames: Record<AttributeKind, string> = {
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

export const flagNames = {
  multiline: 'Multiple lines',
  suggestions: 'Suggest values already used',
  names: 'Values are names (spelling correction skips them)',
} as const
export type Flag = keyof typeof flagNames
export const flags = Object.keys(flagNames) as readonly Flag[]

export const labelName = (language: string): string =>
  `Label in ${(languageNames as Readonly<Record<string, string>>)[language] ?? language}`

const glossaryStart = 'glossary'

export const glossaryField = (value: string, language: LabelLanguage): string =>
  `${glossaryStart} ${language} ${value}`

const readGlossaryField = (field: string): { language: LabelLanguage; value: string } | null => {
  const [start, code, ...rest] = field.split(' ')
  const language = labelLanguages.find((one) => one === code)
  return start === glossaryStart && language ? { language, value: rest.join(' ') } : null
}

export const glossaryName = (value: string, language: LabelLanguage): string =>
  `${value} in ${languageNames[language]}`

export function nameOfField(field: string): string {
  const entry = readGlossaryField(field)
  if (entry) return glossaryName(entry.value, entry.language)
  return field in flagNames
    ? flagNames[field as Flag]
    : ((
        {
          kind: 'Kind',
          unit: 'Unit',
          audience: 'Shown to',
          group: 'Table on the public page',
        } as FieldValues
      )[field] ?? labelName(field))
}

/** Words that visitors read; long texts are translated with their item. */
export const hasGlossary = ({ kind, audience, multiline }: FieldValues): boolean =>
  (kind === 'text' || kind === 'choice') && audience === 'visitors' && multiline !== 'Yes'

export const glossaryValues = (values: FieldValues): string[] => [
  ...new Set(Object.keys(values).flatMap((field) => readGlossaryField(field)?.value ?? [])),
]

function glossaryIn(values: FieldValues): Glossary {
  const glossary: Record<string, { [language in LabelLanguage]?: string }> = {}
  for (const [field, text] of Object.entries(values)) {
    const entry = readGlossaryField(field)
    if (entry && text.trim() !== '')
      glossary[entry.value] = { ...glossary[entry.value], [entry.language]: text }
  }
  return glossary
}

export const newValues: FieldValues = {
  kind: 'text',
  unit: '',
  audience: 'staff',
  group: 'facts',
  suggestions: 'Yes',
}

/** An attribute as its form holds it: labels by language, the rest by name. */
export function toValues({
  labels,
  kind,
  unit,
  audience,
  group,
  glossary,
  ...others
}: Attribute): FieldValues {
  const entries = Object.entries(glossary).flatMap(([value, texts]) =>
    labelLanguages.map((language) => [glossaryField(value, language), texts[language] ?? '']),
  )
  return {
    ...Object.fromEntries(entries),
    ...Object.fromEntries(labelLanguages.map((language) => [language, labels[language] ?? ''])),
    kind,
    unit,
    audience,
    group,
    ...Object.fromEntries(flags.map((flag) => [flag, others[flag] ? 'Yes' : ''])),
  }
}

/** The selects offer nothing but what the contract knows. */
export const toText = (values: FieldValues): AttributeText => ({
  kind: (values.kind ?? 'text') as AttributeKind,
  unit: values.unit ?? '',
  audience: (values.audience ?? 'staff') as Audience,
  group: (values.group ?? 'none') as AttributeGroup,
  labels: Object.fromEntries(
    labelLanguages.flatMap((language) => (values[language] ? [[language, values[language]]] : [])),
  ),
  multiline: values.multiline === 'Yes',
  suggestions: values.suggestions === 'Yes',
  names: values.names === 'Yes',
  glossary: glossaryIn(values),
})

/** 'Number of Seats' → 'number_of_seats' */
export const keyFrom = (label: string): string =>
  fold(label)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 60)
