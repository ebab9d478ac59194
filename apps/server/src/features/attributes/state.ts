import { Attribute } from '@vitrine/contract'
import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { changeStore, plainly, stateCodec, type Words } from '../history/index.ts'
import type { AttributeRow } from './store.ts'
import { toAttribute } from './view.ts'

const { labels, kind, unit, audience, group, multiline, suggestions, names, retired, order_key, tag_key, glossary } =
  Attribute.shape

/** What the history keeps of an attribute, in the order in which it is shown. */
const V1 = z.strictObject({
  ...{ labels, kind, unit, audience, group, multiline, suggestions, names, retired, order_key, tag_key },
})
const AttributeState = V1.extend({ glossary })
export type AttributeState = z.infer<typeof AttributeState>

export const stateOf = (row: AttributeRow): AttributeState => {
  const { id: _, version: __, ...state } = toAttribute(row)
  return AttributeState.parse(state)
}

export const attributeCodec = stateCodec<AttributeState>(AttributeState, [
  V1.transform((state) => ({ ...state, glossary: {} })),
])

/** What happened to attributes. */
export const attributeChanges = (db: Db) => changeStore(db, 'attribute', attributeCodec)

/** The distance between the order keys of two neighbours. */
export const step = 10

const fieldNames: Record<keyof AttributeState, string> = {
  labels: 'Label',
  kind: 'Kind',
  unit: 'Unit',
  audience: 'For',
  group: 'Group',
  multiline: 'Multiple lines',
  suggestions: 'Suggestions',
  names: 'Names',
  retired: 'Retired',
  order_key: 'Position',
  tag_key: 'Key',
  glossary: 'Glossary',
}
const isField = (field: string): field is keyof AttributeState => field in fieldNames

const position = (key: unknown) => (typeof key === 'number' ? Math.round(key / step) : key)

export const attributeWords: Words = {
  fieldName([field, ...inner]) {
    const language = inner.at(-1)
    const name = [isField(field) ? fieldNames[field] : field, ...inner.slice(0, -1)].join(': ')
    return language ? `${name} (${language})` : name
  },
  show: ({ path: [field], before, after }) =>
    plainly(field === 'order_key' ? { before: position(before), after: position(after) } : { before, after }),
}
