import { statSync } from 'node:fs'
import type { ItemType } from '@vitrine/contract'
import { printLarge } from '../../apps/server/src/adapters/pdf/large-paper.ts'
import { spoolOf, writeSpool } from '../../apps/server/src/adapters/pdf/spool.ts'
import { paperOf } from '../../apps/server/src/features/documents/paper.ts'
import { photograph } from '../../apps/server/test/photograph.ts'
import { imprint, manySheets, picturesOf } from './sheets.ts'

/** What one process needs to lay out and set so many papers, written to standard output as JSON. */
export interface SetPapers {
  readonly layoutCpu: number
  readonly cpu: number
  readonly wall: number
  /** In megabytes. */
  readonly peak: number
  readonly bytes: number
}

const [type, count, file] = process.argv.slice(2) as [ItemType, string, string]
const sheets = manySheets(type, Number(count))
// The first one draws it; a collection has its pictures already.
await photograph(0)

const started = performance.now()
const before = process.cpuUsage()
const paper = paperOf(type, sheets, imprint, 'Bench', [])
const layout = process.cpuUsage(before)
const pictures = await writeSpool(spoolOf(file), picturesOf(sheets), new AbortController().signal)
await printLarge(paper, pictures, file)
const used = process.cpuUsage(before)
const wall = performance.now() - started

const perPage = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000 / sheets.length
const measured: SetPapers = {
  layoutCpu: perPage(layout),
  cpu: perPage(used),
  wall: wall / sheets.length,
  peak: process.resourceUsage().maxRSS / 1024,
  bytes: statSync(file).size,
}
process.stdout.write(JSON.stringify(measured))
