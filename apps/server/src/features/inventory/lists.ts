import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { turns } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import type { Finished } from '../../http/finished.ts'
import { inOrder } from './identifier-order.ts'
import { itemStore } from './store.ts'
import { type ListRow, listStore } from './store-list.ts'
import { shortName } from './view.ts'

const compress = promisify(brotliCompress)
// Half a second instead of twenty for a hundred thousand items, and still a tenth of the size.
const quality = 5

/**
 * The lists as finished answers, one for each type and revision. A request only asks for the revision;
 * the first one after a change has the list made again, and all who ask meanwhile wait for the same one.
 */
export const itemLists = (db: Db) => {
  const made = new Map<ItemType, { revision: string; list: Promise<Finished> }>()

  return {
    async of(type: ItemType): Promise<Finished> {
      const revision = await itemStore(db).revision(type)
      const known = made.get(type)
      if (known?.revision === revision) return known.list
      const list = makeList(db, type, revision)
      made.set(type, { revision, list })
      // A list that could not be made is not kept: the next request tries again.
      list.catch(() => made.get(type)?.list === list && made.delete(type))
      return list
    },
  }
}

export type ItemLists = ReturnType<typeof itemLists>

async function makeList(db: Db, type: ItemType, revision: string): Promise<Finished> {
  const rows: ListRow[] = []
  for await (const page of listStore(db).pages(type)) {
    rows.push(...page)
  }
  const plain = await asJson(await inOrder(rows))
  const brotli = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
  return {
    type: 'application/json; charset=utf-8',
    name: `${type}-${revision}`,
    cache: 'ask',
    content: { plain, brotli },
  }
}

async function asJson(rows: readonly ListRow[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const some of turns(rows)) {
    const texts = some.map((row) => JSON.stringify(toEntry(row)))
    parts.push(Buffer.from(`${parts.length === 0 ? '' : ','}${texts.join(',')}`))
  }
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
}

const toEntry = (row: ListRow): ItemListEntry => ({
  id: row.id,
  identifier: row.identifier,
  name: row.name,
  origin: row.origin ?? '',
  country: row.country ?? '',
  model: row.model ?? '',
  year: row.year ?? '',
  body: row.body ?? '',
  artist: row.artist ?? '',
  music: row.music ?? '',
  composer: row.composer ?? '',
  picture: row.picture === null ? '' : shortName(row.picture),
})
