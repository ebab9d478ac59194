import { isString } from './drafts.ts'

/** Field values by field name; a missing field is empty. */
export type FieldValues = Readonly<Record<string, string>>

/** Unsaved edits with the version they started from, so that saves by others still conflict. */
export interface EditDraft {
  readonly version: number
  readonly base: FieldValues
  readonly values: FieldValues
}

export function parseEditDraft(stored: unknown): EditDraft | null {
  const { version, base, values } = (stored ?? {}) as Partial<Record<keyof EditDraft, unknown>>
  return typeof version === 'number' && isFieldValues(base) && isFieldValues(values)
    ? { version, base, values }
    : null
}

export const isFieldValues = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && Object.values(value).every(isString)

export const hasEdits = (base: FieldValues, mine: FieldValues): boolean =>
  Object.keys(mine).some((field) => (mine[field] ?? '') !== (base[field] ?? ''))
