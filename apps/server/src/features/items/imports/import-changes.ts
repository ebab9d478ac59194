import { api, type ImportKind, inventoryRoute, inventoryTypes } from '@vitrine/contract'
import type { Db } from '../../../db/tables.ts'
import type { ChangeSource } from '../../history/index.ts'
import { type ImportRow, importStore } from './store-imports.ts'

/** Uploads and changes of many items, one entry each. */
export const importChanges = (db: Db): ChangeSource => ({
  subject: 'import',
  listedUnder: ['import', 'item'],
  access: api.imports.list.access,
  list: async (query) =>
    (await importStore(db).listMade(query)).map((row) => ({
      id: row.id,
      at: row.at,
      by: row.user_name,
      title: row.file_name || titles[row.kind],
      did: [row.type && inventoryTypes[row.type].museum, formatCounts(row)]
        .filter(Boolean)
        .join(': '),
      // Without a link if no item is left.
      screen: row.type ? inventoryRoute(row.type) : '',
      undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by ?? '' },
    })),
})

const titles: Record<ImportKind, string> = {
  upload: 'CSV file',
  change: 'Change of many items',
}

/** '3 items added, 1 changed' */
function formatCounts({ created, changed }: ImportRow): string {
  const counts = [
    { count: created, verb: 'added' },
    { count: changed, verb: 'changed' },
  ].filter(({ count }) => count > 0)
  return counts
    .map(({ count, verb }, index) => {
      if (index > 0) return `${count} ${verb}`
      return `${count} ${count === 1 ? 'item' : 'items'} ${verb}`
    })
    .join(', ')
}
