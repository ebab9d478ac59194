import {
  excerptAround,
  identifierKey,
  itemTypes,
  type MentioningEntry,
  scanIdentifierWords,
} from '@vitrine/contract'
import { z } from 'zod'
import { yieldToEventLoop } from '../base/event-loop.ts'
import { splitIntoBatches, splitIntoYieldingBatches } from '../db/batches.ts'
import type { Db, Tables } from '../db/tables.ts'
import { selectItems } from '../items/reader.ts'
import type { ItemChange, Projection } from './projection.ts'
import { lockRevision, renewRevisions } from './revisions.ts'

/** Which journal entries mention which items (`entry_mention`). */
export const mentionProjection: Projection = {
  name: 'mentions',
  version: 1,

  prepare: {
    // Locks the entries before the rows of items: a transaction that writes an entry about them
    // would hold one and wait for the other.
    async item(tx, changes) {
      if (changes.some((change) => change.before && hasNewIdentifier(change))) await lockEntries(tx)
    },
  },

  apply: {
    item: (tx, changes) => linkOlderEntries(tx, changes.filter(hasNewIdentifier)),

    async journal(tx, ids) {
      for await (const batch of splitIntoYieldingBatches(ids)) {
        const entries = await readEntriesWithMentions(
          tx,
          await selectEntries(tx).where('id', 'in', batch).execute(),
        )
        const keys = new Set(entries.flatMap(({ words }) => [...words].map(identifierKey)))
        const findItemIds = await loadIdFinder(tx, [...keys])
        for (const entry of entries) {
          const expected = resolveMentions(entry, findItemIds)
          const isUnchanged =
            expected.length === entry.stored.length &&
            expected.every((row) => entry.stored.includes(row))
          if (!isUnchanged) await replaceMentions(tx, entry.id, expected)
        }
      }
    },
  },

  async rebuild(tx) {
    const wrongEntries = await findWrongMentions(tx)
    for (const { entryId, expected } of wrongEntries) await replaceMentions(tx, entryId, expected)
    return wrongEntries.map(
      ({ entryId }) => `Journal entry ${entryId} leads to the items that it mentions again.`,
    )
  },

  compare: async (db) =>
    (await findWrongMentions(db)).map(
      ({ entryId }) => `Journal entry ${entryId} does not lead to the items that it mentions.`,
    ),
}

export type MentionRow = Tables['entry_mention']

interface Entry {
  readonly id: number
  readonly changed_at: string
  /** The words that may be identifiers. */
  readonly words: ReadonlySet<string>
  /** Its stored mentions. */
  readonly stored: readonly MentionRow[]
}

/** Finds the ids of items by a folded identifier. */
type FindItemIds = (key: string) => readonly number[]

// More words than anyone types; bounds the cost of one entry.
const maxWords = 500

/** The distinct words of a comment that may be identifiers. */
export function findIdentifierWords(comment: string): Set<string> {
  const words = new Set<string>()
  for (const { word } of scanIdentifierWords(comment)) {
    if (words.size === maxWords) break
    words.add(word)
  }
  return words
}

/**
 * The mentions of an entry. A word that was linked to an item stays linked, whatever the item is
 * called now; other words are linked to the items that they name.
 */
function resolveMentions({ id, words, stored }: Entry, findItemIds: FindItemIds): MentionRow[] {
  const linked = stored.filter(({ word }) => words.has(word))
  const linkedWords = new Set(linked.map(({ word }) => word))
  const newWords = [...words].filter((word) => !linkedWords.has(word))
  return [
    ...linked,
    ...newWords.flatMap((word) =>
      findItemIds(identifierKey(word)).map((item_id) => ({ entry_id: id, word, item_id })),
    ),
  ]
}

const hasNewIdentifier = ({ before, after }: Pick<ItemChange, 'before' | 'after'>): boolean =>
  after !== null &&
  identifierKey(before?.state.identifier ?? '') !== identifierKey(after.identifier)

const digitGroups = /\p{N}+/gu
// Searching for more identifiers would take as long as reading all entries.
const maxSearchedIdentifiers = 20

/**
 * Links entries that named an identifier before an item had it. A word that is linked already stays
 * as it is.
 */
async function linkOlderEntries(tx: Db, changes: readonly ItemChange[]): Promise<void> {
  const searched = changes
    .map(({ item, after }) => ({ id: item.id, identifier: after?.identifier ?? '' }))
    .filter(({ identifier }) => findIdentifierWords(identifier).has(identifier.trim()))
  if (searched.length === 0) return
  const findItemIds = createIdFinder(
    searched.map(({ id, identifier }) => ({ id, key: identifierKey(identifier) })),
  )
  // Waits for entries that are being written; later ones find the items.
  await lockEntries(tx)
  // Searched by digits, which have no case and no accents: both databases match them alike.
  const digits = searched.map(({ identifier }) => identifier.match(digitGroups)?.at(-1) ?? '')
  const entryPages = readEntryPages(tx, searched.length > maxSearchedIdentifiers ? [] : digits)
  const newMentions: MentionRow[] = []
  for await (const entries of entryPages) {
    for (const entry of entries) {
      const mentions = resolveMentions(entry, findItemIds)
      newMentions.push(...mentions.filter((row) => !entry.stored.includes(row)))
    }
  }
  if (newMentions.length === 0) return
  await insertMentions(tx, newMentions)
  // The entries themselves do not change, but prepared lists of them are outdated.
  await renewRevisions(tx, ['journal'])
}

/**
 * Finds the entries whose mentions differ from their text. A missing mention counts only if the
 * item has not changed since the entry was written: before that change, the word may have named
 * nothing.
 */
async function findWrongMentions(
  db: Db,
): Promise<{ entryId: number; expected: readonly MentionRow[] }[]> {
  const items = await db
    .selectFrom(selectItems(db).as('item'))
    .select(['id', 'identifier_key as key', 'updated_at'])
    .orderBy('id')
    .execute()
  const updatedAt = new Map(items.map(({ id, updated_at }) => [id, updated_at]))
  const findByCurrentIdentifier = createIdFinder(items)
  const idsByFormerIdentifier = await readFormerIdentifiers(db, updatedAt)
  const findItemIds = (key: string) => {
    const ids = findByCurrentIdentifier(key)
    return ids.length > 0 ? ids : (idsByFormerIdentifier.get(key) ?? [])
  }

  const wrongEntries = []
  for await (const entries of readEntryPages(db)) {
    for (const entry of entries) {
      const expected = resolveMentions(entry, findItemIds)
      const isStored = (row: MentionRow) =>
        entry.stored.some(({ word, item_id }) => word === row.word && item_id === row.item_id)
      const isItemOlder = ({ item_id }: MentionRow) =>
        (updatedAt.get(item_id) ?? entry.changed_at) < entry.changed_at
      const lacksMention = expected.some((row) => !isStored(row) && isItemOlder(row))
      const hasExtraMention = entry.stored.some((row) => !expected.includes(row))
      if (lacksMention || hasExtraMention) wrongEntries.push({ entryId: entry.id, expected })
    }
  }
  return wrongEntries
}

/** The part that all stored shapes of an item share. */
const StoredIdentifier = z
  .string()
  .transform((json) => z.looseObject({ identifier: z.string() }).parse(JSON.parse(json)))

/**
 * The existing items by each folded identifier that they had according to their history; of two
 * items, the one that had it last.
 */
async function readFormerIdentifiers(db: Db, existingItems: ReadonlyMap<number, unknown>) {
  const idsByFormerIdentifier = new Map<string, readonly number[]>()
  for (let lastId = 0; ; await yieldToEventLoop()) {
    const changes = await db
      .selectFrom('change')
      .select(['id', 'subject_id', 'before'])
      .where('subject', '=', 'item')
      .where('before', 'is not', null)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(rowsPerPage)
      .execute()
    for (const { subject_id, before } of changes) {
      const state = existingItems.has(subject_id) ? StoredIdentifier.safeParse(before) : undefined
      if (state?.success)
        idsByFormerIdentifier.set(identifierKey(state.data.identifier), [subject_id])
    }
    if (changes.length < rowsPerPage) return idsByFormerIdentifier
    lastId = changes.at(-1)?.id ?? lastId
  }
}

const rowsPerPage = 500

function createIdFinder(
  items: readonly { readonly id: number; readonly key: string }[],
): FindItemIds {
  const byKey = Map.groupBy(items, ({ key }) => key)
  return (key) => byKey.get(key)?.map(({ id }) => id) ?? []
}

/** Locks the journal until the transaction ends: every change of an entry begins with this row. */
const lockEntries = (tx: Db) => lockRevision(tx, 'journal')

const selectEntries = (db: Db) =>
  db.selectFrom('journal_entry').select(['id', 'comment', 'changed_at'])

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

/**
 * Reads all entries in pages, deleted ones included; with `texts`, those that contain one of them.
 */
async function* readEntryPages(db: Db, texts: readonly string[] = []): AsyncGenerator<Entry[]> {
  for (let lastId = 0; ; await yieldToEventLoop()) {
    const rows = await selectEntries(db)
      .where('id', '>', lastId)
      .$if(texts.length > 0, (query) =>
        query.where(({ eb, or }) => or(texts.map((text) => eb('comment', 'like', `%${text}%`)))),
      )
      .orderBy('id')
      .limit(rowsPerPage)
      .execute()
    yield await readEntriesWithMentions(db, rows)
    if (rows.length < rowsPerPage) return
    lastId = rows.at(-1)?.id ?? lastId
  }
}

async function readEntriesWithMentions(db: Db, rows: readonly EntryRow[]): Promise<Entry[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const mentionRows = await selectMentions(db).where('entry_id', 'in', ids).execute()
  const stored = Map.groupBy(mentionRows, ({ entry_id }) => entry_id)
  return rows.map(({ id, comment, changed_at }) => ({
    id,
    changed_at,
    words: findIdentifierWords(comment),
    stored: stored.get(id) ?? [],
  }))
}

/** Reads the items with these folded identifiers, and creates a finder of their ids. */
async function loadIdFinder(db: Db, keys: readonly string[]): Promise<FindItemIds> {
  const items = []
  for await (const batch of splitIntoYieldingBatches(keys)) {
    const query = db
      .selectFrom(selectItems(db).as('item'))
      .select(['id', 'identifier_key as key'])
      .where('type', 'in', itemTypes)
    items.push(...(await query.where('identifier_key', 'in', batch).execute()))
  }
  return createIdFinder(items)
}

async function replaceMentions(
  tx: Db,
  entryId: number,
  rows: readonly MentionRow[],
): Promise<void> {
  await tx.deleteFrom('entry_mention').where('entry_id', '=', entryId).execute()
  await insertMentions(tx, rows)
}

async function insertMentions(tx: Db, rows: readonly MentionRow[]): Promise<void> {
  for (const batch of splitIntoBatches(rows))
    await tx.insertInto('entry_mention').values(batch).execute()
}

const selectMentions = (db: Db) => db.selectFrom('entry_mention').selectAll().orderBy('item_id')

export const readAllMentions = (db: Db): Promise<MentionRow[]> => selectMentions(db).execute()

export const readEntryMentions = (db: Db, entryId: number): Promise<MentionRow[]> =>
  selectMentions(db).where('entry_id', '=', entryId).execute()

const maxShownEntries = 20

const selectEntriesMentioning = (db: Db, itemId: number) =>
  db
    .selectFrom('entry_mention')
    .innerJoin('journal_entry', 'journal_entry.id', 'entry_mention.entry_id')
    .where('item_id', '=', itemId)
    .where('deleted_at', 'is', null)

/**
 * The newest entries that mention an item, each with one of the words that do, and their total
 * number.
 */
export async function findMentioningEntries(
  db: Db,
  itemId: number,
): Promise<{ data: MentioningEntry[]; total: number }> {
  const rows = await selectEntriesMentioning(db, itemId)
    .select(['id', 'date', 'first_name', 'last_name', 'comment'])
    .select(({ fn }) => fn.min('word').as('word'))
    .groupBy(['id', 'date', 'first_name', 'last_name', 'comment'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShownEntries)
    .execute()
  const data = rows.map(({ comment, ...entry }) => ({
    ...entry,
    excerpt: excerptAround(comment, entry.word),
  }))
  const { total } = await selectEntriesMentioning(db, itemId)
    .select(({ fn }) => fn.count('entry_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return { data, total: Number(total) }
}
