import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Db } from '../../db/tables.ts'
import { currentAnswer } from '../../http/current-answer.ts'
import type { Finished } from '../../http/finished.ts'
import { allMentions } from '../../projections/index.ts'
import { journalStore } from './store.ts'
import { toEntries } from './view.ts'

const compress = promisify(brotliCompress)
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 22 } }

/** The whole journal, encoded once per revision. */
export const preparedList = (db: Db) =>
  currentAnswer({ revision: () => journalStore(db).revision(), make: () => prepare(db) })

async function prepare(db: Db): Promise<Finished> {
  const store = journalStore(db)
  const data = toEntries(await store.all(), await store.tags(), await store.tagsOfAll(), await allMentions(db))
  const plain = Buffer.from(JSON.stringify({ data }))
  return {
    type: 'application/json; charset=utf-8',
    name: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    cache: 'ask',
    content: { plain, brotli: await compress(plain, fast) },
  }
}
