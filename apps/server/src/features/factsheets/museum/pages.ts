import { type ItemType, inventoryTypes, type PageLanguage, withLang } from '@vitrine/contract'
import { renderStartPage } from '@vitrine/pages'
import { imprintOf } from '../../../config/config.ts'
import type { Context } from '../../../context.ts'
import { promiseCache } from '../../../http/finished.ts'
import { finishPage, type Page, pageBytes } from '../../../http/page.ts'
import { eventService } from '../../events/index.ts'
import { pathOf } from '../addresses.ts'
import { numberIn } from '../number.ts'
import { scriptSrc } from '../scripts.ts'
import { visitorsOf } from '../service.ts'
import { publicLists } from './public-lists.ts'
import { plainDigits } from './typed-number.ts'

interface Asked {
  readonly number: string
  readonly page: number
  readonly language: PageLanguage | null
}

const perPage = 60
const maxEvents = 3
const maxCached = 200

/** The start pages of the museums, as they are now. */
export const museumPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const [visitors, lists] = [get(visitorsOf), get(publicLists)]
  const { upcoming } = eventService(db, clock)
  const cached = promiseCache(maxCached, pageBytes)

  /** The id of the public item with this number, or identifier. */
  async function find(type: ItemType, typed: string): Promise<number | undefined> {
    const number = numberIn(plainDigits(typed).replaceAll(/\s/g, ''))
    const found = number === null ? null : await visitors.byNumber(type, number)
    return found && typeof found !== 'string' ? found.id : lists.byIdentifier(type, typed)
  }

  return {
    /** The page; or a redirect, for a number that belongs to an item. */
    async start(type: ItemType, { number, page, language }: Asked): Promise<string | { status: number; page: Page }> {
      const typed = number.trim()
      const id = typed ? await find(type, typed) : undefined
      const shownIn = language ?? { lang: 'en', pinned: false }
      if (id !== undefined) return withLang(pathOf(type, id), shownIn)

      const { items, pages } = await lists.page(type, page, perPage, shownIn.lang)
      const props = {
        imprint: imprintOf(config.foundation, clock),
        type,
        url: `${publicUrl()}${inventoryTypes[type].start}`,
        ...shownIn,
        items,
        page,
        pages,
        unknown: typed || null,
        events: (await upcoming()).slice(0, maxEvents),
        scripts: scriptSrc,
      }
      const made = await cached(JSON.stringify(props), () => finishPage(renderStartPage(props), { forms: true }))
      return { status: typed || page > pages ? 404 : 200, page: made }
    },
  }
}

export type MuseumPages = ReturnType<typeof museumPages>
