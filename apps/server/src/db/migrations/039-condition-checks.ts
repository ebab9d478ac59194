import { type Kysely, sql } from 'kysely'
import { createTable, primaryKeyColumn } from '../migration-columns.ts'

/**
 * Adds condition checks, and turns the conditions of earlier stocktakes into checks, with their
 * photos.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'condition_check', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) =>
        column.references('user_account.id').onDelete('set null'),
      )
      .addColumn('first_name', 'text', (column) => column.notNull())
      .addColumn('last_name', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('occasion', 'text', (column) => column.notNull())
      .addColumn('remark', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('task_id', 'integer', (column) =>
        column.references('item_comment.id').onDelete('set null'),
      )
      .addColumn('deleted_at', 'text'),
  )
  await createTable(db, 'condition_photo', (table) =>
    table
      .addColumn('id', 'integer', primaryKeyColumn(db))
      .addColumn('item_id', 'integer', (column) =>
        column.notNull().references('item.id').onDelete('cascade'),
      )
      .addColumn('check_key', 'text', (column) => column.notNull())
      .addColumn('media_id', 'integer', (column) => column.notNull().references('media.id'))
      .addColumn('removed', 'integer', (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint('condition_photo_once', ['check_key', 'media_id']),
  )
  for (const [table, columns] of [
    ['condition_check', ['item_id', 'day', 'id']],
    ['condition_check', ['created_at', 'id']],
    ['condition_check', ['user_id']],
    ['condition_check', ['task_id']],
    ['condition_check', ['deleted_at']],
    ['condition_photo', ['item_id']],
    ['condition_photo', ['media_id']],
  ] as const)
    await db.schema
      .createIndex(`${table}_${columns[0]}`)
      .on(table)
      .columns([...columns])
      .execute()

  await db.schema
    .alterTable('item')
    .addColumn('condition_state', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('item')
    .addColumn('urgent', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index item_urgent on item (type, id) where urgent = 1`.execute(db)

  await convertStocktakes(db)
}

/** A fact about the condition of an item, as a stocktake stored it. */
interface Report {
  readonly id: string
  readonly item_id: number
  readonly condition: string
  readonly remark: string
  readonly photo: number
  readonly seen_at: string
  readonly received_at: string
  readonly user_id: number | null
  readonly user_name: string
  readonly sent_by: string
}

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich' })
const toDay = (instant: string) => dayFormat.format(new Date(instant))

async function convertStocktakes(db: Kysely<unknown>): Promise<void> {
  const { rows: reports } = await sql<Report>`
    select fact.* from stocktake_fact as fact join item on item.id = fact.item_id
    where kind = 'condition' and condition <> '' order by received_at, number
  `.execute(db)
  for (const report of reports) await addCheck(db, report)
  await sql`
    update stocktake_fact set condition = '', remark = ''
    where id in (select key from condition_check)
  `.execute(db)

  const withPhoto = reports.filter(({ photo }) => photo === 1)
  const reportsByItem = Map.groupBy(withPhoto, ({ item_id }) => item_id)
  for (const [itemId, reportsOfItem] of reportsByItem) await assignPhotos(db, itemId, reportsOfItem)
}

async function addCheck(db: Kysely<unknown>, report: Report): Promise<void> {
  const { id: key, item_id, user_name, received_at, remark } = report
  // Phones with a wrong clock may have seen an item in the future.
  const day = [toDay(report.seen_at), toDay(received_at)].sort()[0]
  // If another account sent the fact, that of the person who made it is not known.
  const isOwn = report.sent_by === ''
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    select first_name, last_name from user_account where id = ${report.user_id}
  `.execute(db)
  const account = isOwn ? rows.find((row) => row.first_name || row.last_name) : undefined
  const { first_name, last_name } = account ?? { first_name: user_name, last_name: '' }
  await sql`
    insert into condition_check
      (key, item_id, user_id, first_name, last_name, day, state, occasion, remark, created_at)
    values (${key}, ${item_id}, ${isOwn ? report.user_id : null}, ${first_name}, ${last_name}, ${day},
      ${report.condition}, 'stocktake', ${remark}, ${received_at})
  `.execute(db)
}

/**
 * Gives each report the picture of the item that was its photo: the first one of the kind
 * 'condition' that was uploaded after it. The item keeps those that staff have shown to visitors or
 * described since.
 */
async function assignPhotos(
  db: Kysely<unknown>,
  itemId: number,
  reports: readonly Report[],
): Promise<void> {
  const { rows: pictures } = await sql<{ media_id: number; created_at: string; plain: number }>`
    select media_id, media.created_at,
      case when item_picture.public = 0 and credit = '' and licence = '' and alt_fr = ''
        and alt_de = '' and alt_en = '' then 1 else 0 end as plain
    from item_picture join media on media.id = media_id
    where item_id = ${itemId} and item_picture.kind = 'condition' order by media.created_at, media.id
  `.execute(db)
  const reportsWithoutPhoto = [...reports]
  const removedIds: number[] = []
  for (const { media_id, created_at, plain } of pictures) {
    const report = reportsWithoutPhoto.find(({ received_at }) => received_at <= created_at)
    if (!report) continue

    reportsWithoutPhoto.splice(reportsWithoutPhoto.indexOf(report), 1)
    await sql`
      insert into condition_photo (item_id, check_key, media_id)
      values (${itemId}, ${report.id}, ${media_id})
    `.execute(db)
    if (plain === 1) removedIds.push(media_id)
  }
  if (removedIds.length > 0) await removePictures(db, itemId, removedIds)
}

/** Removes pictures from an item by a recorded change, which can be undone like any other. */
async function removePictures(
  db: Kysely<unknown>,
  itemId: number,
  mediaIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ after: string }>`
    select after from change where subject = 'item' and subject_id = ${itemId} order by id desc limit 1
  `.execute(db)
  const before = rows[0]?.after ?? '{}'
  const state = JSON.parse(before) as { readonly pictures?: readonly { mediaId: number }[] }
  // A state without these pictures does not describe the item: `check` reports it, now as before.
  if (!mediaIds.every((id) => state.pictures?.some(({ mediaId }) => mediaId === id))) return

  const pictures = state.pictures?.filter(({ mediaId }) => !mediaIds.includes(mediaId))
  const after = JSON.stringify({ ...state, pictures })
  await sql`
    insert into change (subject, subject_id, kind, at, user_id, user_name, before, after)
    values ('item', ${itemId}, 'pictures', ${new Date().toISOString()}, null, 'Vitrine', ${before}, ${after})
  `.execute(db)
  for (const id of mediaIds)
    await sql`delete from item_picture where item_id = ${itemId} and media_id = ${id}`.execute(db)
  await renumberPictures(db, itemId)
}

/** Closes gaps in the positions of an item's pictures, and repeats the first one in the item. */
async function renumberPictures(db: Kysely<unknown>, itemId: number): Promise<void> {
  const { rows: pictures } = await sql<{ position: number; media_id: number }>`
    select position, media_id from item_picture where item_id = ${itemId} order by position
  `.execute(db)
  for (const [index, { position }] of pictures.entries())
    await sql`
      update item_picture set position = ${index} where item_id = ${itemId} and position = ${position}
    `.execute(db)
  await sql`
    update item set version = version + 1, picture_id = ${pictures[0]?.media_id ?? null}
    where id = ${itemId}
  `.execute(db)
}
