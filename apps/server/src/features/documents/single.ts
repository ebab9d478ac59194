import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ItemType, PaperLanguages } from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import { createMemoryFile, fileCache } from '../../adapters/files/file-cache.ts'
import { createUncancellableCaller } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { toPaperOrder } from './orders.ts'
import { getPaperSpec } from './paper.ts'
import { type Sheet, toDisplayName } from './sheet.ts'
import { getPaperName, sheetReader, toPaperCacheKey, toPdfFileName } from './sheets.ts'

// Each file takes less than a megabyte.
const maxFiles = 300

/**
 * The paper of one item: rendered on the first request, then read from the cache until its content
 * changes.
 */
export const singlePaperService = ({ config, papers, log, get }: Context) => {
  const reader = get(sheetReader)
  const cache = fileCache(join(config.cacheDir, 'papers', 'single'), { maxFiles })
  const shareWork = sharedWork<RenderedPaper>()

  async function renderPaper({
    key,
    sheet,
    imprint,
    languages,
  }: PaperRequest): Promise<RenderedPaper> {
    let isComplete = true
    const onLost = () => {
      isComplete = false
    }
    const readSheetPictures = () =>
      reader.readPictures([sheet], getPaperSpec(sheet.type).pictureSize, onLost)
    const input = {
      type: sheet.type,
      sheets: [sheet],
      imprint,
      title: toDisplayName(sheet),
      languages,
    }
    const { pdf, shortenedPages } = await papers.render(
      toPaperOrder('sheets', input, readSheetPictures),
    )
    const shownLanguages = shortenedPages > 0 ? languages.slice(0, 1) : languages
    // A PDF with a missing picture is sent, but not cached.
    if (!isComplete) return toRenderedPaper(randomUUID(), shownLanguages, createMemoryFile(pdf))
    try {
      const content = await cache.write(cacheFileName(key, shownLanguages), (path) =>
        writeFile(path, pdf),
      )
      return toRenderedPaper(key, shownLanguages, content)
    } catch (error) {
      log.warn({ err: error }, 'a PDF could not be cached')
      return toRenderedPaper(key, shownLanguages, createMemoryFile(pdf))
    }
  }

  /** Finds the paper in both languages, or in the first one if both did not fit. */
  async function findCached({ key, languages }: PaperRequest): Promise<RenderedPaper | null> {
    const candidates = languages.length > 1 ? [languages, languages.slice(0, 1)] : [languages]
    for (const shownLanguages of candidates) {
      const content = await cache.find(cacheFileName(key, shownLanguages))
      if (content) return toRenderedPaper(key, shownLanguages, content)
    }
    return null
  }

  async function findOrRender(
    sheet: Sheet,
    languages: PaperLanguages,
    cachePolicy: FinishedAnswer['cache'],
  ): Promise<FinishedAnswer> {
    const imprint = reader.imprint()
    const key = toPaperCacheKey(sheet, languages, imprint)
    const request = { key, sheet, imprint, languages }
    const paper =
      (await findCached(request)) ??
      (await shareWork(key, createUncancellableCaller(), () => renderPaper(request)))
    const name = toPdfFileName(toDisplayName(sheet), getPaperName(sheet.type))
    return {
      type: 'application/pdf',
      cache: cachePolicy,
      ...paper,
      file: { name, download: false },
    }
  }

  return {
    render: async (type: ItemType, number: number, languages: PaperLanguages) =>
      findOrRender(await reader.read(type, number, languages), languages, 'shared'),
    /** Renders the paper for staff only, so shared caches must not store it. */
    preview: async (id: number, languages: PaperLanguages) =>
      findOrRender(await reader.readPreview(id, languages), languages, 'revalidate'),
  }
}

interface PaperRequest {
  readonly key: string
  readonly sheet: Sheet
  readonly imprint: Imprint
  readonly languages: PaperLanguages
}

type RenderedPaper = Pick<FinishedAnswer, 'etag' | 'content' | 'language'>

/** Includes the languages that the paper shows, which may be fewer than requested. */
function toRenderedPaper(
  key: string,
  shownLanguages: readonly string[],
  content: RenderedPaper['content'],
): RenderedPaper {
  if (shownLanguages.length === 0) return { etag: key, content }
  return { etag: key, content, language: { lang: shownLanguages.join(', '), pinned: true } }
}

const cacheFileName = (key: string, shownLanguages: readonly string[]): string =>
  `${[key, ...shownLanguages].join('-')}.pdf`
