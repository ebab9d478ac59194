import { writeFile } from 'node:fs/promises'
import type { ItemType } from '@vitrine/contract'
import type { House } from '@vitrine/pages'
import { fromMemory, type KeptFile, type KeptFiles } from '../../adapters/files/kept-files.ts'
import type { Papers } from '../../adapters/pdf/papers.ts'
import type { Finished } from '../../http/finished.ts'
import type { Log } from '../../log.ts'
import { paperOf } from './paper.ts'
import { type Sheet, shownName } from './sheet.ts'
import { fileName, paperKey, paperName, type SheetSource } from './sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly papers: Papers
  readonly kept: KeptFiles
  readonly log: Log
}

/** The paper of one item: made when it is first asked for, then read from the disk until something in it changes. */
export const singlePapers = ({ sheets, papers, kept, log }: Parts) => {
  const underWay = new Map<string, Promise<KeptFile>>()

  async function make(key: string, sheet: Sheet, house: House): Promise<KeptFile> {
    const pictures = sheets.pictures([sheet], sheet.type === 'car' ? 'print' : 'screen')
    const pdf = await papers.render(await paperOf(sheet.type, [sheet], house, shownName(sheet), pictures))
    try {
      return await kept.keep(key, (path) => writeFile(path, pdf))
    } catch (error) {
      log.warn({ err: error }, 'a PDF could not be kept')
      return fromMemory(pdf)
    }
  }

  /** Who asks for what is being made waits for the same. */
  function shared(key: string, sheet: Sheet, house: House): Promise<KeptFile> {
    const making = underWay.get(key) ?? make(key, sheet, house).finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  async function finish(sheet: Sheet, cache: Finished['cache']): Promise<Finished> {
    const house = sheets.house()
    const key = paperKey(sheet, house)
    const name = `${key}.pdf`
    return {
      type: 'application/pdf',
      name: key,
      cache,
      content: (await kept.find(name)) ?? (await shared(name, sheet, house)),
      file: { name: fileName(shownName(sheet), paperName(sheet.type)), download: false },
    }
  }

  return {
    of: async (type: ItemType, number: number) => finish(await sheets.one(type, number), 'shared'),
    /** For staff alone, so nobody on the way keeps it. */
    preview: async (id: number) => finish(await sheets.preview(id), 'ask'),
  }
}

export type SinglePapers = ReturnType<typeof singlePapers>
