import { isText } from './drafts.ts'

/** Fields of an item by name; one that is not there is empty. */
export type Values = Readonly<Record<string, string>>

/** What was typed, and what it was typed over: what others save meanwhile is still a conflict. */
export interface EditDraft {
  readonly version: number
  readonly base: Values
  readonly values: Values
}

export function readEditDraft(kept: unknown): EditDraft | null {
  const { version, base, values } = (kept ?? {}) as Partial<Record<keyof EditDraft, unknown>>
  return typeof version === 'number' && areValues(base) && areValues(values)
    ? { version, base, values }
    : null
}

export const areValues = (kept: unknown): kept is Values =>
  typeof kept === 'object' && kept !== null && Object.values(kept).every(isText)

export const hasEdits = (base: Values, mine: Values): boolean =>
  Object.keys(mine).some((field) => (mine[field] ?? '') !== (base[field] ?? ''))
