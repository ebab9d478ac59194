import { api, type NewItem, type PlaceInput, type SubmittedFact } from '@vitrine/contract'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

/** An artwork by default, with a unique identifier. */
export const newItem = (changes: Partial<NewItem> = {}): NewItem => ({
  type_id: 2,
  identifier: `T-${crypto.randomUUID()}`,
  name: 'Étude en bleu',
  description: '',
  ...changes,
})

export async function addItem(client: Client, changes: Partial<NewItem> = {}): Promise<number> {
  return (await client.call(api.inventory.add, { body: { item: newItem(changes) } })).id
}

/** A hall by default, with a unique code. */
export const newPlace = (name = 'Halle', changes: Partial<PlaceInput> = {}): PlaceInput => ({
  code: crypto.randomUUID(),
  name,
  kind: 'hall',
  parent_id: null,
  note: '',
  archived: false,
  ...changes,
})

export const addPlace = (root: Client, name: string, changes: Partial<PlaceInput> = {}) =>
  root.call(api.places.add, { body: { place: newPlace(name, changes) } })

/** Adds the places that do not exist yet, by name. */
export async function addPlaces(root: Client, ...names: readonly string[]): Promise<void> {
  const existingNames = new Set((await root.call(api.places.list)).map(({ name }) => name))
  for (const name of names) if (!existingNames.has(name)) await addPlace(root, name)
}

/** A fact as a phone sends it; by default a scan of an unknown code. */
export const newFact = (changes: Partial<SubmittedFact> = {}): SubmittedFact => ({
  id: crypto.randomUUID(),
  kind: 'seen',
  placeId: null,
  code: 'unknown',
  itemId: null,
  condition: '',
  remark: '',
  photo: false,
  seenAt: new Date().toISOString(),
  by: '',
  ...changes,
})

/** An attribute for staff with the defaults of the screen Attributes. */
export const plainAttribute = {
  kind: 'text' as const,
  unit: '',
  audience: 'staff' as const,
  group: 'facts' as const,
  labels: {},
  multiline: false,
  suggestions: true,
  names: false,
}

/** Deletes all items, so that a test can count its own. */
export const removeAllItems = (server: TestServer): Promise<void> =>
  server.inDatabase(async (db) => {
    for (const table of ['item_comment', 'change', 'item_import', 'item'] as const)
      await db.deleteFrom(table).execute()
    await db.updateTable('counter').set({ next: 1 }).execute()
    await db.updateTable('revision').set({ value: 'empty' }).execute()
  })
