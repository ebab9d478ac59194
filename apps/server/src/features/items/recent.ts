import {
  type ImportKind,
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
import { describeDifferences, unreadable } from '../history/index.ts'
import { itemWording } from './change-wording.ts'
import { itemChangeStore } from './state.ts'

/** Changes to read per entry: an item is often changed several times in a row, but listed once. */
const changesPerEntry = 8

/** Lists the latest changes of items, newest first. Each item appears once; an import is one entry. */
export async function listRecentChanges(
  db: Db,
  catalogue: AttributeCatalogue,
  limit: number,
): Promise<RecentChange[]> {
  const changes = await itemChangeStore(db).listRecent(limit * changesPerEntry)
  const imports = await recentStore(db).imports(limit)
  const itemIds = [
    ...changes.map(({ subject_id }) => subject_id),
    ...imports.flatMap(({ item_id }) => item_id ?? []),
  ]
  const items = await recentStore(db).itemsById([...new Set(itemIds)])
  const places = await readPlaceTree(db)
  const wordingByType = new Map(
    await Promise.all(
      itemTypes.map(
        async (type) => [type, itemWording(await catalogue.all(type), places)] as const,
      ),
    ),
  )

  const seenIds = new Set<number>()
  const recent: RecentChange[] = []
  for (const { id, subject_id, kind, at, by } of changes) {
    const item = items.get(subject_id)
    const wording = item && wordingByType.get(item.type)
    if (!wording || seenIds.has(subject_id)) continue
    if (seenIds.add(subject_id).size > limit) break

    const { before = unreadable, after = unreadable } =
      (await itemChangeStore(db).find(subject_id, id)) ?? {}
    const isReadable = before !== unreadable && after !== unreadable
    const differences = isReadable ? describeDifferences(before, after, wording) : []
    const fields = differences.map(({ field }) => field)
    const did = describeChange(kind, isReadable ? after : null, [...new Set(fields)])
    recent.push({
      at,
      by,
      did: `${did} ${item.identifier}`,
      about: item.name,
      screen: `/inventory-detail/${item.id}`,
      part: 'history',
    })
    await yieldToEventLoop()
  }

  for (const { item_id, kind, at, by, created, changed } of imports) {
    const type = item_id !== null && items.get(item_id)?.type
    if (!type) continue
    const count = created + changed
    const did = describeImport[kind](count === 1 ? '1 item' : `${count} items`)
    recent.push({
      at,
      by,
      did: `${did} ${inventoryTypes[type].museum}`,
      about: '',
      screen: inventoryRoute(type),
    })
  }
  return recent.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, limit)
}

const describeImport: Record<ImportKind, (items: string) => string> = {
  upload: (items) => `uploaded ${items} to`,
  change: (items) => `changed ${items} of`,
}

/** Begins a sentence that ends with the item's identifier: 'changed the year of', 'changed 3 fields of'. */
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

/** 'Top Speed (km/h)' → 'the top speed (km/h)'; languages keep their capital: 'the description in French'. */
const labelInSentence = (field: string): string =>
  `the ${field.replaceAll(/(?<!\p{L}|\bin )\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())}`

const recentStore = (db: Db) => ({
  /** Imports that were not undone, newest first, each with the id of one of its items. */
  imports: (limit: number) =>
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

  async itemsById(ids: readonly number[]) {
    if (ids.length === 0) return new Map<number, never>()
    const rows = await db
      .selectFrom(selectItems(db).as('item'))
      .select(['id', 'type', 'identifier', 'name'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  },
})
