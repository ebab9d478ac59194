import { labelLanguages, originalOf, textLanguages, translationStates } from '@vitrine/contract'
import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { changeStore, stateCodec } from '../history/index.ts'
import type { ItemState } from './state.ts'
import { mapTexts } from './texts.ts'

const V1 = z.strictObject({
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.record(z.string(), z.string()),
  public: z.boolean(),
  pictureId: z.int().nullable(),
  recordingId: z.int().nullable(),
})
const V2 = V1.extend({ archived: z.boolean() })

/** A translation without a source was made from the original of the same state, which need not be stored twice. */
const StoredTranslation = z.strictObject({
  text: z.string(),
  state: z.enum(translationStates),
  source: z.string().optional(),
})
const V3 = V2.extend({
  language: z.enum(labelLanguages).or(z.literal('')),
  note: z.string(),
  texts: z.partialRecord(z.enum(textLanguages), z.record(z.string(), StoredTranslation)),
})

const sinceV3 = { language: '', note: '', texts: {} } as const

export const itemCodec = stateCodec<ItemState>(
  V3.transform((state) => ({
    ...state,
    texts: mapTexts(state.texts, (text, field) => ({ ...text, source: text.source ?? originalOf(state, field) })),
  })),
  [
    V1.transform((state) => ({ ...state, archived: false, ...sinceV3 })),
    V2.transform((state) => ({ ...state, ...sinceV3 })),
  ],
  (state) => ({
    ...state,
    texts: mapTexts(state.texts, ({ source, ...text }, field) =>
      source === originalOf(state, field) ? text : { ...text, source },
    ),
  }),
)

/** What happened to items. */
export const itemChanges = (db: Db) => changeStore(db, 'item', itemCodec)
