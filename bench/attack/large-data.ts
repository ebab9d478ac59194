import { randomUUID } from 'node:crypto'
import { stocktakeLimits } from '@vitrine/contract'
import { chunks } from '../../apps/server/src/db/chunks.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import type { Db, Tables } from '../../apps/server/src/db/tables.ts'
import { renewRevisions } from '../../apps/server/src/projections/revisions.ts'
import { createLogger } from '../../apps/server/src/runtime/logger.ts'
import { fillCollection } from '../driver/collection.ts'

/** The number of items that Vitrine is designed for, with as many other records. */
const counts = {
  items: 20_000,
  places: 2_000,
  levels: 12,
  facts: 20_000,
  comments: 20_000,
  entries: 5_000,
  questions: 20_000,
  audit: 20_000,
}

export interface LargeData {
  readonly itemIds: readonly number[]
  /** The museum whose places contain all items. */
  readonly museumId: number
  readonly stocktakeId: number
  readonly today: string
  /** A day on which all items were in another place of the museum. */
  readonly earlierDay: string
}

const today = new Date().toISOString().slice(0, 10)
const earlierDay = '2026-01-15'
const movedAt = '2026-02-01T09:00:00.000Z'
const columnsPerRow = 20
const rowsPerStatement = Math.floor(30_000 / columnsPerRow)

/** Fills a database with items that were moved, lent, commented on and counted in a stocktake. */
export async function fillLargeDatabase(file: string): Promise<LargeData> {
  const itemIds = await fillCollection({ kind: 'sqlite', file }, counts.items)
  const db = openDatabase({ kind: 'sqlite', file }, createLogger('warn'))
  try {
    return await db.transaction().execute(async (tx) => {
      await promoteToRoot(tx)
      const paths = await addPlaces(tx)
      const museumId = parseIds(paths[0] ?? '')[0] ?? 0
      const rooms = paths.slice(1)
      await moveItems(tx, itemIds, rooms)
      const stocktakeId = await addStocktake(tx, rooms)
      await addComments(tx, itemIds)
      await addJournal(tx)
      await addQuestions(tx, itemIds)
      await addAudit(tx)
      await renewRevisions(tx, ['items', 'car', 'journal'])
      return { itemIds, museumId, stocktakeId, today, earlierDay }
    })
  } finally {
    await db.destroy()
  }
}

const parseIds = (path: string): number[] => path.split('/').filter(Boolean).map(Number)
const parseLastId = (path: string): number => parseIds(path).at(-1) ?? 0

async function insert<Name extends keyof Tables>(
  tx: Db,
  table: Name,
  rows: readonly object[],
): Promise<void> {
  for (const batch of chunks(rows, rowsPerStatement))
    await tx
      .insertInto(table)
      .values(batch as never)
      .execute()
}

/** Makes the account of the bench a root, so that it may see everything. */
const promoteToRoot = (tx: Db) => tx.updateTable('user_account').set({ role: 'root' }).execute()

/** Adds a museum with branches down to the last level; returns the path of each place. */
async function addPlaces(tx: Db): Promise<string[]> {
  const paths: string[] = []
  const add = async (parent: string): Promise<string> => {
    const code = `B-${paths.length}`
    const place = {
      code,
      code_key: code.toLowerCase(),
      name: `Place ${paths.length}`,
      kind: 'hall',
      note: '',
    } as const
    const { id } = await tx
      .insertInto('place')
      .values({
        ...place,
        parent_id: parent ? parseLastId(parent) : null,
        archived: 0,
        version: 1,
        changed_at: movedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `${parent || '/'}${id}/`
    paths.push(path)
    return path
  }
  const museum = await add('')
  while (paths.length < counts.places) {
    let parent = museum
    for (let level = 2; level <= counts.levels && paths.length < counts.places; level++)
      parent = await add(parent)
  }
  return paths
}

async function moveItems(
  tx: Db,
  itemIds: readonly number[],
  rooms: readonly string[],
): Promise<void> {
  const getRoom = (index: number) => rooms[index % rooms.length] ?? ''
  for (const [index, id] of itemIds.entries())
    await tx
      .updateTable('item')
      .set({ place_id: parseLastId(getRoom(index)) })
      .where('id', '=', id)
      .execute()
  const movements = itemIds.map((item_id, index) => {
    const [from, to] = [getRoom(index + 1), getRoom(index)]
    return {
      item_id,
      from_id: parseLastId(from),
      to_id: parseLastId(to),
      from_path: from,
      to_path: to,
      day: movedAt.slice(0, 10),
      at: movedAt,
      user_id: 1,
      user_name: 'B',
      reason: 'loan',
      back_on: '2026-03-01',
      remark: '',
    }
  })
  await insert(tx, 'movement', movements)
}

/** Adds a stocktake in which half of the items were seen, each with the longest remark. */
async function addStocktake(tx: Db, rooms: readonly string[]): Promise<number> {
  const { id: stocktake_id } = await tx
    .insertInto('stocktake')
    .values({
      name: 'Bench',
      scope: 'Bench',
      opened_at: movedAt,
      opened_by: 'B',
      closed_at: null,
      closed_by: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const items = await tx
    .selectFrom('item')
    .select(['id as item_id', 'place_id', 'identifier', 'name'])
    .execute()
  await insert(
    tx,
    'stocktake_expected',
    items.map((item) => ({ ...item, stocktake_id })),
  )
  const remark = 'é'.repeat(stocktakeLimits.remark)
  const code = 'é'.repeat(stocktakeLimits.code)
  const facts = Array.from({ length: counts.facts }, (_, index) => {
    const isSeen = index < counts.facts / 2
    return {
      id: randomUUID(),
      stocktake_id,
      number: index + 1,
      kind: isSeen ? 'seen' : 'condition',
      code,
      place_id: parseLastId(rooms[index % rooms.length] ?? ''),
      item_id: items[index % (counts.facts / 2)]?.item_id,
      noted_place_id: null,
      condition: isSeen ? '' : 'urgent',
      remark: isSeen ? '' : remark,
      photo: 0,
      seen_at: movedAt,
      received_at: movedAt,
      user_id: 1,
      user_name: 'B',
      sent_by: '',
      late: 0,
    }
  })
  await insert(tx, 'stocktake_fact', facts)
  return stocktake_id
}

const comment = 'The gearbox was changed twice; the bills are kept. '.repeat(6)

/** Adds open tasks of one person, a tenth of them on one item, and as many deleted today. */
async function addComments(tx: Db, itemIds: readonly number[]): Promise<void> {
  const author = { user_id: 1, first_name: 'Berthe', last_name: 'Mesure' }
  const createComment = (item_id: number, minute: number, deleted_at: string | null) => ({
    item_id,
    ...author,
    comment,
    created_at: new Date(Date.parse(movedAt) + minute * 60_000).toISOString(),
    deleted_at,
    task: 1,
    assignee_id: 1,
    due: '2026-03-01',
  })
  const deletedAt = new Date().toISOString()
  const items = itemIds.map((id, index) => (index % 10 === 0 ? (itemIds[0] ?? 0) : id))
  await insert(
    tx,
    'item_comment',
    items.slice(0, counts.comments).map((id, minute) => createComment(id, minute, null)),
  )
  await insert(
    tx,
    'item_comment',
    items.slice(0, counts.comments).map((id, minute) => createComment(id, minute, deletedAt)),
  )
}

/** Adds journal entries, and as many deleted today. */
async function addJournal(tx: Db): Promise<void> {
  const deletedAt = new Date().toISOString()
  const createEntry = (index: number, deleted_at: string | null) => ({
    date: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
    comment: comment.repeat(3),
    created_at: deletedAt,
    user_id: 1,
    first_name: 'Berthe',
    last_name: 'Mesure',
    version: 1,
    changed_at: deletedAt,
    changed_by: '',
    deleted_at,
  })
  const entries = (deleted: string | null) =>
    Array.from({ length: counts.entries }, (_, index) => createEntry(index, deleted))
  await insert(tx, 'journal_entry', [...entries(null), ...entries(deletedAt)])
}

async function addQuestions(tx: Db, itemIds: readonly number[]): Promise<void> {
  const questions = Array.from({ length: counts.questions }, (_, index) => ({
    day: today,
    item_id: itemIds[index % itemIds.length],
    lang: 'en',
    question: `How fast is it, number ${index}?`,
    meaning: `fast ${index}`,
    kind: 'unknown',
    kind_now: 'unknown',
    asked_of: '',
    dismissed: 0,
  }))
  await insert(tx, 'visitor_question', questions)
}

async function addAudit(tx: Db): Promise<void> {
  const subject = { on_id: null, on_name: '', on_email: '', address: '127.0.0.1', details: '{}' }
  const entries = Array.from({ length: counts.audit }, () => ({
    at: movedAt,
    kind: 'signed-in',
    user_id: 1,
    user_name: 'Berthe Mesure',
    user_email: '',
    ...subject,
  }))
  await insert(tx, 'audit_entry', entries)
}
