import type { TextState } from '@vitrine/contract'

export const stateNames: Record<TextState, string> = {
  original: 'Original',
  checked: 'Checked',
  outdated: 'Outdated',
  draft: 'Draft',
  missing: 'Missing',
}
