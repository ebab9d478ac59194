import { randomUUID } from 'node:crypto'
import { type CsvOrder, csvFile, fileNameOf, type ItemType } from '@vitrine/contract'
import { busy, Failure } from '../../../base/failure.ts'
import { createQueue } from '../../../base/queue.ts'
import { yieldingChunks } from '../../../db/chunks.ts'
import type { Db } from '../../../db/tables.ts'
import type { Finished } from '../../../http/finished.ts'
import { itemStore } from '../store.ts'
import { csvColumnsOf, csvValuesOf } from './csv-columns.ts'

/** Others come in between: ten items with all the text they may have are about a megabyte. */
const itemsPerBatch = 10
/** Each is held in memory until it is sent. */
const maxBytes = 64 * 1024 * 1024
const tooLarge = () =>
  new Failure(
    'tooLarge',
    'These items have more text than fits into one file. Please filter the list and save it in parts.',
  )

/** Items with all their attributes, or with some columns, as a CSV file, under the headings that an upload knows. */
export const itemCsv = (db: Db) => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection: busy })

  async function content(type: ItemType, { ids, columns, delimiter }: CsvOrder, signal: AbortSignal): Promise<Buffer> {
    const known = await csvColumnsOf(db, type)
    const headings = columns ? [...new Set(['identifier', ...columns])] : known.headings
    const parts = [Buffer.from(csvFile([headings], delimiter))]
    let bytes = 0
    // An upload takes each item once.
    for await (const some of yieldingChunks([...new Set(ids)], itemsPerBatch)) {
      signal.throwIfAborted()
      const items = await itemStore(db).states(type, some)
      const rows = some.flatMap((id) => {
        const item = items.get(id)
        if (!item || item.state.archived) return []
        const values = csvValuesOf(item.state, known)
        return [headings.map((heading) => values.get(heading) ?? '')]
      })
      // Only the first part has the byte order mark.
      const part = Buffer.from(csvFile(rows, delimiter).slice(1))
      bytes += part.length
      if (bytes > maxBytes) throw tooLarge()
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  return async (type: ItemType, order: CsvOrder, signal: AbortSignal): Promise<Finished> => ({
    type: 'text/csv; charset=utf-8',
    name: randomUUID(),
    cache: 'ask',
    content: { plain: await queue(() => content(type, order, signal), { signal }) },
    file: { name: fileNameOf(type, 'inventory', 'csv'), download: true },
  })
}

export type ItemCsv = ReturnType<typeof itemCsv>
