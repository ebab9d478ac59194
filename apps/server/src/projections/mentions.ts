import {
  excerptAround,
  identifierKey,
  itemTypes,
  type MentioningEntry,
  scanIdentifierWords,
} from '@vitrine/contract'
import { z } from 'zod'
import { yieldToEventLoop } from '../base/event-loop.ts'
import { chunks, yieldingChunks } from '../db/chunks.ts'
import type { Db, Tables } from '../db/tables.ts'
import { selectItems } from '../items/reader.ts'
import type { ItemChange, Projection } from './projection.ts'
import { lockRevision, renewRevisions } from './revisions.ts'

/** Which journal entries mention which items (`entry_mention`). */
export const mentions: Projection = {
  name: 'mentions',
  version: 1,

  prepare: {
    // Before the rows of items: a transaction that writes an entry about them would hold the one and wait for the other.
    async item(tx, changes) {
      if (changes.some((change) => change.before && isNewlyNamed(change))) await lockEntries(tx)
    },
  },

  apply: {
    item: (tx, changes) => linkOlderEntries(tx, changes.filter(isNewlyNamed)),

    async journal(tx, ids) {
      for await (const some of yieldingChunks(ids)) {
        const entries = await withWords(tx, await entriesIn(tx).where('id', 'in', some).execute())
        const keys = new Set(entries.flatMap(({ words }) => [...words].map(identifierKey)))
        const itemsOf = await itemsNamed(tx, [...keys])
        for (const entry of entries) {
          const expected = mentionsIn(entry, itemsOf)
          const isSame =
            expected.length === entry.kept.length &&
            expected.every((row) => entry.kept.includes(row))
          if (!isSame) await replace(tx, entry.id, expected)
        }
      }
    },
  },

  async rebuild(tx) {
    const wrong = await wrongMentions(tx)
    for (const { entryId, expected } of wrong) await replace(tx, entryId, expected)
    return wrong.map(
      ({ entryId }) => `Journal entry ${entryId} leads to the items that it mentions again.`,
    )
  },

  compare: async (db) =>
    (await wrongMentions(db)).map(
      ({ entryId }) => `Journal entry ${entryId} does not lead to the items that it mentions.`,
    ),
}

export type MentionRow = Tables['entry_mention']

interface Entry {
  readonly id: number
  readonly changed_at: string
  /** Those that may be identifiers. */
  readonly words: ReadonlySet<string>
  /** Its mentions so far. */
  readonly kept: readonly MentionRow[]
}

/** The items that have an identifier, given folded. */
type ItemsOf = (key: string) => readonly number[]

// More than anyone types; it bounds the cost of one entry.
const maxWords = 500

/** The different words of a comment that may be identifiers. */
export function findIdentifierWords(comment: string): Set<string> {
  const words = new Set<string>()
  for (const { word } of scanIdentifierWords(comment)) {
    if (words.size === maxWords) break
    words.add(word)
  }
  return words
}

/** A word that led to an item still does, whatever the item is called now; the others lead to what they name. */
function mentionsIn({ id, words, kept: before }: Entry, itemsOf: ItemsOf): MentionRow[] {
  const kept = before.filter(({ word }) => words.has(word))
  const known = new Set(kept.map(({ word }) => word))
  const fresh = [...words].filter((word) => !known.has(word))
  return [
    ...kept,
    ...fresh.flatMap((word) =>
      itemsOf(identifierKey(word)).map((item_id) => ({ entry_id: id, word, item_id })),
    ),
  ]
}

const isNewlyNamed = ({ before, after }: Pick<ItemChange, 'before' | 'after'>): boolean =>
  after !== null &&
  identifierKey(before?.state.identifier ?? '') !== identifierKey(after.identifier)

// With more identifiers than these it is as quick to read all entries.
const maxSought = 20

/**
 * Entries that named an identifier before there was an item of that name lead to it now. A word that leads elsewhere already
 * stays as it is.
 */
async function linkOlderEntries(tx: Db, changes: readonly ItemChange[]): Promise<void> {
  const sought = changes
    .map(({ item, after }) => ({ id: item.id, identifier: after?.identifier ?? '' }))
    .filter(({ identifier }) => findIdentifierWords(identifier).has(identifier.trim()))
  if (sought.length === 0) return
  const itemsOf = idsByKey(
    sought.map(({ id, identifier }) => ({ id, key: identifierKey(identifier) })),
  )
  // An entry that is being written is waited for; one that comes later finds the items.
  await lockEntries(tx)
  // Digits have no case and no accents: the databases agree on them.
  const digits = sought.map(({ identifier }) => identifier.match(/\p{N}+/gu)?.at(-1) ?? '')
  const added: MentionRow[] = []
  for await (const entries of entryPages(tx, sought.length > maxSought ? [] : digits)) {
    for (const entry of entries)
      added.push(...mentionsIn(entry, itemsOf).filter((row) => !entry.kept.includes(row)))
  }
  if (added.length === 0) return
  await add(tx, added)
  // The entries stay as they are otherwise, but prepared lists of them are outdated.
  await renewRevisions(tx, ['journal'])
}

/**
 * The entries whose mentions differ from their text. A word that no mention explains counts only if the item it names has
 * not changed since the entry was written: before that, the word may have named nothing.
 */
async function wrongMentions(
  db: Db,
): Promise<{ entryId: number; expected: readonly MentionRow[] }[]> {
  const items = await db
    .selectFrom(selectItems(db).as('item'))
    .select(['id', 'identifier_key as key', 'updated_at'])
    .orderBy('id')
    .execute()
  const updatedAt = new Map(items.map(({ id, updated_at }) => [id, updated_at]))
  const [current, former] = [idsByKey(items), await formerIdentifiers(db, updatedAt)]
  const itemsOf = (key: string) =>
    current(key).length > 0 ? current(key) : (former.get(key) ?? [])
  const wrong = []
  for await (const entries of entryPages(db)) {
    for (const entry of entries) {
      const expected = mentionsIn(entry, itemsOf)
      const isMissing = (row: MentionRow) =>
        !entry.kept.some(({ word, item_id }) => word === row.word && item_id === row.item_id) &&
        (updatedAt.get(row.item_id) ?? entry.changed_at) < entry.changed_at
      if (entry.kept.some((row) => !expected.includes(row)) || expected.some(isMissing))
        wrong.push({ entryId: entry.id, expected })
    }
  }
  return wrong
}

/** What every stored shape of an item has. */
const Named = z
  .string()
  .transform((json) => z.looseObject({ identifier: z.string() }).parse(JSON.parse(json)))

/** The existing items that had a folded identifier, the last of them, by their history. */
async function formerIdentifiers(db: Db, existing: ReadonlyMap<number, unknown>) {
  const former = new Map<string, readonly number[]>()
  for (let last = 0; ; await yieldToEventLoop()) {
    const changes = await db
      .selectFrom('change')
      .select(['id', 'subject_id', 'before'])
      .where('subject', '=', 'item')
      .where('before', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const { subject_id, before } of changes) {
      const state = existing.has(subject_id) ? Named.safeParse(before) : undefined
      if (state?.success) former.set(identifierKey(state.data.identifier), [subject_id])
    }
    if (changes.length < rowsAtOnce) return former
    last = changes.at(-1)?.id ?? last
  }
}

const rowsAtOnce = 500

function idsByKey(items: readonly { readonly id: number; readonly key: string }[]): ItemsOf {
  const byKey = Map.groupBy(items, ({ key }) => key)
  return (key) => byKey.get(key)?.map(({ id }) => id) ?? []
}

/** Every change of the journal begins with this row: until the transaction ends, no other one writes an entry. */
const lockEntries = (tx: Db) => lockRevision(tx, 'journal')

const entriesIn = (db: Db) => db.selectFrom('journal_entry').select(['id', 'comment', 'changed_at'])

type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesIn>['execute']>>[number]

/** All entries, deleted ones included; with texts, those that contain one of them. */
async function* entryPages(db: Db, texts: readonly string[] = []): AsyncGenerator<Entry[]> {
  for (let last = 0; ; await yieldToEventLoop()) {
    const rows = await entriesIn(db)
      .where('id', '>', last)
      .$if(texts.length > 0, (query) =>
        query.where(({ eb, or }) => or(texts.map((text) => eb('comment', 'like', `%${text}%`)))),
      )
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    yield await withWords(db, rows)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}

async function withWords(db: Db, rows: readonly EntryRow[]): Promise<Entry[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await allIn(db).where('entry_id', 'in', ids).execute()
  const kept = Map.groupBy(found, ({ entry_id }) => entry_id)
  return rows.map(({ id, comment, changed_at }) => ({
    id,
    changed_at,
    words: findIdentifierWords(comment),
    kept: kept.get(id) ?? [],
  }))
}

async function itemsNamed(db: Db, keys: readonly string[]): Promise<ItemsOf> {
  const found = []
  for await (const some of yieldingChunks(keys)) {
    const items = db
      .selectFrom(selectItems(db).as('item'))
      .select(['id', 'identifier_key as key'])
      .where('type', 'in', itemTypes)
    found.push(...(await items.where('identifier_key', 'in', some).execute()))
  }
  return idsByKey(found)
}

async function replace(tx: Db, entryId: number, rows: readonly MentionRow[]): Promise<void> {
  await tx.deleteFrom('entry_mention').where('entry_id', '=', entryId).execute()
  await add(tx, rows)
}

async function add(tx: Db, rows: readonly MentionRow[]): Promise<void> {
  for (const some of chunks(rows)) await tx.insertInto('entry_mention').values(some).execute()
}

const allIn = (db: Db) => db.selectFrom('entry_mention').selectAll().orderBy('item_id')

export const readAllMentions = (db: Db): Promise<MentionRow[]> => allIn(db).execute()

export const readMentionsIn = (db: Db, entryId: number): Promise<MentionRow[]> =>
  allIn(db).where('entry_id', '=', entryId).execute()

const maxShown = 20

const entriesMentioning = (db: Db, itemId: number) =>
  db
    .selectFrom('entry_mention')
    .innerJoin('journal_entry', 'journal_entry.id', 'entry_mention.entry_id')
    .where('item_id', '=', itemId)
    .where('deleted_at', 'is', null)

/** The newest entries that mention an item, each with one of the words that do, and how many there are. */
export async function findMentioningEntries(
  db: Db,
  itemId: number,
): Promise<{ data: MentioningEntry[]; total: number }> {
  const rows = await entriesMentioning(db, itemId)
    .select(['id', 'date', 'first_name', 'last_name', 'comment'])
    .select(({ fn }) => fn.min('word').as('word'))
    .groupBy(['id', 'date', 'first_name', 'last_name', 'comment'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute()
  const data = rows.map(({ comment, ...entry }) => ({
    ...entry,
    excerpt: excerptAround(comment, entry.word),
  }))
  const { total } = await entriesMentioning(db, itemId)
    .select(({ fn }) => fn.count('entry_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return { data, total: Number(total) }
}
