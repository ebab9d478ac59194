import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  type DeletedEntry,
  formatLongDay,
  type JournalConflict,
  type JournalEntry,
  type JournalInput,
  type JournalState,
  type JournalTag,
  journalFields,
  maxDeletedEntries,
  toJournalState,
} from '@vitrine/contract'
import { type Clock, deletedRetentionMs, instant } from '../../base/clock.ts'
import { conflict, Failure, fail, invalid, notFound } from '../../base/failure.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import { toColumns } from '../../db/records.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor, Author } from '../../http/access.ts'
import {
  findMentioningEntries,
  lockRevision,
  readAllMentions,
  readEntryMentions,
  updateProjections,
} from '../../projections/index.ts'
import { type ChangeContext, fieldHistory, type RevertKind } from '../history/index.ts'
import { type EntryRow, type JournalStore, journalStore } from './store.ts'
import { toJournalEntries, toJournalTag, toSortedTags } from './view.ts'

const history = fieldHistory('journal', journalFields)

interface EntryChange {
  readonly actor: Author
  readonly kind: ChangeKind
  /** The entry before the change; null if it is new or was deleted. */
  readonly before: JournalEntry | null
}

export const journalService = (db: Db, clock: Clock) => {
  /** Runs a change in a transaction. Changes run one at a time, because each locks the revision. */
  const inTransaction = <T>(
    work: (tx: Tx, store: JournalStore) => Promise<T>,
    idempotentRequest: IdempotentRequest | null = null,
  ): Promise<T> =>
    runIdempotently(db, clock, idempotentRequest, async (tx) => {
      await lockRevision(tx, 'journal')
      return work(tx, journalStore(tx))
    })

  async function recordHistory(
    tx: Tx,
    { actor, kind, before }: EntryChange,
    after: JournalEntry | null,
  ): Promise<void> {
    // A new entry has no state before the change, a deleted one none after it.
    const entry = after ?? before
    const change = {
      subjectId: entry?.id ?? 0,
      kind,
      before: before && toJournalState(before),
      after: after && toJournalState(after),
    }
    await history.changes(tx).record([change], { actor, at: instant(clock) })
  }

  /** Completes a write: tags, projections and history. */
  async function finishWrite(
    tx: Tx,
    change: EntryChange,
    row: EntryRow,
    tagIds: readonly number[],
  ): Promise<JournalEntry> {
    await journalStore(tx).setTags(row.id, tagIds)
    await updateProjections(tx, 'journal', [row.id])
    const after = await withTags(tx, row)
    await recordHistory(tx, change, after)
    return after
  }

  /** An entry that exists or can still be restored. */
  const findIncludingDeleted = async (store: JournalStore, id: number) =>
    (await store.find(id)) ??
    (await store.findDeleted(id, instant(clock, -deletedRetentionMs))) ??
    fail(createUnknownEntryFailure())

  return {
    add: (
      actor: Actor,
      text: JournalInput,
      idempotentRequest: IdempotentRequest | null,
    ): Promise<JournalEntry> =>
      inTransaction(async (tx, store) => {
        await expectTagsExist(store, text.tags)
        const row = await store.add(actor, text, instant(clock))
        return finishWrite(tx, { actor, kind: 'created', before: null }, row, text.tags)
      }, idempotentRequest),

    change: (
      actor: Actor,
      id: number,
      text: JournalInput,
      version: number | undefined,
    ): Promise<JournalEntry> =>
      inTransaction(async (tx, store) => {
        const row = await expectEntry(store, id)
        if (version !== undefined && version !== row.version)
          throw await createEditConflict(tx, row)
        await expectTagsExist(store, text.tags)
        const before = await withTags(tx, row)
        if (isUnchanged(before, text)) return before
        const changedRow = await store.change(id, actor, text, instant(clock))
        return finishWrite(tx, { actor, kind: 'changed', before }, changedRow, text.tags)
      }),

    remove: (actor: Actor, id: number): Promise<void> =>
      inTransaction(async (tx, store) => {
        const before = await withTags(tx, await expectEntry(store, id))
        await store.setDeleted(id, instant(clock))
        await updateProjections(tx, 'journal', [id])
        await recordHistory(tx, { actor, kind: 'deleted', before }, null)
      }),

    restore: (actor: Actor, id: number): Promise<JournalEntry> =>
      inTransaction(async (tx, store) => {
        const row = await store.findDeleted(id, instant(clock, -deletedRetentionMs))
        if (!row)
          throw notFound(
            'This entry can no longer be restored: it was not deleted within the last 30 days.',
          )
        await store.setDeleted(id, null)
        await updateProjections(tx, 'journal', [id])
        const entry = await withTags(tx, row)
        await recordHistory(tx, { actor, kind: 'restored', before: null }, entry)
        return entry
      }),

    /** The current state; null while the entry is deleted. */
    async state(id: number): Promise<JournalState | null> {
      const row = await findIncludingDeleted(journalStore(db), id)
      return row.deleted_at === null ? toJournalState(await withTags(db, row)) : null
    },

    revert: (
      { actor, at }: ChangeContext,
      id: number,
      kind: RevertKind,
      getTargetState: (current: JournalState | null) => JournalState,
    ): Promise<void> =>
      inTransaction(async (tx, store) => {
        const row = await findIncludingDeleted(store, id)
        const before = row.deleted_at === null ? await withTags(tx, row) : null
        const state = getTargetState(before && toJournalState(before))
        const text = { ...state, tags: await resolveTagIds(store, state.tags) }
        if (!before) await store.setDeleted(id, null)
        const changedRow = await store.change(id, actor, text, at)
        await finishWrite(tx, { actor, kind, before }, changedRow, text.tags)
      }),

    mentioning: (itemId: number) => findMentioningEntries(db, itemId),

    /** The deleted entries, most recently deleted first. */
    async deleted(): Promise<DeletedEntry[]> {
      const store = journalStore(db)
      const rows = await store.listDeleted(instant(clock, -deletedRetentionMs), maxDeletedEntries)
      const entries = toJournalEntries(
        rows,
        await store.tags(),
        await store.allEntryTags(),
        await readAllMentions(db),
      )
      const deletedAt = new Map(rows.map((row) => [row.id, row.deleted_at ?? '']))
      return entries
        .map((entry) => ({ ...entry, deleted: deletedAt.get(entry.id) ?? '' }))
        .sort((a, b) => (a.deleted < b.deleted ? 1 : -1))
    },

    /** Lists a period's entries, newest first; with tags, only entries that have any of them. */
    async between(start: string, end: string, tagIds: readonly number[]): Promise<JournalEntry[]> {
      const store = journalStore(db)
      const entries = toJournalEntries(
        await store.between(start, end),
        await store.tags(),
        await store.allEntryTags(),
      )
      const wantedTags = new Set(tagIds)
      return wantedTags.size === 0
        ? entries
        : entries.filter((entry) => entry.tags.some((tag) => wantedTags.has(tag.id)))
    },

    async tags(): Promise<JournalTag[]> {
      return toSortedTags(await journalStore(db).tags())
    },

    async addTag(name: string, idempotentRequest: IdempotentRequest | null): Promise<JournalTag> {
      try {
        return await runIdempotently(db, clock, idempotentRequest, async (tx) =>
          toJournalTag(await journalStore(tx).addTag(name)),
        )
      } catch (error) {
        throw isUniqueViolation(error) ? conflict('There is already a tag with this name.') : error
      }
    },

    removeTag: (id: number): Promise<void> =>
      inTransaction(async (tx, store) => {
        const taggedEntryIds = await store.entryIdsWithTag(id)
        if (!(await store.removeTag(id))) throw notFound('There is no such tag.')
        await updateProjections(tx, 'journal', taggedEntryIds)
      }),
  }
}

/** Purges entries past their retention, and their history. Returns the number of entries. */
export async function purgeJournal(tx: Tx, clock: Clock): Promise<number> {
  const before = instant(clock, -deletedRetentionMs)
  const count = await journalStore(tx).purgeDeleted(before)
  await journalStore(tx).purgeHistory(before)
  return count
}

export type JournalService = ReturnType<typeof journalService>

export const journalHistory = ({ state, revert }: JournalService) =>
  history.kind({
    readCurrent: state,
    describe: (id, { date }) => ({
      title: `Journal entry of ${formatLongDay(date, 'en')}`,
      screen: `/journal?entry=${id}`,
    }),
    write: revert,
  })

/** Whether saving this text would change nothing. */
const isUnchanged = (entry: JournalEntry, text: JournalInput): boolean =>
  isDeepStrictEqual(toColumns(journalFields, entry), toColumns(journalFields, text)) &&
  isDeepStrictEqual(new Set(entry.tags.map(({ id }) => id)), new Set(text.tags))

const createUnknownEntryFailure = () =>
  notFound('This entry does not exist. It may have been deleted.')

async function expectEntry(store: JournalStore, id: number): Promise<EntryRow> {
  return (await store.find(id)) ?? fail(createUnknownEntryFailure())
}

async function resolveTagIds(store: JournalStore, names: readonly string[]): Promise<number[]> {
  const ids = new Map((await store.tags()).map((tag) => [tag.name, tag.id]))
  return names.map(
    (name) => ids.get(name) ?? fail(conflict(`The tag ‘${name}’ was deleted. Add it again first.`)),
  )
}

async function expectTagsExist(store: JournalStore, ids: readonly number[]): Promise<void> {
  const knownIds = new Set((await store.tags()).map((tag) => tag.id))
  if (!ids.every((id) => knownIds.has(id)))
    throw invalid('tags', 'One of the tags no longer exists.')
}

async function withTags(db: Db, row: EntryRow): Promise<JournalEntry> {
  const store = journalStore(db)
  const [entry] = toJournalEntries(
    [row],
    await store.tags(),
    await store.entryTags(row.id),
    await readEntryMentions(db, row.id),
  )
  return entry ?? fail(notFound('There is no such entry.'))
}

async function createEditConflict(tx: Tx, row: EntryRow): Promise<Failure> {
  const details: JournalConflict = {
    current: await withTags(tx, row),
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
  return new Failure(
    'conflict',
    `${row.changed_by || 'Someone'} has changed this entry in the meantime.`,
    details,
  )
}
