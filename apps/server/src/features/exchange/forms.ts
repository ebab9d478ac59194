import type { ItemType } from '@vitrine/contract'
import { type Finished, type Forms, finishText, linkedJson } from '../../http/finished.ts'
import { lidoPath, linkedArtPath } from '../factsheets/index.ts'
import { lidoDocument } from './lido/lido.ts'
import { linkedArtOf } from './linked-art/object.ts'
import type { ExchangeRecord } from './record.ts'

interface Form {
  readonly path: (type: ItemType, number: number | ':number') => string
  readonly finish: (record: ExchangeRecord) => Forms | Promise<Finished>
}

/** The forms in which other programs read one item. */
export const forms: readonly Form[] = [
  { path: linkedArtPath, finish: (record) => linkedJson(linkedArtOf(record)) },
  { path: lidoPath, finish: (record) => finishText('application/xml; charset=utf-8', lidoDocument(record)) },
]
