import type { JournalConflict, JournalEntry, JournalTag, JournalText } from '@vitrine/contract'
import { type Clock, hours, instant } from '../../clock.ts'
import type { Db } from '../../db/tables.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { conflict, Failure, fail, invalid, missing } from '../../failure.ts'
import type { Actor } from '../../http/actor.ts'
import { type EntryRow, type JournalStore, journalStore } from './store.ts'
import { inNameOrder, toEntries, toTag } from './view.ts'

const kept = hours(1)

export const journalService = (db: Db, clock: Clock) => {
  /** One change of the journal: all of it or nothing, and never two at once. */
  const changing = <T>(work: (store: JournalStore) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const store = journalStore(tx)
      await store.raiseRevision()
      return work(store)
    })

  return {
    add: (actor: Actor, text: JournalText): Promise<JournalEntry> =>
      changing(async (store) => {
        await allTagsExist(store, text.tags)
        const row = await store.add(actor, text, instant(clock))
        await store.setTags(row.id, text.tags)
        return presented(store, row)
      }),

    change: (actor: Actor, id: number, text: JournalText, version: number | undefined): Promise<JournalEntry> =>
      changing(async (store) => {
        const before = await existing(store, id)
        if (version !== undefined && version !== before.version) throw await outdated(store, before)
        await allTagsExist(store, text.tags)
        const row = await store.change(id, actor, text, instant(clock))
        await store.setTags(id, text.tags)
        return presented(store, row)
      }),

    remove: (id: number): Promise<void> =>
      changing(async (store) => {
        await store.removeDeleted(instant(clock, -kept))
        await existing(store, id)
        await store.setDeleted(id, instant(clock))
      }),

    restore: (id: number): Promise<JournalEntry> =>
      changing(async (store) => {
        const row = await store.findDeleted(id, instant(clock, -kept))
        if (!row) throw missing('This entry can’t be brought back: it was not deleted within the last hour.')
        await store.setDeleted(id, null)
        return presented(store, row)
      }),

    /** The entries of a time, newest first; those with one of the tags when there are any. */
    async between(start: string, end: string, tagIds: readonly number[]): Promise<JournalEntry[]> {
      const store = journalStore(db)
      const entries = toEntries(await store.between(start, end), await store.tags(), await store.tagsOfAll())
      const wanted = new Set(tagIds)
      return wanted.size === 0 ? entries : entries.filter((entry) => entry.tags.some((tag) => wanted.has(tag.id)))
    },

    async tags(): Promise<JournalTag[]> {
      return inNameOrder(await journalStore(db).tags())
    },

    async addTag(name: string): Promise<JournalTag> {
      try {
        return toTag(await journalStore(db).addTag(name))
      } catch (error) {
        throw isUniqueViolation(error) ? conflict('There is a tag of this name already.') : error
      }
    },

    removeTag: (id: number): Promise<void> =>
      changing(async (store) => {
        if (!(await store.removeTag(id))) throw missing('There is no such tag.')
      }),
  }
}

export type JournalService = ReturnType<typeof journalService>

async function existing(store: JournalStore, id: number): Promise<EntryRow> {
  return (await store.find(id)) ?? fail(missing('There is no such entry; perhaps somebody deleted it.'))
}

async function allTagsExist(store: JournalStore, ids: readonly number[]): Promise<void> {
  const known = new Set((await store.tags()).map((tag) => tag.id))
  if (!ids.every((id) => known.has(id))) throw invalid('tags', 'One of the tags does not exist any more.')
}

async function presented(store: JournalStore, row: EntryRow): Promise<JournalEntry> {
  const [entry] = toEntries([row], await store.tags(), await store.tagsOf(row.id))
  return entry ?? fail(missing('There is no such entry.'))
}

async function outdated(store: JournalStore, row: EntryRow): Promise<Failure> {
  const details: JournalConflict = {
    current: await presented(store, row),
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
  return new Failure('conflict', `${row.changed_by || 'Somebody'} has changed this entry in the meantime.`, details)
}
