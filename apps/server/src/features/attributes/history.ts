import type { Db } from '../../db/tables.ts'
import type { HistoryKind } from '../history/index.ts'
import { type AttributeService, noSuchAttribute } from './service.ts'
import { type AttributeState, attributeCodec, attributeWords } from './state.ts'
import { attributeStore } from './store.ts'

export const attributeHistory = (db: Db, attributes: AttributeService): HistoryKind<AttributeState> => ({
  codec: attributeCodec,
  async expect(id) {
    if (!(await attributeStore(db).find(id))) throw noSuchAttribute()
  },
  words: async () => attributeWords,
  undo: attributes.undo,
})
