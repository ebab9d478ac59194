import type { Kysely } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'user_account', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.unique())
      .addColumn('gender', 'text', (column) => column.notNull())
      .addColumn('first_name', 'text', (column) => column.notNull())
      .addColumn('last_name', 'text', (column) => column.notNull())
      .addColumn('phone', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('session_epoch', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull()),
  )

  await createTable(db, 'session', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('epoch', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text', (column) => column.notNull()),
  )
  await db.schema.createIndex('session_user').on('session').column('user_id').execute()

  await createTable(db, 'password_link', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text'),
  )
  await db.schema.createIndex('password_link_user').on('password_link').column('user_id').execute()

  await createTable(db, 'failed_attempt', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull()),
  )
  await db.schema
    .createIndex('failed_attempt_key')
    .on('failed_attempt')
    .columns(['key', 'at'])
    .execute()
}
