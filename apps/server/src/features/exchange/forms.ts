import type { ItemType } from '@vitrine/contract'
import { lidoPath, linkedArtPath } from '../factsheets/index.ts'
import { lidoDocument } from './lido/lido.ts'
import { linkedArtContext, linkedArtOf } from './linked-art/object.ts'
import type { ExchangeRecord } from './record.ts'

interface Form {
  /** As the answer's header names it. */
  readonly type: string
  readonly path: (type: ItemType, number: number | ':number') => string
  readonly write: (record: ExchangeRecord) => string
}

/** The forms in which other programs read one item. */
export const forms: readonly Form[] = [
  {
    type: `application/ld+json;profile="${linkedArtContext}"`,
    path: linkedArtPath,
    write: (record) => JSON.stringify(linkedArtOf(record)),
  },
  { type: 'application/xml; charset=utf-8', path: lidoPath, write: lidoDocument },
]
