import type { JournalEntry } from '@vitrine/contract'

export const authorOf = ({ first_name, last_name }: Pick<JournalEntry, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
