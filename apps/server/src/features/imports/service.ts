import type { ImportOutcome, ImportSummary, ManyOrder, ManyOutcome } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { catalogueOf } from '../attributes/index.ts'
import { commentedItems } from '../comments/index.ts'
import { changeMany } from './change-many.ts'
import { largeWrites } from './large-writes.ts'
import { importStore } from './store.ts'
import { type Undone, undoImport } from './undo.ts'
import { type Upload, uploadRows } from './upload.ts'
import { toSummary } from './view.ts'

export const importService = ({ db, clock, get }: Context) => {
  const catalogue = get(catalogueOf)
  const writes = largeWrites({ db, clock, commented: commentedItems })
  return {
    upload: (actor: Actor, upload: Upload): Promise<ImportOutcome> => uploadRows({ db, clock, writes }, actor, upload),

    changeMany: (actor: Actor, order: ManyOrder): Promise<ManyOutcome> =>
      changeMany({ db, clock, writes, catalogue }, actor, order),

    undo: (actor: Actor, importId: number): Promise<Undone> =>
      undoImport({ db, clock, writes, commented: commentedItems }, actor, importId),

    async list(): Promise<ImportSummary[]> {
      return (await importStore(db).all()).map(toSummary)
    },
  }
}

export type ImportService = ReturnType<typeof importService>
