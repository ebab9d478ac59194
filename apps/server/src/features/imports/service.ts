import type { ImportOutcome, ImportSummary, ManyOrder, ManyOutcome } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { AttributeCatalogue } from '../attributes/index.ts'
import type { Commented } from '../inventory/index.ts'
import { changeMany } from './change-many.ts'
import { largeWrites } from './large-writes.ts'
import { importStore } from './store.ts'
import { type Undone, undoImport } from './undo.ts'
import { type Upload, uploadRows } from './upload.ts'
import { toSummary } from './view.ts'

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly catalogue: AttributeCatalogue
  readonly commented: Commented
}

export const importService = ({ db, clock, catalogue, commented }: Parts) => {
  const writes = largeWrites({ db, clock, commented })
  return {
    upload: (actor: Actor, upload: Upload): Promise<ImportOutcome> => uploadRows({ db, clock, writes }, actor, upload),

    changeMany: (actor: Actor, order: ManyOrder): Promise<ManyOutcome> =>
      changeMany({ db, clock, writes, catalogue }, actor, order),

    undo: (actor: Actor, importId: number): Promise<Undone> =>
      undoImport({ db, clock, writes, commented }, actor, importId),

    async list(): Promise<ImportSummary[]> {
      return (await importStore(db).all()).map(toSummary)
    },
  }
}

export type ImportService = ReturnType<typeof importService>
