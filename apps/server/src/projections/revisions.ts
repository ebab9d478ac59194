import { randomUUID } from 'node:crypto'
import { choosableFields, itemTypes, listAttributeKeys } from '@vitrine/contract'
import { forUpdate } from '../db/dialect.ts'
import { preparedQuery } from '../db/prepared.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { ItemState } from '../items/item.ts'
import type { Projection } from './projection.ts'

export type RevisionName = Tables['revision']['name']

/** Each transaction locks the rows in this order, which rules out deadlocks. */
const names: readonly RevisionName[] = [
  'journal',
  'attributes',
  ...itemTypes,
  'items',
  'museums',
  'places',
  'events',
  'comments',
]

/** The revisions, by which caches know whether what they hold is current. */
export const revisions: Projection = {
  name: 'revisions',
  version: names.join(),

  apply: {
    item: (tx, changes) => {
      const listed = changes.filter(({ before, after }) => listDiffers(before?.state, after))
      return renewRevisions(tx, [...listed.map(({ item }) => item.type), 'items'])
    },
    check: (tx) => renewRevisions(tx, ['items']),
    movement: (tx) => renewRevisions(tx, ['items']),
    attribute: (tx) => renewRevisions(tx, ['attributes']),
    museum: (tx) => renewRevisions(tx, ['museums']),
    place: (tx) => renewRevisions(tx, ['places']),
    event: (tx) => renewRevisions(tx, ['events']),
    journal: (tx) => renewRevisions(tx, ['journal']),
    comment: (tx) => renewRevisions(tx, ['comments']),
    // Tasks name the person who is to do them.
    user: (tx) => renewRevisions(tx, ['comments']),
  },

  async rebuild(tx) {
    const missing = await missingNames(tx)
    for (const name of missing)
      await tx.insertInto('revision').values({ name, value: '' }).execute()
    // All of them: caches may hold what was wrong.
    await renewRevisions(tx, names)
    return missing.map((name) => `The revision of ${name} was added.`)
  },

  compare: async (db) =>
    (await missingNames(db)).map(
      (name) => `There is no revision of ${name}: what depends on it can’t be shown.`,
    ),
}

/**
 * For projections alone: write paths say what they changed. The values are random rather than counted, because a database
 * restored from a backup must not reuse one, which may be an ETag.
 */
export async function renewRevisions(tx: Db, raised: readonly RevisionName[]): Promise<void> {
  for (const name of names) {
    if (!raised.includes(name)) continue
    expectInOrder(tx, name)
    await writeRevision(tx, randomUUID(), name)
  }
}

const lockedBy = new WeakMap<Db, Set<RevisionName>>()

/** On SQLite as well, where it would do no harm: a write path in the wrong order fails wherever it is tried. */
function expectInOrder(tx: Db, name: RevisionName): void {
  if (!tx.isTransaction) return
  const held = lockedBy.get(tx) ?? new Set()
  const later = names.slice(names.indexOf(name) + 1).find((other) => held.has(other))
  if (later && !held.has(name))
    throw new Error(`A transaction must lock the revision of ${name} before that of ${later}.`)
  lockedBy.set(tx, held.add(name))
}

const writeRevision = preparedQuery((db, value: string, name: RevisionName) =>
  db.updateTable('revision').set({ value }).where('name', '=', name),
)

const allRevisions = preparedQuery((db) => db.selectFrom('revision').select(['name', 'value']))

/** One value for all of these names; it changes with each of them. */
export async function readRevision(db: Db, wanted: readonly RevisionName[]): Promise<string> {
  const rows = await allRevisions(db)
  return wanted.map((name) => (rows.find((row) => row.name === name) ?? fail(name)).value).join()
}

function fail(name: RevisionName): never {
  throw new Error(`there is no revision of ${name}`)
}

/** The same for one name, locked until the transaction ends: changes that begin with it come one after the other. */
export async function lockRevision(tx: Db, name: RevisionName): Promise<string> {
  return ((await lockRow(tx, name)) ?? fail(name)).value
}

/** Locks several, or all: the transaction may then change their subjects in any order. */
export async function lockRevisions(tx: Db, wanted = names): Promise<void> {
  for (const name of names) if (wanted.includes(name)) await lockRow(tx, name)
}

function lockRow(tx: Db, name: RevisionName) {
  expectInOrder(tx, name)
  return forUpdate(
    tx,
    tx.selectFrom('revision').select('value').where('name', '=', name),
  ).executeTakeFirst()
}

async function missingNames(db: Db): Promise<RevisionName[]> {
  const known = (await allRevisions(db)).map(({ name }) => name)
  return names.filter((name) => !known.includes(name))
}

const listedFields = ['identifier', 'name', ...choosableFields] as const

/** Whether the list of a type shows an item otherwise. */
const listDiffers = (before: ItemState | undefined, after: ItemState | null): boolean =>
  listedFields.some((field) => before?.[field] !== after?.[field]) ||
  before?.public !== after?.public ||
  before?.archived !== after?.archived ||
  shownPictures(before) !== shownPictures(after) ||
  listAttributeKeys.some((key) => before?.tags[key] !== after?.tags[key])

/** To staff a list shows the first picture, to visitors the first of theirs. */
const shownPictures = (state?: ItemState | null): string =>
  `${state?.pictures[0]?.mediaId} ${state?.pictures.find((picture) => picture.public)?.mediaId}`
