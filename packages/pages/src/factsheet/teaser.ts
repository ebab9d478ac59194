import type { AttributeRow } from '@vitrine/contract'
import { shortened } from '../document/shortened.ts'

/** A line or two about the item for those who show a link to it. */
export const teaser = (description: string, rows: readonly AttributeRow[]): string =>
  shortened(
    description.replaceAll(/\s+/g, ' ').trim() || rows.map(({ label, value }) => `${label}: ${value}`).join(', '),
  )
