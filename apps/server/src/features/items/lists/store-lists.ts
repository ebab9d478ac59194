import {
  choosableFields,
  type ItemType,
  type ListAttributeKey,
  listAttributeKeys,
} from '@vitrine/contract'
import { sql } from 'kysely'
import { aggregateToJsonObject } from '../../../db/dialect.ts'
import { prepareQuery } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'

/**
 * Items per query: few enough that no query takes long, even if every value has the maximum length.
 */
const pageSize = 250

/** The archived items of a type, or all others. */
export interface ListSelection {
  readonly type: ItemType
  readonly archived: boolean
}

/** Reads the entries of lists. */
export const itemListStore = (db: Db) => ({
  /** Reads a list in pages, sorted by id. */
  readPages({ type, archived }: ListSelection) {
    const select = archived ? selectArchivedPage : selectPageInUse
    return readPages((afterId) => select(db, type, afterId))
  },

  /** Reads public items in pages, each with its first public picture. */
  readPublicPages: (type: ItemType) => readPages((afterId) => selectPublicPage(db, type, afterId)),
})

async function* readPages(readPage: (afterId: number) => Promise<Page>) {
  for (let lastId = 0; ; ) {
    const rows = await readPage(lastId)
    if (rows.length > 0) yield withTags(rows)
    if (rows.length < pageSize) return
    lastId = rows.at(-1)?.id ?? lastId
  }
}

const preparePage = (items: 'in use' | 'archived', audience: 'all' | 'public' = 'all') =>
  prepareQuery((db, type: ItemType, afterId: number) =>
    db
      .selectFrom('item')
      .leftJoin('media', (join) =>
        audience === 'all'
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
          // `|| ''` prevents an index lookup per key: reading all of an item's few attributes is
          // faster.
          .where(sql<string>`item_tag.tag_key || ''`, 'in', listAttributeKeys)
          .as('tags'),
      )
      .where('item.type', '=', type)
      .where('item.archived_at', items === 'in use' ? 'is' : 'is not', null)
      .$if(audience === 'public', (query) => query.where('item.public', '=', 1))
      .where('item.id', '>', afterId)
      .orderBy('item.id')
      .limit(pageSize),
  )

const selectPageInUse = preparePage('in use')
const selectArchivedPage = preparePage('archived')
const selectPublicPage = preparePage('in use', 'public')

type Page = Awaited<ReturnType<typeof selectPageInUse>>

/** Parses the attributes of all rows as one JSON text, which is faster than row by row. */
const parseTags = <Tags extends object>(
  rows: readonly { readonly tags: string | null }[],
): Tags[] => JSON.parse(`[${rows.map((row) => row.tags ?? '{}').join(',')}]`)

function withTags(rows: Page) {
  const tags = parseTags<Partial<Record<ListAttributeKey, string>>>(rows)
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

export const itemColumnStore = (db: Db) => ({
  /**
   * Reads all items of a type, with all attributes and the fields of lists, in pages sorted by id.
   * Values have at most one character more than `maxLength`, which shows that they are to be cut.
   */
  async *readPages(type: ItemType, maxLength: number): AsyncGenerator<ColumnRow[]> {
    for (let lastId = 0; ; ) {
      const rows = await selectColumnPage(db, type, lastId, maxLength + 1)
      const tags = parseTags<Record<string, string>>(rows)
      yield rows.map((row, index) => ({ ...row, tags: tags[index] ?? {} }))
      if (rows.length < pageSize) return
      lastId = rows.at(-1)?.id ?? lastId
    }
  },
})

const selectColumnPage = prepareQuery((db, type: ItemType, afterId: number, maxLength: number) =>
  db
    .selectFrom('item')
    .select([
      'item.id',
      'item.updated_at',
      'item.place_id',
      'item.text_states',
      'item.condition_state',
    ])
    .select(
      choosableFields.map((name) =>
        sql<string>`substr(${sql.ref(`item.${name}`)}, 1, ${maxLength})`.as(name),
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('item_tag')
        .select(
          aggregateToJsonObject(
            db,
            'item_tag.tag_key',
            sql`substr(item_tag.value, 1, ${maxLength})`,
          ).as('tags'),
        )
        .whereRef('item_tag.item_id', '=', 'item.id')
        .as('tags'),
    )
    .where('item.type', '=', type)
    .where('item.id', '>', afterId)
    .orderBy('item.id')
    .limit(pageSize),
)

/** An item with the values of its columns. */
export type ColumnRow = Omit<Awaited<ReturnType<typeof selectColumnPage>>[number], 'tags'> & {
  readonly tags: Readonly<Record<string, string>>
}
