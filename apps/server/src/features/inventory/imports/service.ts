import type { ImportOutcome, ImportSummary, ManyOrder, ManyOutcome } from '@vitrine/contract'
import type { Context } from '../../../context.ts'
import type { Actor } from '../../../http/access.ts'
import { catalogueOf } from '../../attributes/index.ts'
import { changeMany } from './change-many.ts'
import { largeWrites } from './large-writes.ts'
import { type ImportRow, importStore } from './store.ts'
import { type Undone, undoImport } from './undo.ts'
import { type Upload, uploadRows } from './upload.ts'

export const importService = ({ db, clock, get }: Context) => {
  const catalogue = get(catalogueOf)
  const writes = largeWrites({ db, clock })
  return {
    upload: (actor: Actor, upload: Upload): Promise<ImportOutcome> => uploadRows({ db, clock, writes }, actor, upload),

    changeMany: (actor: Actor, order: ManyOrder): Promise<ManyOutcome> =>
      changeMany({ db, clock, writes, catalogue }, actor, order),

    undo: (actor: Actor, importId: number): Promise<Undone> => undoImport({ db, clock, writes }, actor, importId),

    async list(): Promise<ImportSummary[]> {
      return (await importStore(db).all()).map(toSummary)
    },
  }
}

export type ImportService = ReturnType<typeof importService>

const toSummary = (row: ImportRow): ImportSummary => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  by: row.user_name,
  fileName: row.file_name,
  created: row.created,
  changed: row.changed,
  undone: row.undone_at === null ? null : { at: row.undone_at, by: row.undone_by ?? '' },
})
