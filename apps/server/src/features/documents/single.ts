import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ItemType, PaperLanguages } from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import { createMemoryFile, fileCache } from '../../adapters/files/file-cache.ts'
import { uncancellableCaller } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { toPaperOrder } from './orders.ts'
import { getPaperSpec } from './paper.ts'
import { displayName, type Sheet } from './sheet.ts'
import { paperCacheKey, paperName, pdfFileName, sheetReader } from './sheets.ts'

// Each has less than a megabyte.
const maxFiles = 300

/** The paper of one item: rendered on the first request, then read from the cache until its content changes. */
export const singlePaperService = ({ config, papers, log, get }: Context) => {
  const sheets = get(sheetReader)
  const cache = fileCache(join(config.cacheDir, 'papers', 'single'), { maxFiles })
  const shareWork = sharedWork<RenderedPaper>()

  async function renderPaper({
    key,
    sheet,
    imprint,
    languages,
  }: PaperRequest): Promise<RenderedPaper> {
    let isWhole = true
    const lost = () => {
      isWhole = false
    }
    const pictures = () => sheets.readPictures([sheet], getPaperSpec(sheet.type).pictureSize, lost)
    const input = {
      type: sheet.type,
      sheets: [sheet],
      imprint,
      title: displayName(sheet),
      languages,
    }
    const { pdf, reduced } = await papers.render(toPaperOrder('sheets', input, pictures))
    const shown = reduced > 0 ? languages.slice(0, 1) : languages
    // Without its picture it is better than nothing, but must not be cached.
    if (!isWhole) return toRenderedPaper(randomUUID(), shown, createMemoryFile(pdf))
    try {
      const content = await cache.write(cacheFileName(key, shown), (path) => writeFile(path, pdf))
      return toRenderedPaper(key, shown, content)
    } catch (error) {
      log.warn({ err: error }, 'a PDF could not be cached')
      return toRenderedPaper(key, shown, createMemoryFile(pdf))
    }
  }

  /** With two languages, or where these had no room with the first of them. */
  async function findCached({ key, languages }: PaperRequest): Promise<RenderedPaper | null> {
    for (const shown of languages.length > 1 ? [languages, languages.slice(0, 1)] : [languages]) {
      const content = await cache.find(cacheFileName(key, shown))
      if (content) return toRenderedPaper(key, shown, content)
    }
    return null
  }

  async function answer(
    sheet: Sheet,
    languages: PaperLanguages,
    cache: FinishedAnswer['cache'],
  ): Promise<FinishedAnswer> {
    const imprint = sheets.imprint()
    const wanted = { key: paperCacheKey(sheet, languages, imprint), sheet, imprint, languages }
    return {
      type: 'application/pdf',
      cache,
      ...((await findCached(wanted)) ??
        (await shareWork(wanted.key, uncancellableCaller(), () => renderPaper(wanted)))),
      file: { name: pdfFileName(displayName(sheet), paperName(sheet.type)), download: false },
    }
  }

  return {
    render: async (type: ItemType, number: number, languages: PaperLanguages) =>
      answer(await sheets.read(type, number, languages), languages, 'shared'),
    /** For staff only, so shared caches must not keep it. */
    preview: async (id: number, languages: PaperLanguages) =>
      answer(await sheets.readPreview(id, languages), languages, 'ask'),
  }
}

interface PaperRequest {
  readonly key: string
  readonly sheet: Sheet
  readonly imprint: Imprint
  readonly languages: PaperLanguages
}

type RenderedPaper = Pick<FinishedAnswer, 'name' | 'content' | 'language'>

/** The answer says in which languages a paper is: two are not always shown. */
const toRenderedPaper = (
  name: string,
  shown: readonly string[],
  content: RenderedPaper['content'],
): RenderedPaper => ({
  name,
  content,
  ...(shown.length > 0 && { language: { lang: shown.join(', '), pinned: true } }),
})

const cacheFileName = (key: string, shown: readonly string[]): string =>
  `${[key, ...shown].join('-')}.pdf`
