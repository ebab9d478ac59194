import {
  type ImportKind,
  type ItemType,
  inventoryRoute,
  inventoryTypes,
  itemTypes,
  type RecentChange,
} from '@vitrine/contract'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import type { Db } from '../../db/tables.ts'
import type { ItemState } from '../../items/item.ts'
import { readPlaceTree } from '../../items/places.ts'
import { selectItems } from '../../items/reader.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import { describeDifferences, type HistoryWording, unreadable } from '../history/index.ts'
import { itemWording } from './change-wording.ts'
import { itemChangeStore } from './state.ts'

/**
 * Changes to read per listed item, because an item is often changed several times in a row, but
 * listed once.
 */
const changesPerEntry = 8

/**
 * Lists the latest changes of items, newest first. Each item appears once; an import is one entry.
 */
export async function listRecentChanges(
  db: Db,
  catalogue: AttributeCatalogue,
  limit: number,
): Promise<RecentChange[]> {
  const changes = await itemChangeStore(db).listRecent(limit * changesPerEntry)
  const imports = await recentStore(db).listImports(limit)
  const changedIds = changes.map(({ subject_id }) => subject_id)
  const importedIds = imports.map(({ item_id }) => item_id).filter((id) => id !== null)
  const items = await recentStore(db).readItemsById([...new Set([...changedIds, ...importedIds])])
  const places = await readPlaceTree(db)
  const wordingByType = new Map(
    await Promise.all(
      itemTypes.map(
        async (type) => [type, itemWording(await catalogue.all(type), places)] as const,
      ),
    ),
  )

  const recent: RecentChange[] = []
  for (const change of selectNewestPerItem(changes)) {
    const item = items.get(change.subject_id)
    const wording = item && wordingByType.get(item.type)
    if (!wording) continue
    if (recent.length === limit) break
    recent.push(await toItemEntry(db, change, item, wording))
    await yieldToEventLoop()
  }
  for (const row of imports) {
    const item = row.item_id === null ? undefined : items.get(row.item_id)
    if (item) recent.push(toImportEntry(row, item.type))
  }
  return recent.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, limit)
}

type RecentImport = Awaited<ReturnType<ReturnType<typeof recentStore>['listImports']>>[number]

interface RecentItem {
  readonly id: number
  readonly type: ItemType
  readonly identifier: string
  readonly name: string
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof itemChangeStore>['listRecent']>>[number]

function selectNewestPerItem(changes: readonly ChangeRow[]): ChangeRow[] {
  const seenIds = new Set<number>()
  return changes.filter(({ subject_id }) => {
    const isFirst = !seenIds.has(subject_id)
    seenIds.add(subject_id)
    return isFirst
  })
}

async function toItemEntry(
  db: Db,
  { id, subject_id, kind, at, by }: ChangeRow,
  item: RecentItem,
  wording: HistoryWording<ItemState>,
): Promise<RecentChange> {
  // A change that no longer exists is described by its kind alone, like one that can't be read.
  const { before = unreadable, after = unreadable } =
    (await itemChangeStore(db).find(subject_id, id)) ?? {}
  const isReadable = before !== unreadable && after !== unreadable
  const differences = isReadable ? describeDifferences(before, after, wording) : []
  const fields = differences.map(({ field }) => field)
  const did = describeChange(kind, isReadable ? after : null, [...new Set(fields)])
  return {
    at,
    by,
    did: `${did} ${item.identifier}`,
    about: item.name,
    screen: `/inventory-detail/${item.id}`,
    part: 'history',
  }
}

function toImportEntry(
  { kind, at, by, created, changed }: RecentImport,
  type: ItemType,
): RecentChange {
  const count = created + changed
  const did = importPhrases[kind](count === 1 ? '1 item' : `${count} items`)
  const { museum } = inventoryTypes[type]
  return { at, by, did: `${did} ${museum}`, about: '', screen: inventoryRoute(type) }
}

const importPhrases: Record<ImportKind, (items: string) => string> = {
  upload: (items) => `uploaded ${items} to`,
  change: (items) => `changed ${items} of`,
}

/**
 * Formats the beginning of a sentence that ends with the item's identifier: 'changed the year of',
 * 'changed 3 fields of'.
 */
function describeChange(
  kind: string,
  after: ItemState | null,
  [field, ...others]: readonly string[],
): string {
  const phrases: Record<string, string> = {
    created: 'added',
    picture: 'changed the picture of',
    pictures: 'changed the pictures of',
    recording: 'changed the recording of',
    visibility: after?.public ? 'published' : 'withdrew',
    archived: after?.archived ? 'archived' : 'restored',
    checked: 'checked',
    undone: 'undid a change of',
  }
  const phrase = phrases[kind]
  if (phrase !== undefined) return phrase
  if (field === undefined) return 'changed'
  return others.length > 0
    ? `changed ${others.length + 1} fields of`
    : `changed ${labelInSentence(field)} of`
}

/** The capital of a word, except after 'in', where it begins the name of a language. */
const capitalOfWord = /(?<!\p{L}|\bin )\p{Lu}(?=\p{Ll})/gu

/** 'Top Speed (km/h)' → 'the top speed (km/h)'; 'Name in French' → 'the name in French'. */
const labelInSentence = (label: string): string =>
  `the ${label.replaceAll(capitalOfWord, (letter) => letter.toLowerCase())}`

const recentStore = (db: Db) => ({
  /** Lists imports that were not undone, newest first, each with the id of one of its items. */
  listImports: (limit: number) =>
    db
      .selectFrom('item_import')
      .leftJoin('user_account', 'user_account.id', 'item_import.user_id')
      .select(({ fn, selectFrom }) => [
        'kind',
        'at',
        fn.coalesce('first_name', 'user_name').as('by'),
        'created',
        'changed',
        selectFrom('change')
          .innerJoin(selectItems(db).as('item'), 'item.id', 'change.subject_id')
          .select('item.id')
          .whereRef('import_id', '=', 'item_import.id')
          .where('subject', '=', 'item')
          .limit(1)
          .as('item_id'),
      ])
      .where('undone_at', 'is', null)
      .orderBy('item_import.id', 'desc')
      .limit(limit)
      .execute(),

  async readItemsById(ids: readonly number[]): Promise<Map<number, RecentItem>> {
    const query = db
      .selectFrom(selectItems(db).as('item'))
      .select(['id', 'type', 'identifier', 'name'])
    // PostgreSQL rejects an empty list.
    const rows = ids.length > 0 ? await query.where('id', 'in', ids).execute() : []
    return new Map(rows.map((row) => [row.id, row]))
  },
})
