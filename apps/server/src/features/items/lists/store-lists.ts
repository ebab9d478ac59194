import { type ItemType, type ListKey, listFields, listKeys } from '@vitrine/contract'
import { sql } from 'kysely'
import { aggregateToJsonObject } from '../../../db/dialect.ts'
import { preparedQuery } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

/** Items per query: few queries for a big collection, and none that takes long even when every value is as long as it may be. */
const pageSize = 250

/** Which list it is: what is in use of a type, or what is archived. */
export interface ListSelection {
  readonly type: ItemType
  readonly archived: boolean
}

export const itemListStore = (db: Db) => ({
  /** The items of a type as a list shows them, in pages by id. */
  pages: ({ type, archived }: ListSelection) =>
    pages((last) => (archived ? archivedPage : page)(db, type, last)),

  /** Those that visitors see, with the first picture that they see. */
  publicPages: (type: ItemType) => pages((last) => publicPage(db, type, last)),
})

async function* pages(read: (after: number) => Promise<Page>) {
  for (let last = 0; ; ) {
    const rows = await read(last)
    if (rows.length > 0) yield withTags(rows)
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}

const pageOf = (is: 'is' | 'is not', of: 'all' | 'public' = 'all') =>
  preparedQuery((db, type: ItemType, after: number) =>
    db
      .selectFrom('item')
      .leftJoin('media', (join) =>
        of === 'all'
          ? join.onRef('media.id', '=', 'item.picture_id')
          : join.on('media.id', '=', ({ selectFrom }) =>
              selectFrom('item_picture')
                .select('media_id')
                .whereRef('item_id', '=', 'item.id')
                .where('item_picture.public', '=', 1)
                .orderBy('position')
                .limit(1),
            ),
      )
      .select([
        'item.id',
        'item.identifier',
        'item.name',
        'item.public as shown',
        'media.name as picture',
      ])
      .select(({ selectFrom }) =>
        selectFrom('item_tag')
          .select(
            aggregateToJsonObject(db, 'item_tag.tag_key', sql.ref('item_tag.value')).as('tags'),
          )
          .whereRef('item_tag.item_id', '=', 'item.id')
          // The `|| ''` keeps the index out: reading the few attributes of an item is faster than looking up each.
          .where(sql<string>`item_tag.tag_key || ''`, 'in', listKeys)
          .as('tags'),
      )
      .where('item.type', '=', type)
      .where('item.archived_at', is, null)
      .$if(of === 'public', (items) => items.where('item.public', '=', 1))
      .where('item.id', '>', after)
      .orderBy('item.id')
      .limit(pageSize),
  )

const [page, archivedPage, publicPage] = [pageOf('is'), pageOf('is not'), pageOf('is', 'public')]

type Page = Awaited<ReturnType<typeof page>>

/** Parsed as one JSON text, which is faster than row by row. */
function withTags(rows: Page) {
  const tags: Partial<Record<ListKey, string>>[] = JSON.parse(
    `[${rows.map((row) => row.tags ?? '{}').join(',')}]`,
  )
  return rows.map(({ id, identifier, name, shown, picture }, index) => ({
    id,
    identifier,
    name,
    shown,
    picture,
    tags: tags[index] ?? {},
  }))
}

export type ListRow = ReturnType<typeof withTags>[number]

const columnPageSize = 250

export const itemColumnStore = (db: Db) => ({
  /** All items of a type with all their attributes and the fields of lists, of each value one character more than `maxLength`, in pages by id. */
  async *pages(type: ItemType, maxLength: number) {
    for (let last = 0; ; ) {
      const rows = await columnPage(db, type, last, maxLength + 1)
      // Parsed as one JSON text, which is faster than row by row.
      const tags: Record<string, string>[] = JSON.parse(
        `[${rows.map((row) => row.tags ?? '{}').join(',')}]`,
      )
      yield rows.map(({ tags: _, ...row }, index) => ({ ...row, tags: tags[index] ?? {} }))
      if (rows.length < columnPageSize) return
      last = rows.at(-1)?.id ?? last
    }
  },
})

const columnPage = preparedQuery((db, type: ItemType, after: number, length: number) =>
  db
    .selectFrom('item')
    .select(['item.id', 'item.updated_at', 'item.place_id', 'item.text_states'])
    .select(
      listFields.map((name) =>
        sql<string>`substr(${sql.ref(`item.${name}`)}, 1, ${length})`.as(name),
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('item_tag')
        .select(
          aggregateToJsonObject(
            db,
            'item_tag.tag_key',
            sql`substr(item_tag.value, 1, ${length})`,
          ).as('tags'),
        )
        .whereRef('item_tag.item_id', '=', 'item.id')
        .as('tags'),
    )
    .where('item.type', '=', type)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(columnPageSize),
)
