import { type ItemListEntry, type ListKey, sortedByText } from '@vitrine/contract'

/** Those who made more than one item, in alphabetical order. */
export function makersWithSeveralItems(maker: ListKey, items: readonly ItemListEntry[]): string[] {
  const counts = new Map<string, number>()
  for (const item of items) {
    const name = item[maker].trim()
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const several = [...counts].filter(([, count]) => count > 1).map(([name]) => name)
  return sortedByText(several, (name) => name)
}
