import {
  type Change,
  type ChangeKind,
  changeKinds,
  dayInWords,
  type FieldChange,
  type Fields,
  plainText,
} from '@vitrine/contract'
import { unreadable } from './codec.ts'
import { type Difference, differences, type Path } from './differences.ts'
import type { ChangeRow } from './store.ts'

export interface HistoryPage {
  readonly changes: Change[]
  readonly hasMore: boolean
}

/** How the fields of a subject are shown. */
export interface Words<State extends object = object> {
  readonly fieldName: (path: Path) => string
  /** Formats the values, plain text by default; may name the field by what it was and is in. */
  show?(
    difference: Difference,
    states: { readonly before: State | null; readonly after: State | null },
  ): Omit<FieldChange, 'field'> & Partial<FieldChange>
  /** A state as it is compared field by field, where a list of things has fields of its own; and the state again. */
  spread?(state: State): object
  gather?(values: object): object
  /** Sort key of a field; by default the stored order. */
  readonly place?: (path: Path) => number
}

type ChangeColumns = Pick<ChangeRow<object>, 'id' | 'kind' | 'at' | 'user_name' | 'before' | 'after'>

export function toChange(row: ChangeColumns, words: Words): Change {
  const { id, kind, at, user_name, before, after } = row
  const change = { id, kind: isKnown(kind) ? kind : 'changed', at, by: user_name } as const
  if (before === unreadable || after === unreadable) return { ...change, state: 'unreadable', fields: [] }
  const fields = inWords(before, after, words)
  return { ...change, state: before === null || fields.length === 0 ? 'beginning' : 'undoable', fields }
}

const isKnown = (kind: string): kind is ChangeKind => (changeKinds as readonly string[]).includes(kind)

// More than attributes and translations have; changes of many pictures are cut off.
const maxFields = 300

/** The fields in which two states differ, without empty fields of something new. */
export function inWords<State extends object>(
  before: State | null,
  after: State | null,
  words: Words<State>,
): FieldChange[] {
  const { fieldName, show = plainly, place = () => 0, spread = (state) => state } = words
  const fields = differences(before && spread(before), after && spread(after))
    .toSorted((a, b) => place(a.path) - place(b.path))
    .map((difference) => ({ field: fieldName(difference.path), ...show(difference, { before, after }) }))
    .filter((change) => change.before !== '' || change.after !== '')
  const more = { field: 'Further changes', before: '', after: String(fields.length - maxFields) }
  return fields.length > maxFields ? [...fields.slice(0, maxFields), more] : fields
}

/** Values as they are. */
export const plainly = ({ before, after }: Pick<Difference, 'before' | 'after'>) => ({
  before: textOf(before),
  after: textOf(after),
})

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** How the fields of a record are shown that the contract describes. */
export const fieldWords = (fields: Fields): Words => ({
  fieldName: ([name]) => fields[name]?.label ?? name,
  show({ path: [name], before, after }) {
    const kind = fields[name]?.kind
    // The field beside it says the name.
    if (kind === 'id') return plainly({ before: '', after: '' })
    if (kind === 'day') return plainly({ before: day(before), after: day(after) })
    if (kind !== 'html') return plainly({ before, after })
    const [old, fresh] = [plainText(String(before ?? '')), plainText(String(after ?? ''))]
    // Markup is shown where it is all that differs.
    return plainly(old === fresh ? { before, after } : { before: old, after: fresh })
  },
})

const day = (value: unknown) => dayInWords(String(value ?? ''), 'en') || value
