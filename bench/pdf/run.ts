import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ItemType } from '@vitrine/contract'
import type { PaperPicture } from '../../apps/server/src/adapters/pdf/papers.ts'
import {
  createPaperRenderer,
  typstNodeFlags,
} from '../../apps/server/src/adapters/pdf/typst-papers.ts'
import { paperProgramUrl, toPaperOrder } from '../../apps/server/src/features/documents/orders.ts'
import { type Row, report } from '../report.ts'
import { measureHealthWhileMerging } from './health.ts'
import { printInChromium } from './in-chromium.ts'
import type { SetPapers } from './set-papers.ts'
import { buildSheets, generatePictures, imprint } from './sheets.ts'

/** Sets the papers of many items as the server does, and has Chromium print the same cars in the same run. */
const pages = 500
// As many as the server sets in one process.
const perPart = 100
const inChromium = 40
const singles = 60

const run = promisify(execFile)

const cars = await setMany('car')
const cards = await setMany('art')
const [oneCar, oneCard] = [await single('car'), await single('art')]
const { together, alone } = await printInChromium(inChromium)
const health = await measureHealthWhileMerging(pages)

const p99 = health.healths[Math.floor(health.healths.length * 0.99)] ?? Number.NaN

report({
  title: 'PDFs',
  text: `${pages} items with the demo’s texts and a photograph each, in parts of ${perPart}; Chromium prints ${inChromium} of the same cars in the same run. One paper alone is set by a process that is warm: the median of ${singles}.`,
  tables: [
    {
      title: 'Merged, for each page',
      rows: [
        {
          what: 'A4 One Pager, CPU',
          figure: cars.cpu,
          unit: 'ms',
          target: { atMost: 20 },
          beside: besides(cars),
        },
        {
          what: 'A6 Info Card, CPU',
          figure: cards.cpu,
          unit: 'ms',
          target: { atMost: 15 },
          beside: besides(cards),
        },
        {
          what: 'A4 in Chromium, one by one, CPU',
          figure: alone.cpu,
          unit: 'ms',
          beside: { 'clock, ms': alone.wall },
        },
        {
          what: 'A4 in Chromium, all in one, CPU',
          figure: together.cpu,
          unit: 'ms',
          beside: { 'clock, ms': together.wall },
        },
        {
          what: 'less CPU than Chromium, one by one',
          figure: alone.cpu / cars.cpu,
          unit: 'times',
          target: { atLeast: 7 },
        },
        {
          what: 'less CPU than Chromium, all in one',
          figure: together.cpu / cars.cpu,
          unit: 'times',
        },
        {
          what: `peak memory of the process that sets ${perPart} A4 pages`,
          figure: cars.peak,
          unit: 'MB',
          target: { atMost: 1024 },
        },
        { what: `the same for ${perPart} A6 cards`, figure: cards.peak, unit: 'MB' },
      ],
    },
    {
      title: 'One alone, from the warm process',
      rows: [
        { what: 'A4 One Pager', figure: oneCar, unit: 'ms', target: { atMost: 30 } },
        { what: 'A6 Info Card', figure: oneCard, unit: 'ms', target: { atMost: 30 } },
      ],
    },
    {
      title: `The server while ${pages} A4 pages are merged`,
      rows: [
        {
          what: '/api/health, p99',
          figure: p99,
          unit: 'ms',
          target: { atMost: 100 },
          beside: { asked: health.healths.length },
        },
        { what: 'the download, made', figure: health.firstDownload / 1_000, unit: 's' },
        { what: 'the download, kept', figure: health.secondDownload / 1_000, unit: 's' },
        { what: 'peak memory of the server itself', figure: health.peak, unit: 'MB' },
      ],
    },
  ],
})

function besides({ layoutCpu, wall, bytes }: SetPapers): NonNullable<Row['beside']> {
  return { 'of it layout': layoutCpu, 'clock, ms': wall, 'file, MB': bytes / 1024 ** 2 }
}

async function setMany(type: ItemType): Promise<SetPapers> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-'))
  const program = fileURLToPath(new URL('set-papers.ts', import.meta.url))
  const parts: SetPapers[] = []
  while (parts.length < pages / perPart) {
    const args = [...typstNodeFlags, program, type, String(perPart), join(folder.path, 'part.pdf')]
    parts.push(JSON.parse((await run(process.execPath, args)).stdout))
  }
  const mean = (figure: keyof SetPapers) =>
    parts.reduce((sum, part) => sum + part[figure], 0) / parts.length
  return {
    layoutCpu: mean('layoutCpu'),
    cpu: mean('cpu'),
    wall: mean('wall'),
    peak: Math.max(...parts.map(({ peak }) => peak)),
    bytes: mean('bytes') * parts.length,
  }
}

/** From the item's facts to the finished file, the median of many after some to warm up. */
async function single(type: ItemType): Promise<number> {
  const papers = createPaperRenderer(paperProgramUrl)
  const times: number[] = []
  for (const sheet of buildSheets(type, singles + 10)) {
    const pictures: PaperPicture[] = []
    for await (const picture of generatePictures([sheet])) pictures.push(picture)
    const started = performance.now()
    await papers.render(
      toPaperOrder(
        'sheets',
        { type, sheets: [sheet], imprint, title: sheet.name, languages: [] },
        () => pictures,
      ),
    )
    times.push(performance.now() - started)
  }
  await papers.close()
  return times.slice(10).sort((a, b) => a - b)[Math.floor(singles / 2)] ?? Number.NaN
}
