import { dayInWords } from '@vitrine/contract'
import { type HistoryKind, plainly } from '../history/index.ts'
import { type EntryState, entryCodec } from './changes.ts'
import type { JournalService } from './service.ts'

export const entryHistory = (journal: JournalService): HistoryKind<EntryState> => ({
  codec: entryCodec,
  expect: journal.expectKept,
  words: async () => ({
    fieldName: ([field]) => (isNamed(field) ? names[field] : field),
    show: ({ path: [field], before, after }) =>
      plainly(field === 'date' ? { before: day(before), after: day(after) } : { before, after }),
  }),
  undo: journal.undo,
})

const day = (value: unknown) => dayInWords(String(value ?? ''), 'en') || value

const names: Record<keyof EntryState, string> = { comment: 'Comment', date: 'Date', tags: 'Tags' }
const isNamed = (field: string): field is keyof EntryState => field in names
