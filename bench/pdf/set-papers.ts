import { writeFileSync } from 'node:fs'
import type { ItemType } from '@vitrine/contract'
import { createPaperCompiler } from '../../apps/server/src/adapters/pdf/paper-program.ts'
import { sheetsPaper } from '../../apps/server/src/features/documents/paper.ts'
import { photograph } from '../../apps/server/test/photograph.ts'
import { buildSheets, generatePictures, imprint } from './sheets.ts'

/** The cost of laying out and setting so many papers in one process, written to standard output as JSON. */
export interface SetPapers {
  readonly layoutCpu: number
  readonly cpu: number
  readonly wall: number
  /** In megabytes. */
  readonly peak: number
  readonly bytes: number
}

const [type, count, file] = process.argv.slice(2) as [ItemType, string, string]
const sheets = buildSheets(type, Number(count))
const compiler = await createPaperCompiler()
// The first one draws it; a collection has its pictures already.
await photograph(0)

const started = performance.now()
const before = process.cpuUsage()
const paper = sheetsPaper(type, sheets, imprint, 'Bench', [])
const layout = process.cpuUsage(before)
for await (const picture of generatePictures(sheets)) compiler.addPicture(picture)
const pdf = await compiler.print(paper)
writeFileSync(file, pdf)
const used = process.cpuUsage(before)
const wall = performance.now() - started

const perPage = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000 / sheets.length
const measured: SetPapers = {
  layoutCpu: perPage(layout),
  cpu: perPage(used),
  wall: wall / sheets.length,
  peak: process.resourceUsage().maxRSS / 1024,
  bytes: pdf.length,
}
process.stdout.write(JSON.stringify(measured))
