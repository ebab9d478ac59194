import {
  api,
  type ImportKind,
  inventoryRoute,
  inventoryTypes,
  type ListedChange,
} from '@vitrine/contract'
import type { Db } from '../../../db/tables.ts'
import type { ChangeSource, RecordLink } from '../../history/index.ts'
import { type ImportRow, importStore, type ListedImport } from './store-imports.ts'

/** Lists uploads and changes of many items, one entry each. */
export const importChanges = (db: Db): ChangeSource => ({
  subject: 'import',
  listedUnder: ['import', 'item'],
  access: api.imports.list.access,
  list: async (query) =>
    (await importStore(db).listByTime(query)).map((row) => ({
      id: row.id,
      at: row.at,
      by: row.user_name,
      ...describeImport(row),
      undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by ?? '' },
    })),
})

function describeImport(row: ListedImport): RecordLink & Pick<ListedChange, 'did'> {
  const title = row.file_name || titleByKind[row.kind]
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
    // No link if all items were deleted.
    screen: row.type ? inventoryRoute(row.type) : '',
  }
}

const titleByKind: Record<ImportKind, string> = {
  upload: 'CSV file',
  change: 'Change of many items',
}

/** Formats '3 items added, 1 changed'. */
function formatCounts({ created, changed }: ImportRow): string {
  const formatItems = (count: number) => (count === 1 ? '1 item' : `${count} items`)
  if (created === 0) return changed === 0 ? '' : `${formatItems(changed)} changed`
  const added = `${formatItems(created)} added`
  return changed === 0 ? added : `${added}, ${changed} changed`
}
