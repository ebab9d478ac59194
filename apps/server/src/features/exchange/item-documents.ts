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

interface DocumentFormat {
  readonly path: (type: ItemType, number: number | ':number') => string
  readonly render: (record: ObjectRecord) => Promise<RenderedDocument>
}

interface RenderedDocument {
  readonly answer: FinishedAnswer | NegotiableAnswer
  /** Bytes in memory: the text, and its compressed form after the first request. */
  readonly bytes: number
}

const documentFormats: readonly DocumentFormat[] = [
  {
    path: linkedArtPath,
    async render(record) {
      const answer = await finishLinkedJson(toLinkedArt(record))
      return { answer, bytes: answer.bytes }
    },
  },
  {
    path: lidoPath,
    async render(record) {
      const xml = renderLidoDocument(record)
      const answer = await finishText('application/xml; charset=utf-8', xml)
      // Room for the text and its compressed form.
      return { answer, bytes: 2 * xml.length }
    },
  },
]

/**
 * Documents about one item for other programs, as Linked Art and LIDO. `read` returns null unless
 * the item is public.
 */
export function createItemDocuments({ db, publicUrl, get }: Context) {
  const records = get(publicRecordReader)
  const readCachedDocument = cachePerRevision<RenderedDocument | null>({
    db,
    revisionNames: ['items', 'attributes'],
    sizeOf: (document) => document?.bytes ?? 0,
  })
  return documentFormats.map(({ path, render }) => ({
    path,

    async read(type: ItemType, number: number): Promise<RenderedDocument['answer'] | null> {
      const document = await readCachedDocument(publicUrl() + path(type, number), async () => {
        const record = await records.findByNumber(type, number)
        return record && render(record)
      })
      return document?.answer ?? null
    },
  }))
}

export type ItemDocuments = ReturnType<typeof createItemDocuments>
