import {
  type ItemType,
  inventoryTypes,
  itemTypes,
  type PageLanguage,
  parseTypedNumber,
  toDay,
  withLangParameter,
} from '@vitrine/contract'
import { renderStartPage } from '@vitrine/pages'
import { toImprint } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { finishText } from '../../http/finish-text.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { type FinishedPage, pageBytesInMemory, renderPage } from '../../http/page.ts'
import { scriptAddresses } from '../../http/visitor-scripts.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { eventService } from '../events/index.ts'
import { museumService } from '../museums/index.ts'
import { itemPath, itemUrl } from './addresses.ts'
import { publicListReader } from './public-lists.ts'
import { visitorItemReader } from './service.ts'

interface Asked {
  readonly number: string
  readonly page: number
  readonly language: PageLanguage
}

interface AskedStart extends Omit<Asked, 'number'> {
  /** The number or identifier, without blanks around it. */
  readonly typed: string
}

/** The page; or a redirect, for what only one item has. */
type StartAnswer = string | { readonly status: number; readonly page: FinishedPage }

const perPage = 60
const maxEvents = 3

/** The start pages of the museums, as they are now. */
export const museumPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const [visitors, lists, museums] = [
    get(visitorItemReader),
    get(publicListReader),
    get(museumService),
  ]
  const { upcoming } = eventService(db, clock)
  const cached = cachePerRevision<StartAnswer>({
    db,
    names: ['items', 'museums', 'events'],
    sizeOf: (answer) => (typeof answer === 'string' ? 0 : pageBytesInMemory(answer.page)),
  })

  /** The id of the public item with this number, or identifier. */
  async function find(type: ItemType, typed: string): Promise<number | undefined> {
    const number = parseTypedNumber(typed)
    const found = number === null ? null : await visitors.byNumber(type, number)
    return found && typeof found !== 'string' ? found.id : lists.findIdByIdentifier(type, typed)
  }

  async function makeAnswer(
    type: ItemType,
    { typed, page, language }: AskedStart,
    earlier: StartAnswer | undefined,
  ): Promise<StartAnswer> {
    const id = typed ? await find(type, typed) : undefined
    if (id !== undefined) return withLangParameter(itemPath(type, id), language)
    const { items: found, isGuess } = await lists.search(type, typed, perPage, language.lang)
    const [only] = found
    if (only && found.length === 1 && !isGuess) return withLangParameter(only.href, language)

    const { items, pages } = await lists.getPage(type, page, perPage, language.lang)
    const props = {
      imprint: toImprint(config.foundation, clock),
      type,
      url: `${publicUrl()}${inventoryTypes[type].start}`,
      ...language,
      picture: await lists.findFirstPicture(type),
      items,
      page,
      pages,
      typed: typed || null,
      found,
      events: (await upcoming()).slice(0, maxEvents),
      about: await museums.read(type),
      scripts: scriptAddresses,
    }
    const rendered = await renderPage({
      props,
      render: renderStartPage,
      origins: { forms: true },
      earlier: typeof earlier === 'object' ? earlier.page : undefined,
    })
    return { status: (typed && found.length === 0) || page > pages ? 404 : 200, page: rendered }
  }

  return {
    start(type: ItemType, { number, page, language }: Asked): Promise<StartAnswer> {
      const typed = number.trim()
      // Events end with the day, and the imprint names the year.
      const key = [
        type,
        page,
        language.lang,
        language.pinned,
        publicUrl(),
        toDay(clock.now()),
        typed,
      ].join(' ')
      return cached(key, (_, earlier) => makeAnswer(type, { typed, page, language }, earlier))
    },
  }
}

export type MuseumPages = ReturnType<typeof museumPages>

/** Far below the 50,000 addresses that a file may have. Each page itself says in which languages it has its text. */
const perFile = 5_000
const maxCachedSiteMaps = 8

/** The public addresses, for search engines. */
export const siteMaps = ({ db, publicUrl, get }: Context) => {
  const lists = get(publicListReader)
  const cachedAddresses = cachePerRevision<readonly string[]>({ db, names: itemTypes, max: 1 })
  const cachedFiles = cachePerRevision<FinishedAnswer>({
    db,
    names: itemTypes,
    max: maxCachedSiteMaps,
  })

  /** The events, and of each museum its start page and its items. */
  async function addresses(site: string): Promise<readonly string[]> {
    const ofType = async (type: ItemType) => [
      `${site}${inventoryTypes[type].start}`,
      ...(await lists.listIds(type)).map((id) => itemUrl(site, type, id)),
    ]
    return [`${site}/save-the-date`, ...(await Promise.all(itemTypes.map(ofType))).flat()]
  }

  return {
    /** The whole, or the index of its files where it is too long for one; with a number, that file. */
    async file(number: number | null): Promise<FinishedAnswer | null> {
      const site = publicUrl()
      const all = await cachedAddresses(site, () => addresses(site))
      const files = Math.max(1, Math.ceil(all.length / perFile))
      if (number !== null && (number < 1 || number > files || files === 1)) return null
      return cachedFiles(`${site} ${number}`, async () => {
        const first = ((number ?? 1) - 1) * perFile
        const xml =
          number === null && files > 1
            ? indexOf(site, files)
            : mapOf(all.slice(first, first + perFile))
        return finishText('application/xml; charset=utf-8', xml)
      })
    },
  }
}

export type SiteMaps = ReturnType<typeof siteMaps>

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function indexOf(site: string, files: number): string {
  const parts = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${site}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `${head}<sitemapindex ${space}>\n${parts.join('\n')}\n</sitemapindex>\n`
}

const mapOf = (addresses: readonly string[]): string =>
  `${head}<urlset ${space}>\n${addresses.map(toSiteMapEntry).join('\n')}\n</urlset>\n`

// Addresses consist of the configured site and numbers: nothing in them needs escaping.
const toSiteMapEntry = (address: string): string => `<url><loc>${address}</loc></url>`
