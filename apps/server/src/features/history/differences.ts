import { isDeepStrictEqual } from 'node:util'

/** The path of a field in a state, such as `['tags', 'year']`. */
export type FieldPath = readonly [field: string, ...inner: string[]]

/** A field that a change touched; undefined stands for "not there". A list is one field. */
export interface Difference {
  readonly path: FieldPath
  readonly before: unknown
  readonly after: unknown
}

type Values = Record<string, unknown>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valuesOf = (value: unknown): Values => (isRecord(value) ? value : {})

/** The fields in which two states differ; null stands for no state. */
export function findDifferences(
  before: object | null,
  after: object | null,
  within: readonly string[] = [],
): Difference[] {
  const [old, fresh] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((key) => {
    const [was, became] = [old[key], fresh[key]]
    if (isDeepStrictEqual(was, became)) return []
    const path: FieldPath = [...within, key] as unknown as FieldPath
    return isRecord(was) || isRecord(became)
      ? findDifferences(valuesOf(was), valuesOf(became), path)
      : [{ path, before: was, after: became }]
  })
}

/** Undoes a change on a state; returns also the fields that can't be undone because they were changed again. */
export function revertChange(
  now: object,
  change: readonly Difference[],
): { next: object; changedSince: FieldPath[] } {
  const next = structuredClone(now)
  const changedSince = change.filter(({ path, before, after }) => {
    const is = valueAt(now, path)
    if (Array.isArray(before) && Array.isArray(after) && Array.isArray(is)) {
      const list = listWithout(before, after, is)
      if (list) put(next, path, list)
      return list === null
    }
    if (isDeepStrictEqual(is, after)) put(next, path, before)
    return !isDeepStrictEqual(is, after) && !isDeepStrictEqual(is, before)
  })
  return { next, changedSince: changedSince.map(({ path }) => path) }
}

/**
 * A list without a change: what it added goes, what it removed comes back, and the order is the former one if it was not
 * changed since; null where the change was one of the order and it was.
 */
function listWithout(before: unknown[], after: unknown[], is: unknown[]): unknown[] | null {
  if (isDeepStrictEqual(is, before)) return before
  const [had, has, now] = [new Set(before), new Set(after), new Set(is)]
  const common = (list: unknown[], other: Set<unknown>) => list.filter((one) => other.has(one))
  const isAsLeft = isDeepStrictEqual(common(is, has), common(after, now))
  if (!isAsLeft && !isDeepStrictEqual(common(before, has), common(after, had))) return null
  const kept = is.filter((one) => had.has(one) || !has.has(one))
  if (!isAsLeft) return [...kept, ...before.filter((one) => !has.has(one) && !now.has(one))]
  const list = before.filter((one) => now.has(one) || !has.has(one))
  // What came since stays where it is.
  for (const [index, one] of kept.entries()) if (!had.has(one)) list.splice(index, 0, one)
  return list
}

/** The state with the values that these fields had in an earlier one. */
export function withEarlierValues(
  now: object,
  earlier: object,
  paths: readonly FieldPath[],
): object {
  const next = structuredClone(now)
  for (const path of paths) put(next, path, valueAt(earlier, path))
  return next
}

/** Whether some of these fields have another value in an earlier state. */
export const hasOtherValues = (
  now: object,
  earlier: object,
  paths: readonly FieldPath[],
): boolean => paths.some((path) => !isDeepStrictEqual(valueAt(now, path), valueAt(earlier, path)))

const valueAt = (state: object, path: FieldPath): unknown =>
  path.reduce((value: unknown, key) => valuesOf(value)[key], state)

function put(
  state: object,
  [key = '', ...inner]: readonly string[],
  value: unknown,
  depth = 0,
): void {
  const values = valuesOf(state)
  if (inner.length > 0) {
    const record = valuesOf(values[key])
    put(record, inner, value, depth + 1)
    values[key] = record
    // What is nested deeper than a field is there as long as something is in it.
    if (depth > 0 && Object.keys(record).length === 0) delete values[key]
  } else if (value === undefined) delete values[key]
  else values[key] = value
}
