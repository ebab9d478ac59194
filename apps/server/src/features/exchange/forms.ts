import type { ItemType } from '@vitrine/contract'
import { finishText } from '../../http/finish-text.ts'
import type { Finished, Forms } from '../../http/finished.ts'
import { linkedJson } from '../../http/linked-json.ts'
import { lidoPath, linkedArtPath } from '../factsheets/index.ts'
import type { ObjectRecord } from '../object-record/index.ts'
import { lidoDocument } from './lido.ts'
import { linkedArtOf } from './linked-art.ts'

interface Form {
  readonly path: (type: ItemType, number: number | ':number') => string
  readonly finish: (record: ObjectRecord) => Forms | Promise<Finished>
}

/** The forms in which other programs read one item. */
export const forms: readonly Form[] = [
  { path: linkedArtPath, finish: (record) => linkedJson(linkedArtOf(record)) },
  { path: lidoPath, finish: (record) => finishText('application/xml; charset=utf-8', lidoDocument(record)) },
]
