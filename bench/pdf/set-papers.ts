import { writeFileSync } from 'node:fs'
import type { ItemType } from '@vitrine/contract'
import { createPaperCompiler } from '../../apps/server/src/adapters/pdf/paper-program.ts'
import { layOutSheetsPaper } from '../../apps/server/src/features/documents/paper.ts'
import { createPhotograph } from '../../apps/server/test/photograph.ts'
import { buildSheets, generatePictures, imprint } from './sheets.ts'

/**
 * Cost of laying out and rendering many pages in one process, which this program prints as JSON.
 */
export interface SetPapers {
  /** Times per page. */
  readonly layoutCpuMs: number
  readonly cpuMs: number
  readonly wallMs: number
  readonly peakMb: number
  readonly bytes: number
}

const [type, count, file] = process.argv.slice(2) as [ItemType, string, string]
const sheets = buildSheets(type, Number(count))
const compiler = await createPaperCompiler()
// Renders the shared photograph before the measurement.
await createPhotograph(0)

const startedAt = performance.now()
const before = process.cpuUsage()
const paper = layOutSheetsPaper({ type, sheets, imprint, title: 'Bench', languages: [] })
const layoutUsage = process.cpuUsage(before)
for await (const picture of generatePictures(sheets)) compiler.addPicture(picture)
const pdf = await compiler.print(paper)
writeFileSync(file, pdf)
const totalUsage = process.cpuUsage(before)
const wallMs = performance.now() - startedAt

const perPage = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000 / sheets.length
const measured: SetPapers = {
  layoutCpuMs: perPage(layoutUsage),
  cpuMs: perPage(totalUsage),
  wallMs: wallMs / sheets.length,
  peakMb: process.resourceUsage().maxRSS / 1024,
  bytes: pdf.length,
}
process.stdout.write(JSON.stringify(measured))
