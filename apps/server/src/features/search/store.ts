import { eventFields, itemFields, journalFields, type SearchSubject } from '@vitrine/contract'
import { prepareQuery } from '../../db/prepared.ts'
import { listColumnNames } from '../../db/records.ts'
import type { Db, Tables } from '../../db/tables.ts'
import {
  type ItemRecordRow,
  type ItemRecordSubject,
  perItemRecord,
  selectItemRecords,
} from '../../items/item-records.ts'
import { selectItems } from '../../items/reader.ts'

// Reads rows one by one with prepared queries, because groups have few hits, and a query for a list
// of ids would be compiled each time.
const selectItem = prepareQuery((db, id: number) =>
  db
    .selectFrom(selectItems(db).as('item'))
    .leftJoin('media', 'media.id', 'item.picture_id')
    .select(['item.id', 'type', 'public', 'place_id', 'media.name as picture'])
    .select(listColumnNames(itemFields).map((name) => `item.${name}` as const))
    .where('item.id', '=', id),
)

const selectTags = prepareQuery((db, id: number) =>
  db.selectFrom('item_tag').select(['tag_key', 'value']).where('item_id', '=', id),
)

const selectTexts = prepareQuery((db, id: number) =>
  db
    .selectFrom('item_text')
    .select(['lang', 'field', 'text'])
    .where('item_id', '=', id)
    .orderBy('lang')
    .orderBy('field'),
)

const itemRecordQueries = perItemRecord((subject) =>
  prepareQuery((db, id: number) =>
    selectItemRecords(db, subject)
      .innerJoin(selectItems(db).as('item'), 'item.id', 'record.item_id')
      .select(['item.identifier', 'item.name'])
      .where('record.id', '=', id),
  ),
)

type ItemRecordReaders = {
  readonly [S in ItemRecordSubject]: (
    id: number,
  ) => Promise<(ItemRecordRow<S> & Pick<Tables['item'], 'identifier' | 'name'>) | undefined>
}

const itemRecordReaders = (db: Db) =>
  perItemRecord(
    (subject) => async (id: number) => (await itemRecordQueries[subject](db, id))[0],
  ) as ItemRecordReaders

const selectJournalEntry = prepareQuery((db, id: number) =>
  db
    .selectFrom('journal_entry')
    .select(['id', 'first_name', 'last_name', ...listColumnNames(journalFields)])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

const selectTagNames = prepareQuery((db, id: number) =>
  db
    .selectFrom('journal_entry_tag')
    .innerJoin('journal_tag', 'journal_tag.id', 'tag_id')
    .select('name')
    .where('entry_id', '=', id)
    .orderBy('name'),
)

const selectEvent = prepareQuery((db, id: number) =>
  db
    .selectFrom('event')
    .select(['id', ...listColumnNames(eventFields)])
    .where('id', '=', id),
)

const selectUser = prepareQuery((db, id: number) =>
  db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', id),
)

/** Reads what is shown of hits; undefined if a record was deleted meanwhile. */
export const searchStore = (db: Db) => ({
  async item(id: number) {
    const [row] = await selectItem(db, id)
    if (!row) return undefined
    const tags = new Map((await selectTags(db, id)).map(({ tag_key, value }) => [tag_key, value]))
    return { ...row, tags, texts: await selectTexts(db, id) }
  },
  ...itemRecordReaders(db),
  async journal(id: number) {
    const [row] = await selectJournalEntry(db, id)
    return row && { ...row, tags: (await selectTagNames(db, id)).map(({ name }) => name) }
  },
  event: async (id: number) => (await selectEvent(db, id))[0],
  user: async (id: number) => (await selectUser(db, id))[0],
})

type SearchStore = ReturnType<typeof searchStore>
export type SearchRow<S extends SearchSubject> = NonNullable<Awaited<ReturnType<SearchStore[S]>>>
