import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { ItemType } from '@vitrine/contract'
import type { Imprint } from '@vitrine/pages'
import { type FileCache, fromMemory } from '../../adapters/files/file-cache.ts'
import type { Papers } from '../../adapters/pdf/papers.ts'
import type { Log } from '../../base/log.ts'
import type { Finished } from '../../http/finished.ts'
import { orderOf } from './orders.ts'
import { kindOf } from './paper.ts'
import { type Sheet, shownName } from './sheet.ts'
import { fileName, paperKey, paperName, type SheetSource } from './sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly papers: Papers
  readonly kept: FileCache
  readonly log: Log
}

/** The paper of one item: rendered on the first request, then read from the cache until its content changes. */
export const singlePapers = ({ sheets, papers, kept, log }: Parts) => {
  const inProgress = new Map<string, Promise<Made>>()

  async function make(key: string, sheet: Sheet, imprint: Imprint): Promise<Made> {
    let isWhole = true
    const pictures = sheets.pictures([sheet], kindOf(sheet.type).picture, () => {
      isWhole = false
    })
    const input = { type: sheet.type, sheets: [sheet], imprint, title: shownName(sheet) }
    const pdf = await papers.render(orderOf('sheets', input, pictures))
    // Without its picture it is better than nothing, but must not be cached.
    if (!isWhole) return { name: randomUUID(), content: fromMemory(pdf) }
    try {
      return { name: key, content: await kept.keep(fileOf(key), (path) => writeFile(path, pdf)) }
    } catch (error) {
      log.warn({ err: error }, 'a PDF could not be cached')
      return { name: key, content: fromMemory(pdf) }
    }
  }

  /** Concurrent callers share one rendering. */
  function shared(key: string, sheet: Sheet, imprint: Imprint): Promise<Made> {
    const making = inProgress.get(key) ?? make(key, sheet, imprint).finally(() => inProgress.delete(key))
    inProgress.set(key, making)
    return making
  }

  async function found(key: string): Promise<Made | null> {
    const content = await kept.find(fileOf(key))
    return content && { name: key, content }
  }

  async function finish(sheet: Sheet, cache: Finished['cache']): Promise<Finished> {
    const imprint = sheets.imprint()
    const key = paperKey(sheet, imprint)
    return {
      type: 'application/pdf',
      cache,
      ...((await found(key)) ?? (await shared(key, sheet, imprint))),
      file: { name: fileName(shownName(sheet), paperName(sheet.type)), download: false },
    }
  }

  return {
    of: async (type: ItemType, number: number) => finish(await sheets.one(type, number), 'shared'),
    /** For staff only, so shared caches must not keep it. */
    preview: async (id: number) => finish(await sheets.preview(id), 'ask'),
  }
}

type Made = Pick<Finished, 'name' | 'content'>

const fileOf = (key: string): string => `${key}.pdf`

export type SinglePapers = ReturnType<typeof singlePapers>
