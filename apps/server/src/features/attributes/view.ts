import type { Attribute, AttributeText, Glossary } from '@vitrine/contract'
import type { AttributeRow } from './store.ts'

export const toAttribute = (row: AttributeRow): Attribute => ({
  id: row.id,
  tag_key: row.tag_key,
  order_key: row.order_key,
  multiline: row.multiline === 1,
  kind: row.kind,
  unit: row.unit,
  audience: row.audience,
  group: row.group_name,
  labels: readJson(row.labels),
  glossary: readJson(row.glossary),
  suggestions: row.suggestions === 1,
  names: row.names === 1,
  retired: row.retired === 1,
  version: row.version,
})

export const columnsOf = (text: AttributeText) =>
  ({
    kind: text.kind,
    unit: text.unit,
    audience: text.audience,
    group_name: text.group,
    labels: JSON.stringify(filledOf(text.labels)),
    ...(text.glossary && { glossary: JSON.stringify(glossaryOf(text.glossary)) }),
    multiline: text.multiline ? 1 : 0,
    suggestions: text.suggestions ? 1 : 0,
    names: text.names ? 1 : 0,
  }) satisfies Partial<AttributeRow>

const filledOf = (texts: object) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text))

/** A value that nothing is said of is left out. */
const glossaryOf = (glossary: Glossary) =>
  Object.fromEntries(
    Object.entries(glossary)
      .map(([value, texts]) => [value, filledOf(texts)] as const)
      .filter(([, texts]) => Object.keys(texts).length > 0),
  )

/** Labels and values that can't be read are none: keys, and what staff typed, stand in for them. */
function readJson(json: string): Record<string, never> {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}
