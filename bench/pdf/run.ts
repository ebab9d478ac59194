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

/**
 * Renders the PDFs of many items as the server does, and prints the same cars with Chromium for
 * comparison.
 */
const pages = 500
// The number of pages that the server renders in one process.
const pagesPerPart = 100
const chromiumPages = 40
const singleRuns = 60

const execFileAsync = promisify(execFile)

const cars = await renderMany('car')
const cards = await renderMany('art')
const singleCarMs = await measureSingle('car')
const singleCardMs = await measureSingle('art')
const { together, alone } = await printInChromium(chromiumPages)
const health = await measureHealthWhileMerging(pages)

const p99 = health.healthTimesMs[Math.floor(health.healthTimesMs.length * 0.99)] ?? Number.NaN

report({
  title: 'PDFs',
  text: `${pages} items with the demo’s texts and a photograph each, in parts of ${pagesPerPart}; Chromium prints ${chromiumPages} of the same cars in the same run. One paper alone is set by a process that is warm: the median of ${singleRuns}.`,
  tables: [
    {
      title: 'Merged, for each page',
      rows: [
        {
          what: 'A4 One Pager, CPU',
          figure: cars.cpuMs,
          unit: 'ms',
          target: { atMost: 20 },
          beside: toOtherFigures(cars),
        },
        {
          what: 'A6 Info Card, CPU',
          figure: cards.cpuMs,
          unit: 'ms',
          target: { atMost: 15 },
          beside: toOtherFigures(cards),
        },
        {
          what: 'A4 in Chromium, one by one, CPU',
          figure: alone.cpuMs,
          unit: 'ms',
          beside: { 'clock, ms': alone.wallMs },
        },
        {
          what: 'A4 in Chromium, all in one, CPU',
          figure: together.cpuMs,
          unit: 'ms',
          beside: { 'clock, ms': together.wallMs },
        },
        {
          what: 'less CPU than Chromium, one by one',
          figure: alone.cpuMs / cars.cpuMs,
          unit: 'times',
          target: { atLeast: 7 },
        },
        {
          what: 'less CPU than Chromium, all in one',
          figure: together.cpuMs / cars.cpuMs,
          unit: 'times',
        },
        {
          what: `peak memory of the process that sets ${pagesPerPart} A4 pages`,
          figure: cars.peakMb,
          unit: 'MB',
          target: { atMost: 1024 },
        },
        { what: `the same for ${pagesPerPart} A6 cards`, figure: cards.peakMb, unit: 'MB' },
      ],
    },
    {
      title: 'One alone, from the warm process',
      rows: [
        { what: 'A4 One Pager', figure: singleCarMs, unit: 'ms', target: { atMost: 30 } },
        { what: 'A6 Info Card', figure: singleCardMs, unit: 'ms', target: { atMost: 30 } },
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
          beside: { asked: health.healthTimesMs.length },
        },
        { what: 'the download, made', figure: health.firstDownloadMs / 1_000, unit: 's' },
        { what: 'the download, kept', figure: health.secondDownloadMs / 1_000, unit: 's' },
        { what: 'peak memory of the server itself', figure: health.peakMb, unit: 'MB' },
      ],
    },
  ],
})

function toOtherFigures({ layoutCpuMs, wallMs, bytes }: SetPapers): NonNullable<Row['beside']> {
  return { 'of it layout': layoutCpuMs, 'clock, ms': wallMs, 'file, MB': bytes / 1024 ** 2 }
}

async function renderMany(type: ItemType): Promise<SetPapers> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-'))
  const program = fileURLToPath(new URL('set-papers.ts', import.meta.url))
  const parts: SetPapers[] = []
  while (parts.length < pages / pagesPerPart) {
    const args = [
      ...typstNodeFlags,
      program,
      type,
      String(pagesPerPart),
      join(folder.path, 'part.pdf'),
    ]
    parts.push(JSON.parse((await execFileAsync(process.execPath, args)).stdout))
  }
  const computeMean = (figure: keyof SetPapers) =>
    parts.reduce((sum, part) => sum + part[figure], 0) / parts.length
  return {
    layoutCpuMs: computeMean('layoutCpuMs'),
    cpuMs: computeMean('cpuMs'),
    wallMs: computeMean('wallMs'),
    peakMb: Math.max(...parts.map(({ peakMb }) => peakMb)),
    bytes: computeMean('bytes') * parts.length,
  }
}

/** Measures the median time from the item's data to the finished file, after a warm-up. */
async function measureSingle(type: ItemType): Promise<number> {
  const papers = createPaperRenderer(paperProgramUrl)
  const times: number[] = []
  for (const sheet of buildSheets(type, singleRuns + 10)) {
    const pictures: PaperPicture[] = []
    for await (const picture of generatePictures([sheet])) pictures.push(picture)
    const startedAt = performance.now()
    await papers.render(
      toPaperOrder(
        'sheets',
        { type, sheets: [sheet], imprint, title: sheet.name, languages: [] },
        () => pictures,
      ),
    )
    times.push(performance.now() - startedAt)
  }
  await papers.close()
  return times.slice(10).sort((a, b) => a - b)[Math.floor(singleRuns / 2)] ?? Number.NaN
}
