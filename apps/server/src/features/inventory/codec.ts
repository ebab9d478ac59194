import {
  labelLanguages,
  licenceIds,
  newPictureWords,
  originalOf,
  pictureKinds,
  textLanguages,
  translationStates,
} from '@vitrine/contract'
import { z } from 'zod'
import type { ItemState, StatePicture } from '../../db/items.ts'
import type { Db } from '../../db/tables.ts'
import { changeStore, stateCodec } from '../history/index.ts'
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

/** What is said of a picture is stored where it is not as usual. */
const StoredPicture = z
  .strictObject({
    mediaId: z.int(),
    kind: z.enum(pictureKinds).default(newPictureWords.kind),
    credit: z.string().default(''),
    licence: z.enum(licenceIds).or(z.literal('')).default(''),
    public: z.boolean().default(newPictureWords.public),
    alt: z.partialRecord(z.enum(textLanguages), z.string()).default({}),
  })
  .transform((stored): StatePicture => ({ ...stored, alt: { ...newPictureWords.alt, ...stored.alt } }))
const V4 = V3.omit({ pictureId: true }).extend({ pictures: z.array(StoredPicture) })

const compactPicture = ({ mediaId, alt, ...words }: StatePicture) => ({
  mediaId,
  ...unusual(words, newPictureWords),
  ...(Object.values(alt).some(Boolean) && { alt: unusual(alt, newPictureWords.alt) }),
})

const unusual = <T extends object>(values: T, usual: T) =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== usual[key as keyof T]))

const sinceV3 = { language: '', note: '', texts: {} } as const
/** Until then an item had one picture or none. */
const sinceV4 = <State extends { pictureId: number | null }>({ pictureId, ...state }: State) => ({
  ...state,
  pictures: pictureId === null ? [] : [{ mediaId: pictureId, ...newPictureWords }],
})
/** Puts the originals back that translations were made from. */
const withSources = <State extends z.output<typeof V4> | z.output<typeof V3>>(state: State) => ({
  ...state,
  texts: mapTexts(state.texts, (text, field) => ({ ...text, source: text.source ?? originalOf(state, field) })),
})

export const itemCodec = stateCodec<ItemState>(
  V4.transform(withSources),
  [
    V1.transform((state) => sinceV4({ ...state, archived: false, ...sinceV3 })),
    V2.transform((state) => sinceV4({ ...state, ...sinceV3 })),
    V3.transform((state) => sinceV4(withSources(state))),
  ],
  (state) => ({
    ...state,
    pictures: state.pictures.map(compactPicture),
    texts: mapTexts(state.texts, ({ source, ...text }, field) =>
      source === originalOf(state, field) ? text : { ...text, source },
    ),
  }),
)

/** What happened to items. */
export const itemChanges = (db: Db) => changeStore(db, 'item', itemCodec)
