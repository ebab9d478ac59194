import { scanIdentifierWords } from '@vitrine/contract'
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { createTable } from '../migration-columns.ts'

const deletedWith = (referenced: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(referenced).onDelete('cascade')

/** Stores which items journal entries mention, and when users last signed in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'entry_mention', (table) =>
    table
      .addColumn('entry_id', 'integer', deletedWith('journal_entry.id'))
      .addColumn('word', 'text', (column) => column.notNull())
      .addColumn('item_id', 'integer', deletedWith('item.id'))
      .addPrimaryKeyConstraint('entry_mention_key', ['entry_id', 'word', 'item_id']),
  )
  await db.schema.createIndex('entry_mention_item').on('entry_mention').column('item_id').execute()
  await fillMentions(db)

  await db.schema.alterTable('user_account').addColumn('last_sign_in_at', 'text').execute()
  await sql`
    update user_account set last_sign_in_at =
      (select max(at) from audit_entry where kind = 'signed-in' and audit_entry.user_id = user_account.id)
  `.execute(db)
}

async function fillMentions(db: Kysely<unknown>): Promise<void> {
  const items = await sql<{
    id: number
    identifier_key: string
  }>`select id, identifier_key from item`.execute(db)
  const itemsByKey = Map.groupBy(items.rows, ({ identifier_key }) => identifier_key)
  const { rows: entries } = await sql<{ id: number }>`select id from journal_entry`.execute(db)
  for (const { id: entryId } of entries) {
    const { rows } = await sql<{
      comment: string
    }>`select comment from journal_entry where id = ${entryId}`.execute(db)
    const words = new Set(
      Array.from(scanIdentifierWords(rows[0]?.comment ?? ''), ({ word }) => word),
    )
    for (const word of words) {
      for (const item of itemsByKey.get(word.normalize('NFC').toLowerCase()) ?? [])
        await sql`insert into entry_mention (entry_id, word, item_id) values (${entryId}, ${word}, ${item.id})`.execute(
          db,
        )
    }
  }
}
