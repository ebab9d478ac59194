import type { ItemType } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { finishText } from '../../http/finish-text.ts'
import type { FinishedAnswer, NegotiableAnswer } from '../../http/finished.ts'
import { finishLinkedJson } from '../../http/linked-json.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { lidoPath, linkedArtPath } from '../factsheets/index.ts'
import { type ObjectRecord, publicRecordReader } from '../object-record/index.ts'
import { renderLidoDocument } from './lido.ts'
import { toLinkedArt } from './linked-art.ts'

interface Form {
  readonly path: (type: ItemType, number: number | ':number') => string
  readonly finish: (record: ObjectRecord) => Promise<Document>
}

interface Document {
  readonly answer: FinishedAnswer | NegotiableAnswer
  /** Bytes in memory: as text, and compressed with the first request for it. */
  readonly bytes: number
}

const forms: readonly Form[] = [
  {
    path: linkedArtPath,
    async finish(record) {
      const answer = await finishLinkedJson(toLinkedArt(record))
      return { answer, bytes: answer.bytes }
    },
  },
  {
    path: lidoPath,
    async finish(record) {
      const xml = renderLidoDocument(record)
      return {
        answer: await finishText('application/xml; charset=utf-8', xml),
        bytes: 2 * xml.length,
      }
    },
  },
]

/**
 * Documents about one item for other programs, such as Linked Art and LIDO; null unless it is
 * public.
 */
export function createItemDocuments({ db, publicUrl, get }: Context) {
  const records = get(publicRecordReader)
  const cached = cachePerRevision<Document | null>({
    db,
    revisionNames: ['items', 'attributes'],
    sizeOf: (document) => document?.bytes ?? 0,
  })
  return forms.map(({ path, finish }) => ({
    path,

    async read(type: ItemType, number: number): Promise<Document['answer'] | null> {
      const document = await cached(publicUrl() + path(type, number), async () => {
        const record = await records.findByNumber(type, number)
        return record && finish(record)
      })
      return document?.answer ?? null
    },
  }))
}

export type ItemFormRoutes = ReturnType<typeof createItemDocuments>
