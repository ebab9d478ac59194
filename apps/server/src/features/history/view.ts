import { isDeepStrictEqual } from 'node:util'
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
import {
  type Difference,
  type FieldPath,
  findDifferences,
  hasOtherValues,
  revertChange,
} from './differences.ts'
import type { ChangeRow } from './store.ts'

export interface HistoryPage {
  readonly changes: Change[]
  readonly hasMore: boolean
}

/** How the fields of a subject are shown. */
export interface HistoryWording<State extends object = object> {
  readonly fieldName: (path: FieldPath) => string
  /** Formats the values, plain text by default; may name the field by what it was and is in. */
  show?(
    difference: Difference,
    states: { readonly before: State | null; readonly after: State | null },
  ): Omit<FieldChange, 'field'> & Partial<FieldChange>
  /** A state as it is compared field by field, where a list of things has fields of its own; and the state again. */
  spread?(state: State): object
  gather?(values: object): object
  /** Sort key of a field; by default the stored order. */
  readonly place?: (path: FieldPath) => number
  /** The fields that are restored together with one, itself among them; none where it can't be restored. */
  together?(
    path: FieldPath,
    states: { readonly before: State; readonly after: State | null; readonly now: State },
  ): FieldPath[]
  /** Fields that stay as they are when everything else is restored. */
  readonly kept?: readonly string[]
}

type ChangeColumns = Pick<
  ChangeRow<object>,
  'id' | 'kind' | 'at' | 'user_name' | 'before' | 'after'
>

/** Whether the reader of a history may change a field. */
export type WritableFieldTest = (path: FieldPath) => boolean

/** A change, and what its reader can do about it now. `now` is null while the subject is deleted. */
export function toChange(
  row: ChangeColumns,
  words: HistoryWording,
  now: object | null,
  mayWrite: WritableFieldTest = () => true,
): Change {
  const { id, kind, at, user_name, before, after } = row
  const change = {
    id,
    kind: isKnown(kind) ? kind : 'changed',
    at,
    by: user_name,
    restorable: false,
  } as const
  if (before === unreadable || after === unreadable)
    return { ...change, state: 'unreadable', fields: [] }
  const fields = describeDifferences(before, after, words, now).map((field) =>
    withAllowedPath(field, mayWrite),
  )
  if (before === null || fields.length === 0) return { ...change, state: 'beginning', fields }
  const restored = now === null ? [] : findDifferences(now, restoreWhole(now, before, words))
  const restorable = restored.length > 0 && restored.every(({ path }) => mayWrite(path))
  const state = undoState(before, after, now, words)
  const isForbidden =
    state === 'undoable' && findDifferences(before, after).some(({ path }) => !mayWrite(path))
  return { ...change, state: isForbidden ? 'forbidden' : state, fields, restorable }
}

function withAllowedPath(
  { path, ...field }: FieldChange,
  mayWrite: WritableFieldTest,
): FieldChange {
  return path && mayWrite(path as unknown as FieldPath) ? { ...field, path } : field
}

function undoState(
  before: object,
  after: object | null,
  now: object | null,
  { spread = same }: HistoryWording,
): Change['state'] {
  if (after === null) return now === null ? 'undoable' : 'taken-back'
  if (now === null) return 'changed-since'
  const is = spread(now)
  const { next, changedSince } = revertChange(is, findDifferences(spread(before), spread(after)))
  if (changedSince.length > 0) return 'changed-since'
  return isDeepStrictEqual(next, is) ? 'taken-back' : 'undoable'
}

const same = <State>(state: State): State => state

/** An earlier state, but for the fields that stay as they are. */
export const restoreWhole = (
  now: object,
  before: object,
  { kept = [] }: HistoryWording,
): object => ({
  ...before,
  ...Object.fromEntries(Object.entries(now).filter(([field]) => kept.includes(field))),
})

const isKnown = (kind: string): kind is ChangeKind =>
  (changeKinds as readonly string[]).includes(kind)

// More than attributes and translations have; changes of many pictures are cut off.
const maxFields = 300

/** The fields in which two states differ, without empty fields of something new; with `now`, what can be restored. */
export function describeDifferences<State extends object>(
  before: State | null,
  after: State | null,
  words: HistoryWording<State>,
  now: State | null = null,
): FieldChange[] {
  const {
    fieldName,
    show = formatDifference,
    place = () => 0,
    spread = same,
    together = singlePath,
  } = words
  const [is, was] = [now && spread(now), before && spread(before)]
  const restored = ({ path }: Difference) =>
    is && now && was && before && hasOtherValues(is, was, together(path, { before, after, now }))
      ? { path: [...path] }
      : {}
  const fields = findDifferences(was, after && spread(after))
    .toSorted((a, b) => place(a.path) - place(b.path))
    .map((difference) => {
      const shown = { field: fieldName(difference.path), ...show(difference, { before, after }) }
      return shown.before === '' ? shown : { ...shown, ...restored(difference) }
    })
    .filter((change) => change.before !== '' || change.after !== '')
  const more = { field: 'Further changes', before: '', after: String(fields.length - maxFields) }
  return fields.length > maxFields ? [...fields.slice(0, maxFields), more] : fields
}

export const singlePath = (path: FieldPath): FieldPath[] => [path]

/** Values as they are. */
export const formatDifference = ({ before, after }: Pick<Difference, 'before' | 'after'>) => ({
  before: textOf(before),
  after: textOf(after),
})

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** How the fields of a record are shown that the contract describes. */
export const fieldWording = (fields: Fields): HistoryWording => ({
  fieldName: ([name]) => fields[name]?.label ?? name,
  // An id has the label of the name beside it.
  together: ([name]) =>
    Object.keys(fields).flatMap((field) =>
      fields[field]?.label === fields[name]?.label ? [[field]] : [],
    ),
  show({ path: [name], before, after }) {
    const kind = fields[name]?.kind
    // The field beside it says the name.
    if (kind === 'id') return formatDifference({ before: '', after: '' })
    if (kind === 'day') return formatDifference({ before: day(before), after: day(after) })
    if (kind !== 'html') return formatDifference({ before, after })
    const [old, fresh] = [plainText(String(before ?? '')), plainText(String(after ?? ''))]
    // Markup is shown where it is all that differs.
    return formatDifference(old === fresh ? { before, after } : { before: old, after: fresh })
  },
})

const day = (value: unknown) => dayInWords(String(value ?? ''), 'en') || value
