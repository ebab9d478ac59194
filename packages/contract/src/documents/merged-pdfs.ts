import type { ItemType } from '../inventory/types.ts'

/** The PDFs with a page for each item of a type. */
export const mergedPdfs = {
  car: { title: 'PDF One-Pagers', fileName: 'one_pagers_le_manege.pdf' },
  art: { title: 'PDF Info Cards', fileName: 'info_cards_la_grange.pdf' },
} as const satisfies Record<ItemType, { title: string; fileName: string }>
