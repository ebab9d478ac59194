import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import {
  fileNameOf,
  type ItemType,
  inventoryTypes,
  maxMergedPages,
  type PaperEvent,
  type PaperLanguages,
  type PaperProgress,
  paperKindOf,
  perType,
} from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { type CachedFile, fileCache } from '../../adapters/files/file-cache.ts'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import { minutes } from '../../base/clock.ts'
import { busy, Failure, fail, missing } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import { chunks } from '../../db/chunks.ts'
import { outageOf } from '../../http/errors.ts'
import type { Finished } from '../../http/finished.ts'
import { orderOf } from './orders.ts'
import { kindOf } from './paper.ts'
import type { Sheet } from './sheet.ts'
import { itemsMissing, paperKey, paperName, picturesOn, sheetSource } from './sheets.ts'

// Each may have a few hundred megabytes.
const maxFiles = 4
const tickMs = 400
// Typst holds a page with its picture in some 3 MB, and in WebAssembly overflows its stack at some 700 pages.
const sheetsPerPart = 100
const timeoutMs = minutes(10)
// One call reports progress, another one fetches the file.
const incompleteTtlMs = minutes(1)

interface MergeOrder {
  readonly type: ItemType
  /** The items, in order; without it, all that visitors see. */
  readonly ids?: readonly number[]
  readonly languages: PaperLanguages
}

interface Wanted {
  readonly type: ItemType
  readonly languages: PaperLanguages
  readonly sheets: readonly Sheet[]
  readonly key: string
}

/** Many items of a type in one PDF: rendered in a separate process, shared by concurrent callers, cached by content. */
export const mergedPapers = ({ config, papers, log, get }: Context) => {
  const source = get(sheetSource)
  const kept = fileCache(join(config.cacheDir, 'papers', 'merged'), { maxFiles })
  const share = sharedWork<void>()
  // One at a time, because each takes a core and much memory.
  const queue = createQueue({ concurrency: 1, maxWaiting: 3, rejection: busy })
  const progress = new LRUCache<string, PaperProgress>({ max: 100 })
  // An estimate until the first rendering has measured this machine.
  const pace = perType('{type}', (type): number => kindOf(type).pace)

  async function sheetsOf({ type, ids, languages }: MergeOrder): Promise<Sheet[]> {
    if (ids) {
      const wanted = [...new Set(ids)]
      const known = new Map((await source.previews(type, wanted, languages)).map((sheet) => [sheet.id, sheet]))
      return wanted.map((id) => known.get(id) ?? fail(itemsMissing()))
    }
    const count = await source.count(type)
    if (count === 0) throw missing('There is nothing to print yet.')
    if (count > maxMergedPages) {
      throw new Failure('tooLarge', `These are ${count} items. At most ${maxMergedPages} fit into one PDF.`)
    }
    return source.all(type, languages)
  }

  async function wanted(order: MergeOrder): Promise<Wanted> {
    const { type, languages } = order
    const sheets = await sheetsOf(order)
    return { type, languages, sheets, key: paperKey(sheets, languages, source.imprint()) }
  }

  /** How many pages have one language instead of two; not known of what another process made. */
  const oneLanguage = new LRUCache<string, number>({ max: 100 })
  const result = ({ key, sheets, languages }: Wanted): { pages: number; oneLanguage?: number } => ({
    pages: sheets.length,
    ...(languages.length > 1 && { oneLanguage: oneLanguage.get(key) ?? 0 }),
  })

  /** PDFs made while a picture was missing, kept only for the callers who wait for them. */
  const incomplete = new Map<string, { readonly name: string; readonly until: number }>()

  function nameOf({ key }: Wanted): string {
    const made = incomplete.get(key)
    if (made && made.until > performance.now()) return made.name
    incomplete.delete(key)
    return key
  }

  const fileOf = (paper: Wanted): string => `${nameOf(paper)}.pdf`

  const isKept = async (paper: Wanted): Promise<boolean> => (await kept.find(fileOf(paper))) !== null

  /** Shared by all callers, and cancelled when the last of them has left. */
  const render = (paper: Wanted, signal: AbortSignal): Promise<void> =>
    share(paper.key, { client: '', signal }, (sharing) => {
      progress.set(paper.key, { stage: 'waiting', done: 0, total: paper.sheets.length })
      return queue(() => make(paper, sharing.signal), sharing)
    })

  async function make(paper: Wanted, signal: AbortSignal): Promise<void> {
    const { type, languages, sheets } = paper
    const total = sheets.length
    const report = (now: PaperProgress) => progress.set(paper.key, now)
    report({ stage: 'collecting', done: 0, total })
    const parts = [...chunks(sheets, sheetsPerPart)]
    let [pictures, rendered, begun] = [0, 0, 0]
    const advance = setInterval(() => {
      const done = Math.min(total - 1, rendered + Math.floor((performance.now() - begun) / pace[type]))
      if (begun > 0) report({ stage: 'setting', done, total })
    }, tickMs)
    try {
      let isWhole = true
      const lost = () => {
        isWhole = false
      }
      const onPicture = (done: number) => {
        begun = 0
        report({ stage: 'collecting', done, total: pictures })
      }
      const { museum } = inventoryTypes[type]
      const title = `${museum} – ${paperName(type)}s`
      const imprint = source.imprint()
      const orders = parts.map((some) => {
        const before = pictures
        pictures += some.flatMap(picturesOn).length
        return orderOf('sheets', { type, sheets: some, imprint, title, languages }, () =>
          counted(source.pictures(some, 'screen', lost), before, onPicture),
        )
      })
      const onSetting = (part: number) => {
        rendered = part * sheetsPerPart
        begun = performance.now()
        report({ stage: 'setting', done: rendered, total })
      }
      const write = async (path: string) => {
        const { reduced } = await papers.renderToFile(orders, path, { signal, timeoutMs, onSetting })
        oneLanguage.set(paper.key, reduced)
      }
      const spare = randomUUID()
      await kept.keep(() => `${isWhole ? paper.key : spare}.pdf`, write)
      if (!isWhole) incomplete.set(paper.key, { name: spare, until: performance.now() + incompleteTtlMs })
      pace[type] = (performance.now() - begun) / (total - rendered)
    } finally {
      clearInterval(advance)
    }
  }

  /** Renders while it tells how far it is. */
  async function* reports(paper: Wanted): AsyncGenerator<PaperEvent, Error | null> {
    const leave = new AbortController()
    try {
      const outcome = render(paper, leave.signal).then(
        () => null,
        (error: Error) => error,
      )
      let ended: Error | null | 'pending' = await Promise.race([outcome, setImmediate('pending' as const)])
      if (ended instanceof Failure) throw ended
      while (ended === 'pending') {
        const now = progress.get(paper.key)
        if (now) yield { event: 'progress', data: now }
        ended = await Promise.race([outcome, wait(tickMs, 'pending' as const)])
      }
      return ended
    } finally {
      leave.abort()
    }
  }

  const answer = (paper: Wanted, content: CachedFile): Finished => ({
    type: 'application/pdf',
    name: nameOf(paper),
    cache: 'ask',
    content,
    file: { name: fileNameOf(paper.type, paperKindOf(paper.type).merged.fileName, 'pdf'), download: true },
  })

  return {
    async of(order: MergeOrder, signal: AbortSignal): Promise<Finished> {
      const paper = await wanted(order)
      if (!(await isKept(paper))) await render(paper, signal)
      const file = await kept.find(fileOf(paper))
      if (!file) throw new Error('the PDF was evicted from the cache')
      return answer(paper, file)
    },

    /** Renders it if needed; returns the number of pages. */
    async prepare(order: MergeOrder, signal: AbortSignal): Promise<ReturnType<typeof result>> {
      const paper = await wanted(order)
      if (!(await isKept(paper))) await render(paper, signal)
      return result(paper)
    },

    /** The same as an event stream. A failure before the first event is thrown, a later one is the last event. */
    async *progress(order: MergeOrder): AsyncGenerator<PaperEvent> {
      const paper = await wanted(order)
      if (!(await isKept(paper))) {
        const failed = yield* reports(paper)
        if (failed) {
          const outage = outageOf(failed)
          log.error({ err: failed }, outage?.log ?? 'a merged PDF could not be made')
          const { status: statusCode, message } =
            outage?.failure ?? new Failure('unexpected', 'The PDF could not be created. Please try again.')
          yield { event: 'error', data: { statusCode, message } }
          return
        }
      }
      yield { event: 'ready', data: result(paper) }
    },
  }
}

async function* counted(
  pictures: AsyncIterable<PaperPicture>,
  before: number,
  onPicture: (done: number) => void,
): AsyncGenerator<PaperPicture> {
  let done = before
  for await (const picture of pictures) {
    onPicture(done++)
    yield picture
  }
}
