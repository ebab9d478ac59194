import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type ChangeKind,
  changeKinds,
  type FieldChange,
  type Fields,
  formatLongDay,
  toPlainText,
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

/** How the changes of a subject are formatted, and which fields are restored together. */
export interface HistoryWording<State extends object = object> {
  readonly fieldName: (path: FieldPath) => string
  /** Default: plain text. May also name the field, if its name depends on the values. */
  formatValues?(
    difference: Difference,
    states: { readonly before: State | null; readonly after: State | null },
  ): Omit<FieldChange, 'field'> & Partial<FieldChange>
  /** Turns a state into the form that is compared field by field, such as a list into fields. */
  toComparable?(state: State): object
  /** Reverses `toComparable`. */
  fromComparable?(values: object): object
  /** Position of a field among all; default: the stored order. */
  readonly sortKey?: (path: FieldPath) => number
  /**
   * The fields to restore together with this one, including itself; none if it can't be restored.
   */
  pathsRestoredWith?(
    path: FieldPath,
    states: { readonly before: State; readonly after: State | null; readonly current: State },
  ): FieldPath[]
  /** Fields that keep their values when a whole state is restored. */
  readonly fieldsKeptOnRestore?: readonly string[]
}

type ChangeColumns = Pick<
  ChangeRow<object>,
  'id' | 'kind' | 'at' | 'user_name' | 'before' | 'after'
>

/** Whether the user who reads the history may change a field. */
export type WritableFieldTest = (path: FieldPath) => boolean

/**
 * Converts a change for a reader, and says whether they can undo or restore it. `current` is null
 * while the subject is deleted.
 */
export function toChange(
  row: ChangeColumns,
  wording: HistoryWording,
  current: object | null,
  mayWrite: WritableFieldTest = () => true,
): Change {
  const { id, kind, at, user_name, before, after } = row
  const change = {
    id,
    kind: isChangeKind(kind) ? kind : 'changed',
    at,
    by: user_name,
    restorable: false,
  } as const
  if (before === unreadable || after === unreadable)
    return { ...change, state: 'unreadable', fields: [] }

  const fields = describeDifferences(before, after, wording, current).map((field) =>
    withoutForbiddenPath(field, mayWrite),
  )
  if (before === null || fields.length === 0) return { ...change, state: 'beginning', fields }

  const restoredFields =
    current === null ? [] : findDifferences(current, restoreWhole(current, before, wording))
  const restorable = restoredFields.length > 0 && restoredFields.every(({ path }) => mayWrite(path))
  const state = findUndoState({ before, after, current }, wording)
  const isForbidden =
    state === 'undoable' && findDifferences(before, after).some(({ path }) => !mayWrite(path))
  return { ...change, state: isForbidden ? 'forbidden' : state, fields, restorable }
}

/**
 * Removes the path of a field that the reader may not write: a field without a path can't be
 * restored.
 */
function withoutForbiddenPath(
  { path, ...field }: FieldChange,
  mayWrite: WritableFieldTest,
): FieldChange {
  const [name, ...innerKeys] = path ?? []
  const isWritable = name !== undefined && mayWrite([name, ...innerKeys])
  return path && isWritable ? { ...field, path } : field
}

interface ChangeStates {
  readonly before: object
  readonly after: object | null
  readonly current: object | null
}

/** Finds out whether a change can be undone, or why not. */
function findUndoState(
  { before, after, current }: ChangeStates,
  { toComparable = identity }: HistoryWording,
): Change['state'] {
  if (after === null) return current === null ? 'undoable' : 'taken-back'
  if (current === null) return 'changed-since'

  const comparable = toComparable(current)
  const differences = findDifferences(toComparable(before), toComparable(after))
  const { next, changedSince } = revertChange(comparable, differences)
  if (changedSince.length > 0) return 'changed-since'
  return isDeepStrictEqual(next, comparable) ? 'taken-back' : 'undoable'
}

export const identity = <State>(state: State): State => state

/** Returns the state before a change, except for the fields that keep their current values. */
export function restoreWhole(
  current: object,
  before: object,
  { fieldsKeptOnRestore = [] }: HistoryWording,
): object {
  const currentValues = Object.entries(current).filter(([field]) =>
    fieldsKeptOnRestore.includes(field),
  )
  return { ...before, ...Object.fromEntries(currentValues) }
}

const isChangeKind = (kind: string): kind is ChangeKind =>
  (changeKinds as readonly string[]).includes(kind)

/**
 * Maximum number of fields that are described. Items have fewer attributes and translations; only
 * changes of many pictures exceed it.
 */
const maxFields = 300

/**
 * Describes the fields in which two states differ, without empty fields of a new subject. With the
 * current state, fields that can be restored get a path.
 */
export function describeDifferences<State extends object>(
  before: State | null,
  after: State | null,
  wording: HistoryWording<State>,
  current: State | null = null,
): FieldChange[] {
  const {
    fieldName,
    formatValues = formatDifference,
    sortKey = () => 0,
    toComparable = identity,
    pathsRestoredWith = singlePath,
  } = wording
  const comparableCurrent = current && toComparable(current)
  const comparableBefore = before && toComparable(before)
  const isRestorable = ({ path }: Difference): boolean => {
    if (!current || !before || !comparableCurrent || !comparableBefore) return false
    const paths = pathsRestoredWith(path, { before, after, current })
    return hasOtherValues(comparableCurrent, comparableBefore, paths)
  }

  const fields = findDifferences(comparableBefore, after && toComparable(after))
    .toSorted((a, b) => sortKey(a.path) - sortKey(b.path))
    .map((difference) => {
      const values = formatValues(difference, { before, after })
      const field = { field: fieldName(difference.path), ...values }
      const hasPath = field.before !== '' && isRestorable(difference)
      return hasPath ? { ...field, path: [...difference.path] } : field
    })
    .filter((field) => field.before !== '' || field.after !== '')
  if (fields.length <= maxFields) return fields

  const omitted = { field: 'Further changes', before: '', after: String(fields.length - maxFields) }
  return [...fields.slice(0, maxFields), omitted]
}

/** The default of `pathsRestoredWith`: each field is restored by itself. */
export const singlePath = (path: FieldPath): FieldPath[] => [path]

/** Formats values as plain text. */
export const formatDifference = ({ before, after }: Pick<Difference, 'before' | 'after'>) => ({
  before: formatValue(before),
  after: formatValue(after),
})

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Wording of a record whose fields the contract describes. */
export const fieldWording = (fields: Fields): HistoryWording => ({
  fieldName: ([name]) => fields[name]?.label ?? name,
  // The id of a linked record and the name beside it have the same label.
  pathsRestoredWith: ([name]) =>
    Object.keys(fields)
      .filter((field) => fields[field]?.label === fields[name]?.label)
      .map((field): FieldPath => [field]),
  formatValues({ path: [name], before, after }) {
    const { kind, options } = fields[name] ?? {}
    // Hidden, because the field beside it shows the name.
    if (kind === 'id') return formatDifference({ before: '', after: '' })
    if (kind === 'day')
      return formatDifference({ before: formatDay(before), after: formatDay(after) })
    if (kind === 'choice') {
      const toLabel = (value: unknown) => options?.[String(value)] ?? value
      return formatDifference({ before: toLabel(before), after: toLabel(after) })
    }
    if (kind === 'photos') return formatPhotos(before, after)
    if (kind !== 'html') return formatDifference({ before, after })
    const oldText = toPlainText(String(before ?? ''))
    const newText = toPlainText(String(after ?? ''))
    // Shows the markup if nothing else differs.
    return formatDifference(
      oldText === newText ? { before, after } : { before: oldText, after: newText },
    )
  },
})

/** Counts the photos, and shows the one that was added or removed. */
function formatPhotos(before: unknown, after: unknown) {
  const toNames = (value: unknown) => (value ?? []) as readonly string[]
  const oldNames = toNames(before)
  const newNames = toNames(after)
  const findMissing = (names: readonly string[], others: readonly string[]) =>
    names.find((name) => !others.includes(name)) ?? null
  return {
    // No photos count as no value.
    before: String(oldNames.length || ''),
    after: String(newNames.length || ''),
    pictures: { before: findMissing(oldNames, newNames), after: findMissing(newNames, oldNames) },
  }
}

const formatDay = (value: unknown) => formatLongDay(String(value ?? ''), 'en') || value
