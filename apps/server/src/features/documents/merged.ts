import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fileNameOf, type ItemType, inventoryTypes, type PaperEvent, paperKindOf, perType } from '@vitrine/contract'
import type { CachedFile, FileCache } from '../../adapters/files/file-cache.ts'
import type { PaperPicture, Papers } from '../../adapters/pdf/papers.ts'
import { minutes } from '../../base/clock.ts'
import { Failure, missing } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import { outageOf } from '../../http/errors.ts'
import type { Finished } from '../../http/finished.ts'
import { orderOf } from './orders.ts'
import { kindOf } from './paper.ts'
import { type RenderingWork, renderings, type Share } from './renderings.ts'
import type { Sheet } from './sheet.ts'
import { paperKey, paperName, type SheetSource } from './sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly papers: Papers
  readonly kept: FileCache
  readonly log: Log
}

/** More would not fit into memory; nobody prints them in one go. */
const mostPages = 2_000
const tick = 400
const timeoutMs = minutes(10)
// Progress is told by one call, the file is fetched by another.
const incompleteFor = minutes(1)

interface Wanted {
  readonly type: ItemType
  readonly sheets: readonly Sheet[]
  readonly key: string
}

/** All items of a type in one PDF: made in a process of its own, shared by all who ask, and kept by what it shows. */
export const mergedPapers = ({ sheets: source, papers, kept, log }: Parts) => {
  const current = renderings()
  // Until a first one has told how fast this machine is.
  const pace = perType('{type}', (type): number => kindOf(type).pace)

  async function wanted(type: ItemType): Promise<Wanted> {
    const count = await source.count(type)
    if (count === 0) throw missing('There is nothing to print yet.')
    if (count > mostPages) {
      throw new Failure('tooLarge', `These are ${count} items. At most ${mostPages} fit into one PDF.`)
    }
    const sheets = await source.all(type)
    return { type, sheets, key: paperKey(sheets, source.house()) }
  }

  /** Those made while a picture was missing: good for who waits for them, and not for long. */
  const incomplete = new Map<string, { readonly name: string; readonly until: number }>()

  function nameOf({ key }: Wanted): string {
    const made = incomplete.get(key)
    if (made && made.until > performance.now()) return made.name
    incomplete.delete(key)
    return key
  }

  const fileOf = (paper: Wanted): string => `${nameOf(paper)}.pdf`

  /** Null when it is there already. */
  async function join(paper: Wanted): Promise<Share | null> {
    if (await kept.find(fileOf(paper))) return null
    return current.join(paper.key, paper.sheets.length, (work) => make(paper, work))
  }

  async function make(paper: Wanted, { signal, report }: RenderingWork): Promise<void> {
    const { type, sheets } = paper
    const total = sheets.length
    let begun = 0
    const advance = setInterval(() => {
      const done = Math.min(total - 1, Math.floor((performance.now() - begun) / pace[type]))
      if (begun > 0) report({ stage: 'setting', done, total })
    }, tick)
    try {
      let isWhole = true
      const lost = () => {
        isWhole = false
      }
      const pictures = counted(source.pictures(sheets, 'screen', lost), (done) =>
        report({ stage: 'collecting', done, total: sheets.filter((sheet) => sheet.picture).length }),
      )
      const { museum } = inventoryTypes[type]
      const title = `${museum} – ${paperName(type)}s`
      const order = orderOf('sheets', { type, sheets, house: source.house(), title }, pictures)
      const onSetting = () => {
        begun = performance.now()
        report({ stage: 'setting', done: 0, total })
      }
      const write = (path: string) => papers.renderToFile(order, path, { signal, timeoutMs, onSetting })
      const spare = randomUUID()
      await kept.keep(() => `${isWhole ? paper.key : spare}.pdf`, write)
      if (!isWhole) incomplete.set(paper.key, { name: spare, until: performance.now() + incompleteFor })
      pace[type] = (performance.now() - begun) / total
    } finally {
      clearInterval(advance)
    }
  }

  /** Waits for a rendering until it is there or this caller has gone. */
  async function finished(share: Share, gone: AbortSignal): Promise<void> {
    await Promise.race([share.done, leaving(gone)])
  }

  const answer = (paper: Wanted, content: CachedFile): Finished => ({
    type: 'application/pdf',
    name: nameOf(paper),
    cache: 'ask',
    content,
    file: { name: fileNameOf(paper.type, paperKindOf(paper.type).merged.fileName, 'pdf'), download: true },
  })

  return {
    async of(type: ItemType, gone: AbortSignal): Promise<Finished> {
      const paper = await wanted(type)
      using share = await join(paper)
      if (share) await finished(share, gone)
      const file = await kept.find(fileOf(paper))
      if (!file) throw new Error('the PDF is gone again')
      return answer(paper, file)
    },

    /** Makes it ready and tells how many pages it has. */
    async prepare(type: ItemType, gone: AbortSignal): Promise<{ pages: number }> {
      const paper = await wanted(type)
      using share = await join(paper)
      if (share) await finished(share, gone)
      return { pages: paper.sheets.length }
    },

    /** The same, told step by step. What fails before the first step is thrown, what fails later is the last event. */
    async *progress(type: ItemType): AsyncGenerator<PaperEvent> {
      const paper = await wanted(type)
      using share = await join(paper)
      if (share) {
        const outcome = share.done.then(
          () => null,
          (error: Error) => error,
        )
        let result: Error | null | 'pending' = 'pending'
        while (result === 'pending') {
          yield { event: 'progress', data: share.progress() }
          result = await Promise.race([outcome, wait(tick, 'pending' as const)])
        }
        if (result) {
          const outage = outageOf(result)
          log.error({ err: result }, outage?.log ?? 'a merged PDF could not be made')
          const { status: statusCode, message } =
            outage?.failure ?? new Failure('unexpected', 'The PDF could not be created. Please try again.')
          yield { event: 'error', data: { statusCode, message } }
          return
        }
      }
      yield { event: 'ready', data: { pages: paper.sheets.length } }
    },
  }
}

export type MergedPapers = ReturnType<typeof mergedPapers>

async function* counted(
  pictures: AsyncIterable<PaperPicture>,
  tell: (done: number) => void,
): AsyncGenerator<PaperPicture> {
  let done = 0
  for await (const picture of pictures) {
    tell(done++)
    yield picture
  }
}

const leaving = (gone: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const leave = () => reject(new Failure('unavailable', 'Nobody waits for this PDF any more.'))
    if (gone.aborted) leave()
    else gone.addEventListener('abort', leave, { once: true })
  })
