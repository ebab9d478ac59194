import { randomUUID } from 'node:crypto'
import { stocktakeLimits } from '@vitrine/contract'
import { splitIntoBatches } from '../../apps/server/src/db/batches.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import type { Db, Tables } from '../../apps/server/src/db/tables.ts'
import { renewRevisions } from '../../apps/server/src/projections/revisions.ts'
import { createLogger } from '../../apps/server/src/runtime/logger.ts'
import { fillCollection } from '../driver/collection.ts'

/** Records of each kind: the items that Vitrine is designed for, with as many others. */
const counts = {
  items: 20_000,
  places: 2_000,
  /** Levels of places below each other. */
  placeLevels: 12,
  facts: 20_000,
  comments: 20_000,
  journalEntries: 5_000,
  questions: 20_000,
  auditEntries: 20_000,
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
// SQLite allows 32,766 parameters per statement; no table here has more than 20 columns.
const rowsPerStatement = 1_500

const userId = 1
const userName = 'Berthe Mesure'
const nameParts = { first_name: 'Berthe', last_name: 'Mesure' }

/** Fills a database with items that were moved, lent, commented on and counted in a stocktake. */
export async function fillLargeDatabase(file: string): Promise<LargeData> {
  const itemIds = await fillCollection({ kind: 'sqlite', file }, counts.items)
  const db = openDatabase({ kind: 'sqlite', file }, createLogger('warn'))
  try {
    return await db.transaction().execute(async (tx) => {
      await promoteToRoot(tx)
      const paths = await addPlaces(tx)
      const [museumPath = '', ...roomPaths] = paths
      const museumId = parseLastId(museumPath)
      await moveItems(tx, itemIds, roomPaths)
      const stocktakeId = await addStocktake(tx, roomPaths)
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

/** '/3/17/' → 17 */
const parseLastId = (path: string): number => Number(path.split('/').filter(Boolean).at(-1))

async function insert<Name extends keyof Tables>(
  tx: Db,
  table: Name,
  rows: readonly object[],
): Promise<void> {
  for (const batch of splitIntoBatches(rows, rowsPerStatement))
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
  const addPlace = async (parentPath: string | null): Promise<string> => {
    const code = `B-${paths.length}`
    const { id } = await tx
      .insertInto('place')
      .values({
        code,
        code_key: code.toLowerCase(),
        name: `Place ${paths.length}`,
        kind: 'hall',
        note: '',
        parent_id: parentPath === null ? null : parseLastId(parentPath),
        archived: 0,
        version: 1,
        changed_at: movedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `${parentPath ?? '/'}${id}/`
    paths.push(path)
    return path
  }
  const museumPath = await addPlace(null)
  while (paths.length < counts.places) {
    let path = museumPath
    for (let level = 2; level <= counts.placeLevels && paths.length < counts.places; level++)
      path = await addPlace(path)
  }
  return paths
}

async function moveItems(
  tx: Db,
  itemIds: readonly number[],
  roomPaths: readonly string[],
): Promise<void> {
  const getRoomPath = (index: number) => roomPaths[index % roomPaths.length] ?? ''
  for (const [index, id] of itemIds.entries())
    await tx
      .updateTable('item')
      .set({ place_id: parseLastId(getRoomPath(index)) })
      .where('id', '=', id)
      .execute()
  const movements = itemIds.map((item_id, index) => {
    const [fromPath, toPath] = [getRoomPath(index + 1), getRoomPath(index)]
    return {
      item_id,
      from_id: parseLastId(fromPath),
      to_id: parseLastId(toPath),
      from_path: fromPath,
      to_path: toPath,
      day: movedAt.slice(0, 10),
      at: movedAt,
      user_id: userId,
      user_name: userName,
      reason: 'loan',
      back_on: '2026-03-01',
      remark: '',
    }
  })
  await insert(tx, 'movement', movements)
}

/** Adds a stocktake: half of the items were seen, and found urgent with the longest remark. */
async function addStocktake(tx: Db, roomPaths: readonly string[]): Promise<number> {
  const { id: stocktake_id } = await tx
    .insertInto('stocktake')
    .values({
      name: 'Bench',
      scope: 'Bench',
      opened_at: movedAt,
      opened_by: userName,
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
      place_id: parseLastId(roomPaths[index % roomPaths.length] ?? ''),
      item_id: items[index % (counts.facts / 2)]?.item_id,
      noted_place_id: null,
      condition: isSeen ? '' : 'urgent',
      remark: isSeen ? '' : remark,
      photo: 0,
      seen_at: movedAt,
      received_at: movedAt,
      user_id: userId,
      user_name: userName,
      sent_by: '',
      late: 0,
    }
  })
  await insert(tx, 'stocktake_fact', facts)
  return stocktake_id
}

const commentText = 'The gearbox was changed twice; the bills are kept. '.repeat(6)

/** Adds open tasks of one person, a tenth of them on one item, and as many deleted today. */
async function addComments(tx: Db, itemIds: readonly number[]): Promise<void> {
  const author = { user_id: userId, ...nameParts }
  const createComment = (item_id: number, minute: number, deleted_at: string | null) => ({
    item_id,
    ...author,
    comment: commentText,
    created_at: new Date(Date.parse(movedAt) + minute * 60_000).toISOString(),
    deleted_at,
    task: 1,
    assignee_id: userId,
    due: '2026-03-01',
  })
  const deletedAt = new Date().toISOString()
  const [busyItemId = 0] = itemIds
  const commentedIds = itemIds
    .slice(0, counts.comments)
    .map((id, index) => (index % 10 === 0 ? busyItemId : id))
  for (const deleted_at of [null, deletedAt])
    await insert(
      tx,
      'item_comment',
      commentedIds.map((id, minute) => createComment(id, minute, deleted_at)),
    )
}

/** Adds journal entries, and as many deleted today. */
async function addJournal(tx: Db): Promise<void> {
  const deletedAt = new Date().toISOString()
  const createEntry = (index: number, deleted_at: string | null) => ({
    date: `2026-01-${String(1 + (index % 28)).padStart(2, '0')}`,
    comment: commentText.repeat(3),
    created_at: deletedAt,
    user_id: userId,
    ...nameParts,
    version: 1,
    changed_at: deletedAt,
    changed_by: '',
    deleted_at,
  })
  const createEntries = (deleted_at: string | null) =>
    Array.from({ length: counts.journalEntries }, (_, index) => createEntry(index, deleted_at))
  await insert(tx, 'journal_entry', [...createEntries(null), ...createEntries(deletedAt)])
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
  const entries = Array.from({ length: counts.auditEntries }, () => ({
    at: movedAt,
    kind: 'signed-in',
    user_id: userId,
    user_name: userName,
    user_email: '',
    ...subject,
  }))
  await insert(tx, 'audit_entry', entries)
}
