import type { ItemListEntry } from '@vitrine/contract'

const collator = new Intl.Collator('fr-CH', { sensitivity: 'base' })

/** The artists with more than one item, in alphabetical order. */
export function artistsWithSeveral(items: readonly ItemListEntry[]): string[] {
  const counts = new Map<string, number>()
  for (const { artist } of items) {
    const name = artist.trim()
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([name]) => name)
    .sort(collator.compare)
}
