import { isString } from './drafts.ts'

/** Field values by field name; a missing field is empty. */
export type FieldValues = Readonly<Record<string, string>>

/** Unsaved edits with the version they started from, so that saves by others still conflict. */
export interface EditDraft {
  readonly version: number
  readonly base: FieldValues
  readonly values: FieldValues
}

/** Reads a draft from its stored JSON; null if it is not a valid one. */
export function parseEditDraft(stored: unknown): EditDraft | null {
  const { version, base, values } = (stored ?? {}) as Partial<Record<keyof EditDraft, unknown>>
  return typeof version === 'number' && isFieldValues(base) && isFieldValues(values)
    ? { version, base, values }
    : null
}

export const isFieldValues = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && Object.values(value).every(isString)

/** Whether a value differs; an added field that is empty does not count. */
export const hasEdits = (base: FieldValues, values: FieldValues): boolean =>
  Object.entries(values).some(([field, value]) => value !== (base[field] ?? ''))
