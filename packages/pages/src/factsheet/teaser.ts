import type { AttributeRow } from '@vitrine/contract'

const longest = 200

/** A line or two about the item for those who show a link to it. */
export function teaser(description: string, rows: readonly AttributeRow[]): string {
  const text =
    description.replaceAll(/\s+/g, ' ').trim() || rows.map(({ label, value }) => `${label}: ${value}`).join(', ')
  if (text.length <= longest) return text
  // Not in the middle of an emoji: half of one is no character.
  const beginning = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  return `${beginning.replace(/\s\S*$/, '')} …`
}
