import { ItemDetail } from '@vitrine/contract'
import type { Context } from '../../context.ts'
import { finishPrivateJson } from '../../http/finish-text.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { itemReader } from './read.ts'

interface CachedDetails {
  readonly json: Buffer
  readonly finished: FinishedAnswer
}

/** Caches the details of items, serialized and compressed, until they change. */
export const itemDetailsCache = ({ db, get }: Context) => {
  const items = get(itemReader)
  const readCachedDetails = cachePerRevision<CachedDetails>({
    db,
    revisionNames: ['items'],
    // Counts the compressed copy, too, which is rendered with the first request for it.
    sizeOf: ({ json }) => 2 * json.length,
  })

  return async (id: number): Promise<FinishedAnswer> => {
    const { finished } = await readCachedDetails(String(id), async (_, earlier) => {
      const json = Buffer.from(JSON.stringify(ItemDetail.parse(await items.get(id))))
      return earlier?.json.equals(json) ? earlier : { json, finished: finishPrivateJson(json) }
    })
    return finished
  }
}
