import type { ImportOutcome, ImportSummary } from '@vitrine/contract'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { importStore } from './store.ts'
import { type Commented, type Undone, undoImport } from './undo.ts'
import { type Upload, uploadRows } from './upload.ts'
import { toSummary } from './view.ts'

export const importService = (db: Db, clock: Clock, commented: Commented) => ({
  upload: (actor: Actor, upload: Upload): Promise<ImportOutcome> => uploadRows(db, clock, actor, upload),

  undo: (actor: Actor, importId: number): Promise<Undone> => undoImport(db, clock, commented, actor, importId),

  async list(): Promise<ImportSummary[]> {
    return (await importStore(db).all()).map(toSummary)
  },
})

export type ImportService = ReturnType<typeof importService>
