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
import { estimatePageBytes, type FinishedPage, renderPage } from '../../http/page.ts'
import { scriptAddresses } from '../../http/visitor-scripts.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { eventService } from '../events/index.ts'
import { museumService } from '../museums/index.ts'
import { itemPath, itemUrl } from './addresses.ts'
import { publicListReader } from './public-lists.ts'
import { visitorItemReader } from './service.ts'

interface StartPageRequest {
  /** A number, identifier or words to search for; may be empty. */
  readonly typed: string
  /** Number of the page to browse, from 1. */
  readonly page: number
  readonly language: PageLanguage
}

/** The start page, or the address of the only item that matches a search. */
type StartAnswer = string | { readonly status: number; readonly page: FinishedPage }

const itemsPerPage = 60
/** Events on a start page; the others are on their own page. */
const maxEvents = 3

/** Renders and caches the start pages of the museums. */
export const museumPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const [visitors, lists, museums] = [
    get(visitorItemReader),
    get(publicListReader),
    get(museumService),
  ]
  const { upcoming } = eventService(db, clock)
  const readCachedAnswer = cachePerRevision<StartAnswer>({
    db,
    revisionNames: ['items', 'museums', 'events'],
    sizeOf: (answer) => (typeof answer === 'string' ? 0 : estimatePageBytes(answer.page)),
  })

  /** Finds a public item by its number or identifier. */
  async function findTypedItemId(type: ItemType, typed: string): Promise<number | undefined> {
    const number = parseTypedNumber(typed)
    if (number !== null) {
      const item = await visitors.findByNumber(type, number)
      if (typeof item !== 'string') return item.id
    }
    return lists.findIdByIdentifier(type, typed)
  }

  async function renderAnswer(
    type: ItemType,
    { typed, page, language }: StartPageRequest,
    earlier: StartAnswer | undefined,
  ): Promise<StartAnswer> {
    const { lang } = language
    const id = typed ? await findTypedItemId(type, typed) : undefined
    if (id !== undefined) return withLangParameter(itemPath(type, id), language)
    const matches = await lists.search(type, typed, { maxItems: itemsPerPage, lang })
    const [onlyMatch] = matches.items.length === 1 ? matches.items : []
    // A match with typing errors is shown, not opened.
    if (onlyMatch && !matches.isGuess) return withLangParameter(onlyMatch.href, language)

    const { items, pages } = await lists.getPage(type, { page, itemsPerPage, lang })
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
      found: matches.items,
      events: (await upcoming()).slice(0, maxEvents),
      about: await museums.read(type),
      scripts: scriptAddresses,
    }
    const rendered = await renderPage({
      props,
      render: renderStartPage,
      policyOptions: { forms: true },
      earlier: typeof earlier === 'object' ? earlier.page : undefined,
    })
    const isFound = (typed === '' || matches.items.length > 0) && page <= pages
    return { status: isFound ? 200 : 404, page: rendered }
  }

  return {
    getStartPage(type: ItemType, request: StartPageRequest): Promise<StartAnswer> {
      const { page, language } = request
      const typed = request.typed.trim()
      // Includes the day, because past events are hidden and the imprint has the year.
      const cacheKey = [
        type,
        page,
        language.lang,
        language.pinned,
        publicUrl(),
        toDay(clock.now()),
        typed,
      ].join(' ')
      return readCachedAnswer(cacheKey, (_revision, earlier) =>
        renderAnswer(type, { typed, page, language }, earlier),
      )
    },
  }
}

export type MuseumPages = ReturnType<typeof museumPages>

/** Addresses per file of the site map; the standard allows 50,000. */
const addressesPerFile = 5_000
const maxCachedFiles = 8

/**
 * Renders the site map of all public addresses, for search engines. The languages of a page are not
 * listed, because the page itself names them.
 */
export const siteMaps = ({ db, publicUrl, get }: Context) => {
  const lists = get(publicListReader)
  const readCachedAddresses = cachePerRevision<readonly string[]>({
    db,
    revisionNames: itemTypes,
    max: 1,
  })
  const readCachedFile = cachePerRevision<FinishedAnswer>({
    db,
    revisionNames: itemTypes,
    max: maxCachedFiles,
  })

  /** Lists the addresses of the events, the start pages and all public items. */
  async function listAddresses(site: string): Promise<readonly string[]> {
    const addresses = [`${site}/save-the-date`]
    for (const type of itemTypes) {
      addresses.push(`${site}${inventoryTypes[type].start}`)
      for (const id of await lists.listIds(type)) addresses.push(itemUrl(site, type, id))
    }
    return addresses
  }

  return {
    /**
     * Returns a numbered file of a site map that needs several, counted from 1; null if there is
     * none. Without a number, returns the index of these files, or else the whole site map.
     */
    async getFile(number: number | null): Promise<FinishedAnswer | null> {
      const site = publicUrl()
      const addresses = await readCachedAddresses(site, () => listAddresses(site))
      const fileCount = Math.max(1, Math.ceil(addresses.length / addressesPerFile))
      const hasIndex = fileCount > 1
      if (number !== null && (!hasIndex || number < 1 || number > fileCount)) return null

      return readCachedFile(`${site} ${number}`, async () => {
        const firstIndex = ((number ?? 1) - 1) * addressesPerFile
        const xml =
          hasIndex && number === null
            ? renderIndex(site, fileCount)
            : renderMap(addresses.slice(firstIndex, firstIndex + addressesPerFile))
        return finishText('application/xml; charset=utf-8', xml)
      })
    },
  }
}

export type SiteMaps = ReturnType<typeof siteMaps>

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function renderIndex(site: string, fileCount: number): string {
  const parts = Array.from(
    { length: fileCount },
    (_, index) => `<sitemap><loc>${site}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `${xmlDeclaration}<sitemapindex ${namespace}>\n${parts.join('\n')}\n</sitemapindex>\n`
}

const renderMap = (addresses: readonly string[]): string =>
  `${xmlDeclaration}<urlset ${namespace}>\n${addresses.map(toSiteMapEntry).join('\n')}\n</urlset>\n`

// Not escaped, because addresses consist of the configured site and numbers.
const toSiteMapEntry = (address: string): string => `<url><loc>${address}</loc></url>`
