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

/** Returns the fields of a record; any other value has none. */
const toValues = (value: unknown): Values => (isRecord(value) ? value : {})

/** Finds the fields in which two states differ; null stands for no state. */
export function findDifferences(
  before: object | null,
  after: object | null,
  parentPath: readonly string[] = [],
): Difference[] {
  const oldValues = toValues(before)
  const newValues = toValues(after)
  const differences: Difference[] = []
  for (const key of new Set([...Object.keys(oldValues), ...Object.keys(newValues)])) {
    const oldValue = oldValues[key]
    const newValue = newValues[key]
    if (isDeepStrictEqual(oldValue, newValue)) continue

    const path = [...parentPath, key] as unknown as FieldPath
    if (isRecord(oldValue) || isRecord(newValue))
      differences.push(...findDifferences(toValues(oldValue), toValues(newValue), path))
    else differences.push({ path, before: oldValue, after: newValue })
  }
  return differences
}

/**
 * Undoes a change, field by field; `changedSince` lists the fields that can't be undone because they
 * changed again.
 */
export function revertChange(
  current: object,
  change: readonly Difference[],
): { next: object; changedSince: FieldPath[] } {
  const next = structuredClone(current)
  const changedSince: FieldPath[] = []
  for (const { path, before, after } of change) {
    const value = readValue(current, path)
    if (Array.isArray(before) && Array.isArray(after) && Array.isArray(value)) {
      const revertedList = revertList(value, before, after)
      if (revertedList) setValue(next, path, revertedList)
      else changedSince.push(path)
    } else if (isDeepStrictEqual(value, after)) setValue(next, path, before)
    else if (!isDeepStrictEqual(value, before)) changedSince.push(path)
  }
  return { next, changedSince }
}

/**
 * Undoes a change of a list: removes the entries that it added, adds those that it removed, and
 * restores their order unless it was changed since. Null for a change of the order, if the order was
 * changed again since.
 */
function revertList(current: unknown[], before: unknown[], after: unknown[]): unknown[] | null {
  if (isDeepStrictEqual(current, before)) return before

  const beforeSet = new Set(before)
  const afterSet = new Set(after)
  const currentSet = new Set(current)
  const keepEntriesIn = (list: unknown[], entries: Set<unknown>) =>
    list.filter((entry) => entries.has(entry))
  const isOrderUnchangedSince = isDeepStrictEqual(
    keepEntriesIn(current, afterSet),
    keepEntriesIn(after, currentSet),
  )
  const didChangeOrder = !isDeepStrictEqual(
    keepEntriesIn(before, afterSet),
    keepEntriesIn(after, beforeSet),
  )
  if (!isOrderUnchangedSince && didChangeOrder) return null

  const withoutAdded = current.filter((entry) => beforeSet.has(entry) || !afterSet.has(entry))
  if (!isOrderUnchangedSince) {
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
  for (const path of paths) setValue(next, path, readValue(earlier, path))
  return next
}

/** Whether any of these fields has another value in the earlier state. */
export const hasOtherValues = (
  current: object,
  earlier: object,
  paths: readonly FieldPath[],
): boolean =>
  paths.some((path) => !isDeepStrictEqual(readValue(current, path), readValue(earlier, path)))

function readValue(state: object, path: FieldPath): unknown {
  let value: unknown = state
  for (const key of path) value = toValues(value)[key]
  return value
}

/** Sets a value at a path, and adds missing records on the way; undefined removes the value. */
function setValue(
  state: object,
  [key = '', ...innerKeys]: readonly string[],
  value: unknown,
  depth = 0,
): void {
  const values = toValues(state)
  if (innerKeys.length > 0) {
    const record = toValues(values[key])
    setValue(record, innerKeys, value, depth + 1)
    values[key] = record
    // Removes empty records inside a field; the field itself stays.
    if (depth > 0 && Object.keys(record).length === 0) delete values[key]
  } else if (value === undefined) delete values[key]
  else values[key] = value
}
