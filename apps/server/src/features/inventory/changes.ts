import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { changeStore, stateCodec } from '../history/index.ts'
import type { ItemState } from './state.ts'

const V1 = z.strictObject({
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.record(z.string(), z.string()),
  public: z.boolean(),
  pictureId: z.int().nullable(),
  recordingId: z.int().nullable(),
})

const Newest = V1.extend({ archived: z.boolean() })

export const itemCodec = stateCodec<ItemState>(Newest, [V1.transform((state) => ({ ...state, archived: false }))])

/** What happened to items. */
export const itemChanges = (db: Db) => changeStore(db, 'item', itemCodec)
