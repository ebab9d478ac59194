import { itemTypes } from '@vitrine/contract'
import type { Tx } from '../../../db/tables.ts'
import type { Occasion } from '../../history/index.ts'
import { withTags } from '../attributes.ts'
import { type ItemState, newState } from '../state.ts'
import { itemStore } from '../store.ts'
import { type Write, writeItems } from '../write.ts'
import { demoCollection, type Exhibit, recordingName } from './collection.ts'

/** The collection in words; `giveDemoMedia` brings its pictures and recordings later. */
export async function seedInventory(tx: Tx, occasion: Occasion): Promise<void> {
  const writes: Write[] = []
  for (const type of itemTypes) {
    const shown: readonly Exhibit[] = demoCollection[type]
    const first = await itemStore(tx).reserveIds(type, shown.length)
    for (const [index, exhibit] of shown.entries()) {
      writes.push({ item: { id: first + index, type }, kind: 'created', before: null, after: deliveredState(exhibit) })
    }
  }
  await writeItems(tx, writes, occasion)
}

/** How an exhibit comes into the house, before its picture and its recording are made. */
export function deliveredState(exhibit: Exhibit): ItemState {
  const { name, description, tags } = exhibit.told
  const mp3 = recordingName(exhibit) ?? ''
  return { ...newState({ identifier: exhibit.identifier, name, description }), tags: withTags({}, { ...tags, mp3 }) }
}
