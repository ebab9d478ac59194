import { inventoryTypes, type PaperProgress, perType } from '@vitrine/contract'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import { minutes } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import type { MergedPaper } from './merged-order.ts'
import { toPaperOrder } from './orders.ts'
import { getPaperSpec } from './paper.ts'
import { getPaperName, listSheetPictures, sheetReader } from './sheets.ts'

/** Interval between progress reports. */
export const progressIntervalMs = 400
// Typst takes some 3 MB per page with a picture, and its WebAssembly stack overflows at some 700
// pages.
const sheetsPerPart = 100
const timeoutMs = minutes(10)

interface RenderOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: PaperProgress) => void
}

interface RenderResult {
  /** Whether all pictures were found. */
  readonly isComplete: boolean
  /** Pages with one language instead of two. */
  readonly oneLanguagePages: number
}

/** Renders merged PDFs in a separate process, in parts that it joins. */
export function createMergedRenderer({ papers, get }: Context) {
  const reader = get(sheetReader)
  // At first the usual times; after each rendering, the time that it took.
  const msPerSheet = perType('{type}', (type): number => getPaperSpec(type).msPerPage)

  return async (
    { type, languages, sheets }: MergedPaper,
    path: string,
    { signal, onProgress }: RenderOptions,
  ): Promise<RenderResult> => {
    using progress = createProgressReporter(sheets.length, msPerSheet[type], onProgress)
    let isComplete = true
    const onLost = () => {
      isComplete = false
    }
    let pictureCount = 0
    const onPicture = (done: number) => progress.reportCollected(done, pictureCount)
    const title = `${inventoryTypes[type].museum} – ${getPaperName(type)}s`
    const imprint = reader.imprint()
    const orders = [...splitIntoBatches(sheets, sheetsPerPart)].map((part) => {
      const picturesBefore = pictureCount
      pictureCount += part.flatMap(listSheetPictures).length
      return toPaperOrder('sheets', { type, sheets: part, imprint, title, languages }, () =>
        countPictures(reader.readPictures(part, 'screen', onLost), picturesBefore, onPicture),
      )
    })
    const onRenderStart = (partIndex: number) => progress.startSetting(partIndex * sheetsPerPart)
    const { shortenedPages } = await papers.renderToFile(orders, path, {
      signal,
      timeoutMs,
      onRenderStart,
    })
    msPerSheet[type] = progress.measureMsPerSheet()
    return { isComplete, oneLanguagePages: shortenedPages }
  }
}

/**
 * Reports progress; while sheets are set, the process reports nothing, so progress is estimated by
 * time.
 */
function createProgressReporter(
  total: number,
  msPerSheet: number,
  onProgress: RenderOptions['onProgress'],
) {
  let doneBefore = 0
  let settingSince: number | null = null

  const timer = setInterval(() => {
    if (settingSince === null) return
    const done = doneBefore + Math.floor((performance.now() - settingSince) / msPerSheet)
    onProgress({ stage: 'setting', done: Math.min(total - 1, done), total })
  }, progressIntervalMs)
  onProgress({ stage: 'collecting', done: 0, total })

  return {
    reportCollected(done: number, pictureCount: number): void {
      settingSince = null
      onProgress({ stage: 'collecting', done, total: pictureCount })
    },

    /** Starts the estimate for a part; `sheetsBefore` are in earlier parts. */
    startSetting(sheetsBefore: number): void {
      doneBefore = sheetsBefore
      settingSince = performance.now()
      onProgress({ stage: 'setting', done: sheetsBefore, total })
    },

    /** Measures the time per sheet of the last part. */
    measureMsPerSheet: (): number =>
      (performance.now() - (settingSince ?? 0)) / (total - doneBefore),

    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Reports how many pictures were read before each one, earlier parts included. */
async function* countPictures(
  pictures: AsyncIterable<PaperPicture>,
  picturesBefore: number,
  onPicture: (done: number) => void,
): AsyncGenerator<PaperPicture> {
  let done = picturesBefore
  for await (const picture of pictures) {
    onPicture(done++)
    yield picture
  }
}
