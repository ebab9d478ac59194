import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { maxCommentLength, maxDeletedEntries, maxTagNameLength } from '../journal/limits.ts'
import { type JournalField, journalFields } from '../records.ts'
import { managers } from '../roles.ts'
import { Day, Id, IdParams, line, prose, toFieldSchemas } from '../text.ts'

export const JournalTag = z.object({ id: z.number().int(), name: z.string() })
export type JournalTag = z.infer<typeof JournalTag>

/** A word that is an item's identifier, or was when the entry was written. */
export const Mention = z.object({ word: z.string(), itemId: z.number().int() })
export type Mention = z.infer<typeof Mention>

export const JournalEntry = z.object({
  id: z.number().int(),
  ...toFieldSchemas(journalFields),
  tags: z.array(JournalTag),
  created: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Absent if the text mentions no items. */
  mentions: z.array(Mention).optional(),
  /** Incremented with each change. Saving with an older version is a conflict. */
  version: z.number().int(),
})
export type JournalEntry = z.infer<typeof JournalEntry>

export const JournalInput = z.strictObject({
  comment: prose(maxCommentLength).refine((text) => text.trim() !== '', 'Please write a comment.'),
  date: Day,
  tags: z
    .array(Id)
    .max(100, 'Please use at most 100 tags.')
    .transform((ids) => [...new Set(ids)])
    .default([]),
} satisfies Record<JournalField, z.ZodType>)
export type JournalInput = z.output<typeof JournalInput>

/** `obj` of the 409 answer to an outdated save. */
export const JournalConflict = z.object({
  current: JournalEntry,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type JournalConflict = z.infer<typeof JournalConflict>

export const DeletedEntry = JournalEntry.extend({ deleted: z.string() })
export type DeletedEntry = z.infer<typeof DeletedEntry>

/** An entry that mentions an item, for the item's screen. */
export const MentioningEntry = JournalEntry.pick({
  id: true,
  date: true,
  first_name: true,
  last_name: true,
}).extend({
  word: z.string(),
  excerpt: z.string(),
})
export type MentioningEntry = z.infer<typeof MentioningEntry>

export const journal = {
  list: {
    method: 'GET',
    path: '/journal',
    access: managers,
    summary: 'All entries, newest first',
    ok: z.object({ data: z.array(JournalEntry) }),
    finished: true,
  },
  add: {
    method: 'POST',
    path: '/journal',
    access: managers,
    summary: 'Write an entry; tags are ids',
    body: JournalInput,
    ok: JournalEntry,
    creates: true,
  },
  change: {
    method: 'PUT',
    path: '/journal/:id',
    access: managers,
    summary: 'Change an entry; an outdated version is a conflict, answered with the current entry',
    params: IdParams,
    body: JournalInput.extend({ version: z.number().int().positive().optional() }),
    ok: JournalEntry,
  },
  remove: {
    method: 'DELETE',
    path: '/journal/:id',
    access: managers,
    summary: 'Delete an entry; after 30 days, it is also removed from history and exports',
    params: IdParams,
    ok: Done,
  },
  deleted: {
    method: 'GET',
    path: '/journal/deleted',
    access: managers,
    summary: `Entries that can still be restored, most recently deleted first, ${maxDeletedEntries} at most`,
    ok: z.object({ data: z.array(DeletedEntry) }),
  },
  restore: {
    method: 'POST',
    path: '/journal/restore',
    access: managers,
    summary: 'Restore an entry deleted within the last 30 days',
    body: z.strictObject({ id: Id }),
    ok: JournalEntry,
  },
  mentions: {
    method: 'GET',
    path: '/journal/mentions/:id',
    access: managers,
    summary: 'The newest entries that mention an item, and their total number',
    params: IdParams,
    ok: z.object({ data: z.array(MentioningEntry), total: z.number().int() }),
  },
  tags: {
    method: 'GET',
    path: '/journal/tags/all',
    access: managers,
    summary: 'All tags, by name',
    ok: z.object({ data: z.array(JournalTag) }),
  },
  addTag: {
    method: 'POST',
    path: '/journal/tags',
    access: managers,
    summary: 'Add a tag; names are unique',
    body: z.strictObject({ name: line(maxTagNameLength).min(1, 'Please enter a name.') }),
    ok: JournalTag,
    creates: true,
  },
  removeTag: {
    method: 'DELETE',
    path: '/journal/tags/:id',
    access: managers,
    summary: 'Delete a tag and remove it from all entries',
    params: IdParams,
    ok: Done,
  },
} as const satisfies Record<string, Call>
