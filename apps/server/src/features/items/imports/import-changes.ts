import {
  api,
  type ImportKind,
  inventoryRoute,
  inventoryTypes,
  type ListedChange,
} from '@vitrine/contract'
import type { Db } from '../../../db/tables.ts'
import type { ChangeSource, RecordLink } from '../../history/index.ts'
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
      ...describeImport(row),
      undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by ?? '' },
    })),
})

type MadeImport = Awaited<ReturnType<ReturnType<typeof importStore>['listMade']>>[number]

function describeImport(row: MadeImport): RecordLink & Pick<ListedChange, 'did'> {
  const title = row.file_name || titles[row.kind]
  // An import of one item is a change of that item.
  if (row.created + row.changed === 1 && row.item_id !== null)
    return {
      title: `${row.identifier ?? ''} ${row.name ?? ''}`.trim(),
      did: title,
      screen: `/inventory-detail/${row.item_id}`,
      part: 'history',
    }

  const museum = row.type && inventoryTypes[row.type].museum
  return {
    title,
    did: [museum, formatCounts(row)].filter(Boolean).join(': '),
    // Without a link if no item is left.
    screen: row.type ? inventoryRoute(row.type) : '',
  }
}

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
