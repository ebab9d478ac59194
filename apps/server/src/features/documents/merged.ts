import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import {
  downloadFileName,
  getPaperKind,
  type PaperEvent,
  type PaperProgress,
} from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { Failure, overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import { findOutage } from '../../http/errors.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { mergedFileCache } from './merged-files.ts'
import { type MergedPaper, type MergeOrder, readMergedPaper } from './merged-order.ts'
import { createMergedRenderer, progressIntervalMs } from './render-merged.ts'
import { sheetReader } from './sheets.ts'

type MergedSummary = Extract<PaperEvent, { event: 'ready' }>['data']

/**
 * PDFs of many items: rendered in a separate process, shared by concurrent callers, cached by
 * content.
 */
export const mergedPaperService = (context: Context) => {
  const { config, log, get } = context
  const reader = get(sheetReader)
  const files = mergedFileCache(config.cacheDir)
  const renderToFile = createMergedRenderer(context)
  const shareWork = sharedWork<void>()
  // PDFs are rendered one at a time, because each takes a core and much memory.
  const queue = createQueue({ concurrency: 1, maxWaiting: 3, rejection: overloaded })
  const progressByKey = new LRUCache<string, PaperProgress>({ max: 100 })
  /** Pages with one language instead of two; unknown for PDFs that another process rendered. */
  const oneLanguageByKey = new LRUCache<string, number>({ max: 100 })

  /** Shared by concurrent callers; cancelled once all of them have disconnected. */
  const renderShared = (paper: MergedPaper, callerSignal: AbortSignal): Promise<void> =>
    shareWork(paper.key, { client: '', signal: callerSignal }, (caller) => {
      const onProgress = (progress: PaperProgress) => progressByKey.set(paper.key, progress)
      onProgress({ stage: 'waiting', done: 0, total: paper.sheets.length })
      const write = async (path: string) => {
        const { isComplete, oneLanguagePages } = await renderToFile(paper, path, {
          signal: caller.signal,
          onProgress,
        })
        oneLanguageByKey.set(paper.key, oneLanguagePages)
        return isComplete
      }
      return queue(() => files.store(paper.key, write), caller)
    })

  async function renderIfNeeded(paper: MergedPaper, signal: AbortSignal): Promise<void> {
    if (!(await files.find(paper.key))) await renderShared(paper, signal)
  }

  /** Renders, and yields progress events meanwhile; returns the error, or null. */
  async function* renderWithProgress(paper: MergedPaper): AsyncGenerator<PaperEvent, Error | null> {
    const disconnect = new AbortController()
    try {
      const outcome = renderShared(paper, disconnect.signal).then(
        () => null,
        (error: Error) => error,
      )
      let result: Error | null | 'pending' = await Promise.race([
        outcome,
        setImmediate('pending' as const),
      ])
      // A full queue rejects at once, while an error status can still be sent.
      if (result instanceof Failure) throw result
      while (result === 'pending') {
        const progress = progressByKey.get(paper.key)
        if (progress) yield { event: 'progress', data: progress }
        result = await Promise.race([outcome, wait(progressIntervalMs, 'pending' as const)])
      }
      return result
    } finally {
      disconnect.abort()
    }
  }

  function toSummary({ key, sheets, languages }: MergedPaper): MergedSummary {
    const pages = sheets.length
    if (languages.length < 2) return { pages }
    return { pages, oneLanguage: oneLanguageByKey.get(key) ?? 0 }
  }

  function toErrorEvent(error: Error): PaperEvent {
    const outage = findOutage(error)
    log.error({ err: error }, outage?.log ?? 'a merged PDF could not be made')
    const { status: statusCode, message } =
      outage?.failure ??
      new Failure('unexpected', 'The PDF could not be created. Please try again.')
    return { event: 'error', data: { statusCode, message } }
  }

  return {
    async render(order: MergeOrder, signal: AbortSignal): Promise<FinishedAnswer> {
      const paper = await readMergedPaper(reader, order)
      await renderIfNeeded(paper, signal)
      const file = await files.find(paper.key)
      if (!file) throw new Error('the PDF was evicted from the cache')
      return {
        type: 'application/pdf',
        ...file,
        cache: 'revalidate',
        file: {
          name: downloadFileName(paper.type, getPaperKind(paper.type).merged.fileName, 'pdf'),
          download: true,
        },
      }
    },

    /** Renders the PDF unless it is cached; returns its number of pages. */
    async prepare(order: MergeOrder, signal: AbortSignal): Promise<MergedSummary> {
      const paper = await readMergedPaper(reader, order)
      await renderIfNeeded(paper, signal)
      return toSummary(paper)
    },

    /**
     * Like `prepare`, as events. Throws a failure before the first event; a later one is the last
     * event.
     */
    async *progress(order: MergeOrder): AsyncGenerator<PaperEvent> {
      const paper = await readMergedPaper(reader, order)
      if (!(await files.find(paper.key))) {
        const error = yield* renderWithProgress(paper)
        if (error) {
          yield toErrorEvent(error)
          return
        }
      }
      yield { event: 'ready', data: toSummary(paper) }
    },
  }
}
