import type { Kysely } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('browser', 'text', (column) => column.notNull().defaultTo(''))
    .execute()

  await createTable(db, 'authenticator', (table) =>
    table
      .addColumn('user_id', 'integer', (column) =>
        column.primaryKey().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'text')
      .addColumn('last_step', 'integer', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('closed_until', 'text'),
  )

  await createTable(db, 'recovery_code', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text'),
  )
  await db.schema.createIndex('recovery_code_user').on('recovery_code').column('user_id').execute()

  await createTable(db, 'passkey', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      // An authenticator's counter can exceed 32 signed bits; SQLite's integer has 64.
      .addColumn('counter', isPostgres(db) ? 'bigint' : 'integer', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text'),
  )
  await db.schema.createIndex('passkey_user').on('passkey').column('user_id').execute()

  await createTable(db, 'passkey_offer', (table) =>
    table
      .addColumn('session_id', 'integer', (column) =>
        column.primaryKey().references('session.id').onDelete('cascade'),
      )
      .addColumn('challenge', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull()),
  )

  await createTable(db, 'sign_in_ticket', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('challenge', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull()),
  )
  await db.schema
    .createIndex('sign_in_ticket_user')
    .on('sign_in_ticket')
    .column('user_id')
    .execute()
}
