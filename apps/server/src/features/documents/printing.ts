import { join } from 'node:path'
import { fileCache } from '../../adapters/files/file-cache.ts'
import type { Scratch } from '../../adapters/files/scratch.ts'
import type { Papers } from '../../adapters/pdf/papers.ts'
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { Config } from '../../config/config.ts'
import type { LoanService } from '../exchange/index.ts'
import type { VisitorService } from '../factsheets/index.ts'
import type { ItemMedia } from '../inventory/index.ts'
import { labelPapers } from './labels/labels.ts'
import { mergedPapers } from './merged.ts'
import { objectIds } from './object-id/object-ids.ts'
import { orderQueue } from './orders.ts'
import { reportPapers } from './reports/reports.ts'
import { documentHandlers } from './routes.ts'
import { loanHandlers } from './routes-loans.ts'
import { paperHandlers } from './routes-papers.ts'
import { sheetSource } from './sheets.ts'
import { singlePapers } from './single.ts'

interface Parts {
  readonly config: Pick<Config, 'foundation' | 'cacheDir'>
  readonly clock: Clock
  readonly log: Log
  readonly papers: Papers
  readonly scratch: Scratch
  readonly visitors: VisitorService
  readonly media: ItemMedia
  readonly publicUrl: () => string
  readonly loans: LoanService
}

// A single one has less than a megabyte, a merged one a few hundred.
const maxFiles = { single: 300, merged: 4 }

/** Everything that is printed, put together. */
export function printing({ config, clock, log, papers, scratch, visitors, media, publicUrl, loans }: Parts) {
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
