import { join } from 'node:path'
import { fileCache } from '../../adapters/files/file-cache.ts'
import type { Context } from '../../context.ts'
import { loanService } from '../exchange/index.ts'
import { visitorsOf } from '../factsheets/index.ts'
import { itemMedia } from '../inventory/index.ts'
import { mergedPapers } from './merged.ts'
import { labelPapers, objectIds, reportPapers } from './one-off.ts'
import { orderQueue } from './orders.ts'
import { documentHandlers, loanHandlers, paperHandlers } from './routes.ts'
import { sheetSource } from './sheets.ts'
import { singlePapers } from './single.ts'

export { paperProgram } from './orders.ts'

// A single one has less than a megabyte, a merged one a few hundred.
const maxFiles = { single: 300, merged: 4 }

/** Everything that is printed, put together. */
export function registerDocuments(context: Context) {
  const { config, clock, log, papers, scratch, publicUrl, get } = context
  const [visitors, media] = [get(visitorsOf), get(itemMedia)]
  const loans = loanService(context)
  const sheets = sheetSource({ visitors, media, clock, publicUrl, config })
  const parts = { sheets, papers, log }
  const orders = orderQueue({ papers, scratch })
  const kept = (kind: keyof typeof maxFiles) =>
    fileCache(join(config.cacheDir, 'papers', kind), { maxFiles: maxFiles[kind] })
  return {
    documents: documentHandlers(
      singlePapers({ ...parts, kept: kept('single') }),
      mergedPapers({ ...parts, kept: kept('merged') }),
    ),
    papers: paperHandlers(labelPapers({ sheets, orders }), reportPapers({ sheets, orders })),
    loans: loanHandlers(objectIds({ loans, media, orders, clock }), loans),
  }
}
