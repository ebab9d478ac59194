import { api, conditionNames, truncateToLine } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import type { ChangeSource } from '../history/index.ts'
import { conditionStore } from './store.ts'
import { toRecordLink } from './view.ts'

const maxTextLength = 300

/** New condition checks, which have no history yet. */
export const newConditionChecks = (db: Db): ChangeSource => ({
  subject: 'condition',
  listedUnder: ['condition'],
  access: api.conditions.ofItem.access,
  list: async (query) =>
    (await conditionStore(db).listWritten(query)).map((row) => ({
      id: row.id,
      at: row.created_at,
      by: `${row.first_name} ${row.last_name}`.trim(),
      did: truncateToLine(
        [conditionNames[row.state], row.remark].filter(Boolean).join(': '),
        maxTextLength,
      ),
      ...toRecordLink(row),
    })),
})
