import { api, type NewItem } from '@vitrine/contract'
import type { Client } from './client.ts'
import type { TestServer } from './server.ts'

/** An item to add: an artwork unless said otherwise, with an identifier that nothing else has. */
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

/** An attribute for staff, as the screen adds it. */
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

/** Removes the items of the demo, so that a test can count. */
export const withoutItems = (server: TestServer): Promise<void> =>
  server.inDatabase(async (db) => {
    for (const table of ['item_comment', 'change', 'item_import', 'item'] as const) await db.deleteFrom(table).execute()
    await db.updateTable('counter').set({ next: 1 }).execute()
    await db.updateTable('revision').set({ value: 'empty' }).execute()
  })
