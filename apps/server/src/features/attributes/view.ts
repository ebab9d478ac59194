import type { Attribute, AttributeText } from '@vitrine/contract'
import type { Tables } from '../../db/tables.ts'
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
  labels: readLabels(row.labels),
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
    labels: JSON.stringify(Object.fromEntries(Object.entries(text.labels).filter(([, label]) => label))),
    multiline: text.multiline ? 1 : 0,
    suggestions: text.suggestions ? 1 : 0,
    names: text.names ? 1 : 0,
  }) satisfies Partial<Tables['tag_definition']>

/** Labels that can't be read are none: those made from the keys stand in for them. */
function readLabels(json: string): Attribute['labels'] {
  try {
    return JSON.parse(json)
  } catch {
    return {}
  }
}
