import { randomUUID } from 'node:crypto'
import { choosableFields, itemTypes, listAttributeKeys } from '@vitrine/contract'
import { withRowLocks } from '../db/dialect.ts'
import { prepareQuery } from '../db/prepared.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { ItemState } from '../items/item.ts'
import type { Projection } from './projection.ts'

export type RevisionName = Tables['revision']['name']

/** Each transaction locks the rows in this order, which rules out deadlocks. */
const revisionsInLockOrder: readonly RevisionName[] = [
  'journal',
  'attributes',
  ...itemTypes,
  'items',
  'museums',
  'places',
  'events',
  'comments',
]

/** Random values by which caches know whether their content is current. */
export const revisionProjection: Projection = {
  name: 'revisions',
  version: revisionsInLockOrder.join(),

  apply: {
    item: (tx, changes) => {
      const listedChanges = changes.filter(({ before, after }) =>
        isListChanged(before?.state, after),
      )
      return renewRevisions(tx, [...listedChanges.map(({ item }) => item.type), 'items'])
    },
    check: (tx) => renewRevisions(tx, ['items']),
    movement: (tx) => renewRevisions(tx, ['items']),
    attribute: (tx) => renewRevisions(tx, ['attributes']),
    museum: (tx) => renewRevisions(tx, ['museums']),
    place: (tx) => renewRevisions(tx, ['places']),
    event: (tx) => renewRevisions(tx, ['events']),
    journal: (tx) => renewRevisions(tx, ['journal']),
    comment: (tx) => renewRevisions(tx, ['comments']),
    notice: (tx) => renewRevisions(tx, ['comments']),
    // Tasks show the name of their assignee.
    user: (tx) => renewRevisions(tx, ['comments']),
  },

  async rebuild(tx) {
    const missing = await findMissingNames(tx)
    for (const name of missing)
      await tx.insertInto('revision').values({ name, value: '' }).execute()
    // Renews all of them, because caches may hold what was wrong.
    await renewRevisions(tx, revisionsInLockOrder)
    return missing.map((name) => `The revision of ${name} was added.`)
  },

  compare: async (db) =>
    (await findMissingNames(db)).map(
      (name) => `There is no revision of ${name}: what depends on it can’t be shown.`,
    ),
}

/**
 * Gives revisions new values. For projections only: write paths report what they changed. The
 * values are random rather than counted, because a database restored from a backup must not reuse
 * one, which may be an ETag.
 */
export async function renewRevisions(tx: Db, changed: readonly RevisionName[]): Promise<void> {
  for (const name of revisionsInLockOrder) {
    if (!changed.includes(name)) continue
    requireLockOrder(tx, name)
    await writeRevision(tx, randomUUID(), name)
  }
}

/** The revisions that each open transaction has locked. */
const lockedByTransaction = new WeakMap<Db, Set<RevisionName>>()

/**
 * Throws if a transaction locks a revision after a later one. Checked on SQLite as well, where the
 * order would do no harm, so that a wrong write path fails in every test.
 */
function requireLockOrder(tx: Db, name: RevisionName): void {
  if (!tx.isTransaction) return
  const locked = lockedByTransaction.get(tx) ?? new Set()
  const laterName = revisionsInLockOrder
    .slice(revisionsInLockOrder.indexOf(name) + 1)
    .find((later) => locked.has(later))
  if (laterName && !locked.has(name))
    throw new Error(`A transaction must lock the revision of ${name} before that of ${laterName}.`)
  lockedByTransaction.set(tx, locked.add(name))
}

const writeRevision = prepareQuery((db, value: string, name: RevisionName) =>
  db.updateTable('revision').set({ value }).where('name', '=', name),
)

const readAllRevisions = prepareQuery((db) => db.selectFrom('revision').select(['name', 'value']))

/** Reads several revisions as one value, which changes with each of them. */
export async function readRevision(db: Db, requested: readonly RevisionName[]): Promise<string> {
  const rows = await readAllRevisions(db)
  return requested
    .map((name) => (rows.find((row) => row.name === name) ?? failMissing(name)).value)
    .join()
}

function failMissing(name: RevisionName): never {
  throw new Error(`there is no revision of ${name}`)
}

/**
 * Reads one revision and locks it until the transaction ends, so that transactions that begin with
 * this call run one after the other.
 */
export async function lockRevision(tx: Db, name: RevisionName): Promise<string> {
  return ((await lockRow(tx, name)) ?? failMissing(name)).value
}

/** Locks several revisions, or all: the transaction may then change their subjects in any order. */
export async function lockRevisions(tx: Db, requested = revisionsInLockOrder): Promise<void> {
  for (const name of revisionsInLockOrder) if (requested.includes(name)) await lockRow(tx, name)
}

function lockRow(tx: Db, name: RevisionName) {
  requireLockOrder(tx, name)
  return withRowLocks(
    tx,
    tx.selectFrom('revision').select('value').where('name', '=', name),
  ).executeTakeFirst()
}

async function findMissingNames(db: Db): Promise<RevisionName[]> {
  const existing = (await readAllRevisions(db)).map(({ name }) => name)
  return revisionsInLockOrder.filter((name) => !existing.includes(name))
}

const listedFields = ['identifier', 'name', ...choosableFields] as const

/** Whether the change is visible in the list of its type. */
const isListChanged = (before: ItemState | undefined, after: ItemState | null): boolean =>
  listedFields.some((field) => before?.[field] !== after?.[field]) ||
  before?.public !== after?.public ||
  before?.archived !== after?.archived ||
  formatListPictures(before) !== formatListPictures(after) ||
  listAttributeKeys.some((key) => before?.tags[key] !== after?.tags[key])

/** The pictures in lists: the first one for staff, and the first public one for visitors. */
const formatListPictures = (state?: ItemState | null): string =>
  `${state?.pictures[0]?.mediaId} ${state?.pictures.find((picture) => picture.public)?.mediaId}`
