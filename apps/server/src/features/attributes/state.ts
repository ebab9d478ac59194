import { Attribute, type FieldChange, labelLanguages } from '@vitrine/contract'
import type { z } from 'zod'
import type { AttributeRow } from './store.ts'
import { toAttribute } from './view.ts'

/** What the history keeps of an attribute. */
const AttributeState = Attribute.omit({ id: true, version: true })
type AttributeState = z.infer<typeof AttributeState>

export const stateOf = (row: AttributeRow): AttributeState => AttributeState.parse(toAttribute(row))

/** A state as the history keeps it; null also for one that can't be read. */
export function readState(json: string | null): AttributeState | null {
  const read = AttributeState.safeParse(json === null ? null : JSON.parse(json))
  return read.success ? read.data : null
}

/** The distance between the order keys of two neighbours. */
export const step = 10

const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No')

const fields: readonly (readonly [name: string, read: (state: AttributeState) => string])[] = [
  ...labelLanguages.map(
    (language) => [`Label (${language})`, ({ labels }: AttributeState) => labels[language] ?? ''] as const,
  ),
  ['Kind', ({ kind }) => kind],
  ['Unit', ({ unit }) => unit],
  ['For', ({ audience }) => audience],
  ['Group', ({ group }) => group],
  ['Several lines', ({ multiline }) => yesNo(multiline)],
  ['Suggestions', ({ suggestions }) => yesNo(suggestions)],
  ['Names', ({ names }) => yesNo(names)],
  ['Retired', ({ retired }) => yesNo(retired)],
  ['Position', ({ order_key }) => String(Math.round(order_key / step))],
]

/** The fields in which two states differ, in words; null stands for no attribute. */
export const changedFields = (before: AttributeState | null, after: AttributeState | null): FieldChange[] =>
  fields.flatMap(([field, read]) => {
    const change = { field, before: before ? read(before) : '', after: after ? read(after) : '' }
    return change.before === change.after ? [] : [change]
  })
