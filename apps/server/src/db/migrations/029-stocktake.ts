import type { Kysely } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

/** Adds stocktakes: expected items, facts and decisions. The rows outlive items and places. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'stocktake', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('opened_at', 'text', (column) => column.notNull())
      .addColumn('opened_by', 'text', (column) => column.notNull())
      .addColumn('closed_at', 'text')
      .addColumn('closed_by', 'text', (column) => column.notNull()),
  )
  await createTable(db, 'stocktake_member', (table) =>
    table
      .addColumn('stocktake_id', 'integer', (column) =>
        column.notNull().references('stocktake.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) =>
        column.notNull().references('user_account.id').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('stocktake_member_pk', ['stocktake_id', 'user_id']),
  )
  await db.schema
    .createIndex('stocktake_member_user')
    .on('stocktake_member')
    .column('user_id')
    .execute()
  await createTable(db, 'stocktake_expected', (table) =>
    table
      .addColumn('stocktake_id', 'integer', (column) =>
        column.notNull().references('stocktake.id').onDelete('cascade'),
      )
      .addColumn('item_id', 'integer', (column) => column.notNull())
      .addColumn('place_id', 'integer')
      .addColumn('identifier', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('stocktake_expected_pk', ['stocktake_id', 'item_id']),
  )
  await createTable(db, 'stocktake_fact', (table) =>
    table
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('stocktake_id', 'integer', (column) =>
        column.notNull().references('stocktake.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('place_id', 'integer')
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('item_id', 'integer')
      .addColumn('noted_place_id', 'integer')
      .addColumn('condition', 'text', (column) => column.notNull())
      .addColumn('remark', 'text', (column) => column.notNull())
      .addColumn('photo', 'integer', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('late', 'integer', (column) => column.notNull())
      .addUniqueConstraint('stocktake_fact_number', ['stocktake_id', 'number']),
  )
  await db.schema
    .createIndex('stocktake_fact_item')
    .on('stocktake_fact')
    .columns(['stocktake_id', 'item_id'])
    .execute()
  await db.schema
    .createIndex('stocktake_fact_user')
    .on('stocktake_fact')
    .column('user_id')
    .execute()
  await createTable(db, 'stocktake_decision', (table) =>
    table
      .addColumn('stocktake_id', 'integer', (column) =>
        column.notNull().references('stocktake.id').onDelete('cascade'),
      )
      .addColumn('difference', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('batch', 'text', (column) => column.notNull())
      .addColumn('import_id', 'integer')
      .addColumn('comment_id', 'integer')
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('stocktake_decision_pk', ['stocktake_id', 'difference']),
  )
}
