import type { ItemListEntry, ItemType } from '@vitrine/contract'

/** Headers are the names by which an upload knows the same columns. */
const fields = {
  car: ['identifier', 'name', 'origin', 'country', 'model', 'year', 'body'],
  art: ['identifier', 'name', 'artist', 'music', 'composer'],
} as const satisfies Record<ItemType, readonly (keyof ItemListEntry)[]>

export function listRows(type: ItemType, items: readonly ItemListEntry[], found: Uint32Array): string[][] {
  const shown = Array.from(found).flatMap((row) => items[row] ?? [])
  return [[...fields[type]], ...shown.map((item) => fields[type].map((field) => item[field]))]
}
