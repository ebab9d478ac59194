import { isString } from './drafts.ts'

/** Fields of an item by name; one that is not there is empty. */
export type FieldValues = Readonly<Record<string, string>>

/** What was typed, and what it was typed over: what others save meanwhile is still a conflict. */
export interface EditDraft {
  readonly version: number
  readonly base: FieldValues
  readonly values: FieldValues
}

export function parseEditDraft(kept: unknown): EditDraft | null {
  const { version, base, values } = (kept ?? {}) as Partial<Record<keyof EditDraft, unknown>>
  return typeof version === 'number' && isFieldValues(base) && isFieldValues(values)
    ? { version, base, values }
    : null
}

export const isFieldValues = (kept: unknown): kept is FieldValues =>
  typeof kept === 'object' && kept !== null && Object.values(kept).every(isString)

export const hasEdits = (base: FieldValues, mine: FieldValues): boolean =>
  Object.keys(mine).some((field) => (mine[field] ?? '') !== (base[field] ?? ''))
