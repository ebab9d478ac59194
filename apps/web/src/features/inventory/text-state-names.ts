import type { TextState } from '@vitrine/contract'

export const textStateNames: Record<TextState, string> = {
  original: 'Original',
  checked: 'Checked',
  outdated: 'Outdated',
  draft: 'Draft',
  missing: 'Missing',
}

/** Of a state as an address has it; what is none stays as it is. */
export const textStateName = (state: string): string =>
  (textStateNames as Readonly<Record<string, string>>)[state] ?? state
