import { randomUUID } from 'node:crypto'
import { itemTypes, listFields, listKeys } from '@vitrine/contract'
import { prepared } from '../db/prepared.ts'
import type { Db, Tables } from '../db/tables.ts'
import type { ItemState } from '../items/item.ts'
import type { Projection } from './projection.ts'

type Name = Tables['revision']['name']

/** Of the lists of each type, of everything that is kept of items, and of other lists. */
const names: readonly Name[] = [...itemTypes, 'items', 'attributes', 'events', 'journal']

/** A name for the state of each list, which caches use as their key. */
export const revisions: Projection = {
  name: 'revisions',
  version: names.join(),

  apply: {
    async item(tx, changes) {
      const listed = changes.filter(({ before, after }) => listDiffers(before?.state, after))
      for (const type of new Set(listed.map(({ item }) => item.type))) await newRevision(tx, type)
      await newRevision(tx, 'items')
    },
  },

  async rebuild(tx) {
    const missing = await missingNames(tx)
    for (const name of missing) await tx.insertInto('revision').values({ name, value: '' }).execute()
    // All of them: lists may be cached that show what was wrong.
    for (const name of names) await newRevision(tx, name)
    return missing.map((name) => `The list of ${name} has a revision again.`)
  },

  compare: async (db) =>
    (await missingNames(db)).map((name) => `The list of ${name} has no revision: it can’t be shown.`),
}

/** Random rather than counted: a database restored from a backup must not reuse a revision, which is an ETag. */
export const newRevision = (tx: Db, name: Name) =>
  tx.updateTable('revision').set({ value: randomUUID() }).where('name', '=', name).execute()

const revisionNamed = prepared((db, name: Name) => db.selectFrom('revision').select('value').where('name', '=', name))

export async function revisionOf(db: Db, name: Name): Promise<string> {
  const [row] = await revisionNamed(db, name)
  if (!row) throw new Error(`the list of ${name} has no revision`)
  return row.value
}

async function missingNames(db: Db): Promise<Name[]> {
  const known = (await db.selectFrom('revision').select('name').execute()).map(({ name }) => name)
  return names.filter((name) => !known.includes(name))
}

const listedFields = ['identifier', 'name', ...listFields] as const

/** Whether the list of a type shows an item otherwise. */
const listDiffers = (before: ItemState | undefined, after: ItemState | null): boolean =>
  listedFields.some((field) => before?.[field] !== after?.[field]) ||
  before?.public !== after?.public ||
  before?.archived !== after?.archived ||
  shownPictures(before) !== shownPictures(after) ||
  listKeys.some((key) => before?.tags[key] !== after?.tags[key])

/** To staff a list shows the first picture, to visitors the first of theirs. */
const shownPictures = (state?: ItemState | null): string =>
  `${state?.pictures[0]?.mediaId} ${state?.pictures.find((picture) => picture.public)?.mediaId}`
