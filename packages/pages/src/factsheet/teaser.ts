import type { AttributeRow } from '@vitrine/contract'

const longest = 200

/** A line or two about the item for those who show a link to it. */
export function teaser(description: string, rows: readonly AttributeRow[]): string {
  const text =
    description.replaceAll(/\s+/g, ' ').trim() || rows.map(({ label, value }) => `${label}: ${value}`).join(', ')
  if (text.length <= longest) return text
  return `${text.slice(0, longest).replace(/\s\S*$/, '')} …`
}
