import type { JournalEntry } from '@vitrine/contract'
import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { changeStore, stateCodec } from '../history/index.ts'

/** What the history keeps of an entry; tags by name, as they may be deleted later. */
export interface EntryState {
  readonly comment: string
  readonly date: string
  readonly tags: readonly string[]
}

export const entryState = ({ comment, date, tags }: JournalEntry): EntryState => ({
  comment,
  date,
  tags: tags.map((tag) => tag.name),
})

export const entryCodec = stateCodec<EntryState>(
  z.strictObject({ comment: z.string(), date: z.string(), tags: z.array(z.string()) }),
)

/** What happened to journal entries. */
export const entryChanges = (db: Db) => changeStore(db, 'journal', entryCodec)
