import { dayOf, type JournalEntry } from '@vitrine/contract'

export const dayOfEntry = ({ date, created }: JournalEntry): string => date || dayOf(new Date(created))
