import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ItemType, PaperLanguages } from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import { fileCache, fromMemory } from '../../adapters/files/file-cache.ts'
import { patientCaller } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { orderOf } from './orders.ts'
import { kindOf } from './paper.ts'
import { type Sheet, shownName } from './sheet.ts'
import { fileName, paperKey, paperName, sheetSource } from './sheets.ts'

// Each has less than a megabyte.
const maxFiles = 300

/** The paper of one item: rendered on the first request, then read from the cache until its content changes. */
export const singlePapers = ({ config, papers, log, get }: Context) => {
  const sheets = get(sheetSource)
  const kept = fileCache(join(config.cacheDir, 'papers', 'single'), { maxFiles })
  const share = sharedWork<Made>()

  async function make({ key, sheet, imprint, languages }: Wanted): Promise<Made> {
    let isWhole = true
    const lost = () => {
      isWhole = false
    }
    const pictures = () => sheets.pictures([sheet], kindOf(sheet.type).picture, lost)
    const input = { type: sheet.type, sheets: [sheet], imprint, title: shownName(sheet), languages }
    const { pdf, reduced } = await papers.render(orderOf('sheets', input, pictures))
    const shown = reduced > 0 ? languages.slice(0, 1) : languages
    // Without its picture it is better than nothing, but must not be cached.
    if (!isWhole) return madeOf(randomUUID(), shown, fromMemory(pdf))
    try {
      const content = await kept.keep(fileOf(key, shown), (path) => writeFile(path, pdf))
      return madeOf(key, shown, content)
    } catch (error) {
      log.warn({ err: error }, 'a PDF could not be cached')
      return madeOf(key, shown, fromMemory(pdf))
    }
  }

  /** With two languages, or where these had no room with the first of them. */
  async function found({ key, languages }: Wanted): Promise<Made | null> {
    for (const shown of languages.length > 1 ? [languages, languages.slice(0, 1)] : [languages]) {
      const content = await kept.find(fileOf(key, shown))
      if (content) return madeOf(key, shown, content)
    }
    return null
  }

  async function finish(
    sheet: Sheet,
    languages: PaperLanguages,
    cache: FinishedAnswer['cache'],
  ): Promise<FinishedAnswer> {
    const imprint = sheets.imprint()
    const wanted = { key: paperKey(sheet, languages, imprint), sheet, imprint, languages }
    return {
      type: 'application/pdf',
      cache,
      ...((await found(wanted)) ?? (await share(wanted.key, patientCaller(), () => make(wanted)))),
      file: { name: fileName(shownName(sheet), paperName(sheet.type)), download: false },
    }
  }

  return {
    of: async (type: ItemType, number: number, languages: PaperLanguages) =>
      finish(await sheets.one(type, number, languages), languages, 'shared'),
    /** For staff only, so shared caches must not keep it. */
    preview: async (id: number, languages: PaperLanguages) =>
      finish(await sheets.preview(id, languages), languages, 'ask'),
  }
}

interface Wanted {
  readonly key: string
  readonly sheet: Sheet
  readonly imprint: Imprint
  readonly languages: PaperLanguages
}

type Made = Pick<FinishedAnswer, 'name' | 'content' | 'language'>

/** The answer says in which languages a paper is: two are not always shown. */
const madeOf = (name: string, shown: readonly string[], content: Made['content']): Made => ({
  name,
  content,
  ...(shown.length > 0 && { language: { lang: shown.join(', '), pinned: true } }),
})

const fileOf = (key: string, shown: readonly string[]): string => `${[key, ...shown].join('-')}.pdf`
