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

/** The details of items as they are sent, serialized and compressed once for as long as they stay the same. */
export const itemDetailsCache = ({ db, get }: Context) => {
  const items = get(itemReader)
  const cached = cachePerRevision<CachedDetails>({
    db,
    names: ['items'],
    // The compressed bytes, made when they are first asked for, are fewer than these.
    sizeOf: ({ json }) => 2 * json.length,
  })

  return async (id: number): Promise<FinishedAnswer> => {
    const { finished } = await cached(String(id), async (_, earlier) => {
      const json = Buffer.from(JSON.stringify(ItemDetail.parse(await items.get(id))))
      return earlier?.json.equals(json) ? earlier : { json, finished: finishPrivateJson(json) }
    })
    return finished
  }
}
