import { eventFields, itemFields, journalFields, type SearchSubject } from '@vitrine/contract'
import { preparedQuery } from '../../db/prepared.ts'
import { columnNames } from '../../db/records.ts'
import type { Db } from '../../db/tables.ts'
import { selectItems } from '../../items/reader.ts'

// One at a time and compiled once: a group has few hits, and a query for a list of ids would be built each time.
const item = preparedQuery((db, id: number) =>
  db
    .selectFrom(selectItems(db).as('item'))
    .leftJoin('media', 'media.id', 'item.picture_id')
    .select(['item.id', 'type', 'public', 'media.name as picture'])
    .select(columnNames(itemFields).map((name) => `item.${name}` as const))
    .where('item.id', '=', id),
)

const tagsOf = preparedQuery((db, id: number) =>
  db.selectFrom('item_tag').select(['tag_key', 'value']).where('item_id', '=', id),
)

const textsOf = preparedQuery((db, id: number) =>
  db
    .selectFrom('item_text')
    .select(['lang', 'field', 'text'])
    .where('item_id', '=', id)
    .orderBy('lang')
    .orderBy('field'),
)

const comment = preparedQuery((db, id: number) =>
  db
    .selectFrom('item_comment')
    .innerJoin(selectItems(db).as('item'), 'item.id', 'item_id')
    .select([
      'item_comment.id',
      'item_id',
      'identifier',
      'name',
      'comment',
      'first_name',
      'last_name',
      'item_comment.created_at',
    ])
    .where('item_comment.id', '=', id)
    .where('deleted_at', 'is', null),
)

const journal = preparedQuery((db, id: number) =>
  db
    .selectFrom('journal_entry')
    .select(['id', 'first_name', 'last_name', ...columnNames(journalFields)])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

const tagNamesOf = preparedQuery((db, id: number) =>
  db
    .selectFrom('journal_entry_tag')
    .innerJoin('journal_tag', 'journal_tag.id', 'tag_id')
    .select('name')
    .where('entry_id', '=', id)
    .orderBy('name'),
)

const event = preparedQuery((db, id: number) =>
  db
    .selectFrom('event')
    .select(['id', ...columnNames(eventFields)])
    .where('id', '=', id),
)

const user = preparedQuery((db, id: number) =>
  db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .where('id', '=', id),
)

/** What is shown of what was found; nothing where it is gone meanwhile. */
export const searchStore = (db: Db) => ({
  async item(id: number) {
    const [row] = await item(db, id)
    if (!row) return undefined
    const tags = new Map((await tagsOf(db, id)).map(({ tag_key, value }) => [tag_key, value]))
    return { ...row, tags, texts: await textsOf(db, id) }
  },
  comment: async (id: number) => (await comment(db, id))[0],
  async journal(id: number) {
    const [row] = await journal(db, id)
    return row && { ...row, tags: (await tagNamesOf(db, id)).map(({ name }) => name) }
  },
  event: async (id: number) => (await event(db, id))[0],
  user: async (id: number) => (await user(db, id))[0],
})

type FoundStore = ReturnType<typeof searchStore>
export type SearchRow<S extends SearchSubject> = NonNullable<Awaited<ReturnType<FoundStore[S]>>>
