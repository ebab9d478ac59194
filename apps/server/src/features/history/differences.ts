import { isDeepStrictEqual } from 'node:util'

/** The path of a field in a state, such as `['tags', 'year']`. */
export type FieldPath = readonly [field: string, ...inner: string[]]

/** A changed field; undefined stands for a missing value. A list counts as one field. */
export interface Difference {
  readonly path: FieldPath
  readonly before: unknown
  readonly after: unknown
}

type Values = Record<string, unknown>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valuesOf = (value: unknown): Values => (isRecord(value) ? value : {})

/** Finds the fields in which two states differ; null stands for no state. */
export function findDifferences(
  before: object | null,
  after: object | null,
  parentPath: readonly string[] = [],
): Difference[] {
  const oldValues = valuesOf(before)
  const newValues = valuesOf(after)
  const keys = new Set([...Object.keys(oldValues), ...Object.keys(newValues)])
  return [...keys].flatMap((key) => {
    const oldValue = oldValues[key]
    const newValue = newValues[key]
    if (isDeepStrictEqual(oldValue, newValue)) return []
    const path: FieldPath = [...parentPath, key] as unknown as FieldPath
    return isRecord(oldValue) || isRecord(newValue)
      ? findDifferences(valuesOf(oldValue), valuesOf(newValue), path)
      : [{ path, before: oldValue, after: newValue }]
  })
}

/**
 * Undoes a change; `changedSince` has the fields that can't be undone because they changed again.
 */
export function revertChange(
  current: object,
  change: readonly Difference[],
): { next: object; changedSince: FieldPath[] } {
  const next = structuredClone(current)
  const changedSince = change.filter(({ path, before, after }) => {
    const value = valueAt(current, path)
    if (Array.isArray(before) && Array.isArray(after) && Array.isArray(value)) {
      const list = revertList(value, before, after)
      if (list) setValue(next, path, list)
      return list === null
    }
    if (isDeepStrictEqual(value, after)) setValue(next, path, before)
    return !isDeepStrictEqual(value, after) && !isDeepStrictEqual(value, before)
  })
  return { next, changedSince: changedSince.map(({ path }) => path) }
}

/**
 * Undoes a change of a list: removes what it added, adds what it removed, and restores the order
 * unless that was changed since. Null if the change was one of the order, which changed again.
 */
function revertList(current: unknown[], before: unknown[], after: unknown[]): unknown[] | null {
  if (isDeepStrictEqual(current, before)) return before

  const beforeSet = new Set(before)
  const afterSet = new Set(after)
  const currentSet = new Set(current)
  const inOrderOf = (list: unknown[], other: Set<unknown>) =>
    list.filter((entry) => other.has(entry))
  const hasOrderOfAfter = isDeepStrictEqual(
    inOrderOf(current, afterSet),
    inOrderOf(after, currentSet),
  )
  const hasChangedOrder = !isDeepStrictEqual(
    inOrderOf(before, afterSet),
    inOrderOf(after, beforeSet),
  )
  if (!hasOrderOfAfter && hasChangedOrder) return null

  const withoutAdded = current.filter((entry) => beforeSet.has(entry) || !afterSet.has(entry))
  if (!hasOrderOfAfter) {
    const removed = before.filter((entry) => !afterSet.has(entry) && !currentSet.has(entry))
    return [...withoutAdded, ...removed]
  }
  const reverted = before.filter((entry) => currentSet.has(entry) || !afterSet.has(entry))
  // Entries that were added since keep their positions.
  for (const [index, entry] of withoutAdded.entries())
    if (!beforeSet.has(entry)) reverted.splice(index, 0, entry)
  return reverted
}

/** Sets these fields to their values in an earlier state. */
export function withEarlierValues(
  current: object,
  earlier: object,
  paths: readonly FieldPath[],
): object {
  const next = structuredClone(current)
  for (const path of paths) setValue(next, path, valueAt(earlier, path))
  return next
}

/** Whether any of these fields has another value in the earlier state. */
export const hasOtherValues = (
  current: object,
  earlier: object,
  paths: readonly FieldPath[],
): boolean =>
  paths.some((path) => !isDeepStrictEqual(valueAt(current, path), valueAt(earlier, path)))

const valueAt = (state: object, path: FieldPath): unknown =>
  path.reduce((value: unknown, key) => valuesOf(value)[key], state)

function setValue(
  state: object,
  [key = '', ...innerKeys]: readonly string[],
  value: unknown,
  depth = 0,
): void {
  const values = valuesOf(state)
  if (innerKeys.length > 0) {
    const record = valuesOf(values[key])
    setValue(record, innerKeys, value, depth + 1)
    values[key] = record
    // Removes empty records inside a field; the field itself stays.
    if (depth > 0 && Object.keys(record).length === 0) delete values[key]
  } else if (value === undefined) delete values[key]
  else values[key] = value
}
