import {
  type Attribute,
  type AttributeGroup,
  type AttributeKind,
  type AttributeText,
  type Audience,
  fold,
  labelLanguages,
} from '@vitrine/contract'
import type { Values } from '../../ui/forms/merge-edits.ts'

export const kindNames: Record<AttributeKind, string> = {
  text: 'Text',
  number: 'Number',
  year: 'Year',
  code: 'Code or serial number',
  choice: 'One of a few values',
}

export const audienceNames: Record<Audience, string> = { staff: 'Staff only', visitors: 'Staff and visitors' }

export const flagNames = {
  multiline: 'Multiple lines',
  suggestions: 'Suggest values already used',
  names: 'Values are names (spelling correction skips them)',
} as const
export type Flag = keyof typeof flagNames
export const flags = Object.keys(flagNames) as readonly Flag[]

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export const labelName = (language: string): string => `Label in ${languageNames.of(language)}`

export const nameOfField = (field: string): string =>
  field in flagNames
    ? flagNames[field as Flag]
    : (({ kind: 'Kind', unit: 'Unit', audience: 'Shown to', group: 'Table on the public page' } as Values)[field] ??
      labelName(field))

export const newValues: Values = { kind: 'text', unit: '', audience: 'staff', group: 'facts', suggestions: 'Yes' }

/** An attribute as its form holds it: labels by language, the rest by name. */
export function toValues({ labels, kind, unit, audience, group, ...others }: Attribute): Values {
  return {
    ...Object.fromEntries(labelLanguages.map((language) => [language, labels[language] ?? ''])),
    kind,
    unit,
    audience,
    group,
    ...Object.fromEntries(flags.map((flag) => [flag, others[flag] ? 'Yes' : ''])),
  }
}

/** The selects offer nothing but what the contract knows. */
export const toText = (values: Values): AttributeText => ({
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
})

/** 'Number of Seats' → 'number_of_seats' */
export const keyFrom = (label: string): string =>
  fold(label)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 60)
