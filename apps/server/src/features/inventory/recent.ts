import { type ChangeKind, changeKinds, itemTypes, type RecentChange, shortened } from '@vitrine/contract'
import { yieldToEventLoop } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import { inWords, unreadable } from '../history/index.ts'
import { itemCodec } from './changes.ts'
import { wordsFor } from './history.ts'
import { mediaIdsOf } from './state.ts'
import { type FoundItem, itemStore } from './store.ts'
import { recentStore } from './store-recent.ts'
import { shortName } from './view.ts'

const maxFields = 3
const maxValueLength = 80
// Somebody who works on one item makes many changes; the newest stands for all of them.
const changesPerEntry = 8

/** What was done to items lately, newest first, each item once; an import is one entry. */
export async function recentChanges(db: Db, catalogue: AttributeCatalogue, limit: number): Promise<RecentChange[]> {
  const store = recentStore(db)
  const changes = (await store.changes(limit * changesPerEntry)).map((change) => ({
    ...change,
    itemId: change.subject_id,
  }))
  const imports = (await store.imports(limit)).flatMap(({ item_id, ...row }) =>
    item_id === null ? [] : [{ ...row, itemId: item_id }],
  )
  const items = await store.items([...new Set([...changes, ...imports].map(({ itemId }) => itemId))])
  const catalogues = Object.fromEntries(
    await Promise.all(itemTypes.map(async (type) => [type, await catalogue.all(type)] as const)),
  )
  const seen = new Set<number>()
  const ofItems: RecentChange[] = []
  for (const { id, itemId, kind, at, user_name } of changes) {
    const item = items.get(itemId)
    if (!item || seen.has(itemId)) continue
    if (seen.add(itemId).size > limit) break
    const stored = kind === 'created' ? undefined : await store.states(id)
    const [old, fresh] = [itemCodec.read(stored?.before ?? null), itemCodec.read(stored?.after ?? null)]
    const isTold = stored && old !== unreadable && fresh !== unreadable
    const media = isTold
      ? await itemStore(db).media([old, fresh].flatMap((state) => (state ? mediaIdsOf(state) : [])))
      : undefined
    const words = wordsFor(catalogues[item.type] ?? [], media)
    const fields = isTold ? inWords(old, fresh, words).slice(0, maxFields) : []
    ofItems.push({
      kind: isKnown(kind) ? kind : 'changed',
      at,
      by: user_name,
      item: toItem(item),
      fields: fields.map((field) => ({ field: field.field, after: shortened(field.after, maxValueLength) })),
    })
    await yieldToEventLoop()
  }
  const ofImports = imports.flatMap(({ itemId, at, user_name, created, changed }): RecentChange[] => {
    const item = items.get(itemId)
    return item ? [{ kind: 'import', at, by: user_name, item: toItem(item), fields: [], items: created + changed }] : []
  })
  return [...ofItems, ...ofImports].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, limit)
}

const isKnown = (kind: string): kind is ChangeKind => (changeKinds as readonly string[]).includes(kind)

const toItem = ({ id, type, identifier, name, picture_name }: FoundItem): RecentChange['item'] => ({
  id,
  type,
  identifier,
  name,
  picture: picture_name === null ? '' : shortName(picture_name),
})
