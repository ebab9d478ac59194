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
  /** A number, identifier or words, as typed. */
  readonly number: string
  readonly page: number
  readonly language: PageLanguage
}

interface ParsedStartPageRequest extends Omit<StartPageRequest, 'number'> {
  /** What was typed, trimmed. */
  readonly typed: string
}

/** The page, or the address of the only item that matches. */
type StartAnswer = string | { readonly status: number; readonly page: FinishedPage }

const perPage = 60
const maxEvents = 3

/** Renders and caches the start pages of the museums. */
export const museumPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const [visitors, lists, museums] = [
    get(visitorItemReader),
    get(publicListReader),
    get(museumService),
  ]
  const { upcoming } = eventService(db, clock)
  const cached = cachePerRevision<StartAnswer>({
    db,
    revisionNames: ['items', 'museums', 'events'],
    sizeOf: (answer) => (typeof answer === 'string' ? 0 : estimatePageBytes(answer.page)),
  })

  /** Finds a public item by its number or identifier. */
  async function findId(type: ItemType, typed: string): Promise<number | undefined> {
    const number = parseTypedNumber(typed)
    const item = number === null ? null : await visitors.findByNumber(type, number)
    return item && typeof item !== 'string' ? item.id : lists.findIdByIdentifier(type, typed)
  }

  async function renderAnswer(
    type: ItemType,
    { typed, page, language }: ParsedStartPageRequest,
    earlier: StartAnswer | undefined,
  ): Promise<StartAnswer> {
    const id = typed ? await findId(type, typed) : undefined
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
      policyOptions: { forms: true },
      earlier: typeof earlier === 'object' ? earlier.page : undefined,
    })
    return { status: (typed && found.length === 0) || page > pages ? 404 : 200, page: rendered }
  }

  return {
    start(type: ItemType, { number, page, language }: StartPageRequest): Promise<StartAnswer> {
      const typed = number.trim()
      // Includes the day, because past events are hidden and the imprint has the year.
      const key = [
        type,
        page,
        language.lang,
        language.pinned,
        publicUrl(),
        toDay(clock.now()),
        typed,
      ].join(' ')
      return cached(key, (_, earlier) => renderAnswer(type, { typed, page, language }, earlier))
    },
  }
}

export type MuseumPages = ReturnType<typeof museumPages>

/**
 * Addresses per file; the standard allows 50,000. Without languages, which the pages themselves
 * list.
 */
const addressesPerFile = 5_000
const maxCachedSiteMaps = 8

/** Renders the site map of all public addresses, for search engines. */
export const siteMaps = ({ db, publicUrl, get }: Context) => {
  const lists = get(publicListReader)
  const cachedAddresses = cachePerRevision<readonly string[]>({
    db,
    revisionNames: itemTypes,
    max: 1,
  })
  const cachedFiles = cachePerRevision<FinishedAnswer>({
    db,
    revisionNames: itemTypes,
    max: maxCachedSiteMaps,
  })

  /** Addresses of the events, the start pages and all public items. */
  async function listAddresses(site: string): Promise<readonly string[]> {
    const listOfType = async (type: ItemType) => [
      `${site}${inventoryTypes[type].start}`,
      ...(await lists.listIds(type)).map((id) => itemUrl(site, type, id)),
    ]
    return [`${site}/save-the-date`, ...(await Promise.all(itemTypes.map(listOfType))).flat()]
  }

  return {
    /**
     * Without a number, the whole site map, or its index if it has several files; else one of
     * these.
     */
    async file(number: number | null): Promise<FinishedAnswer | null> {
      const site = publicUrl()
      const addresses = await cachedAddresses(site, () => listAddresses(site))
      const fileCount = Math.max(1, Math.ceil(addresses.length / addressesPerFile))
      if (number !== null && (number < 1 || number > fileCount || fileCount === 1)) return null
      return cachedFiles(`${site} ${number}`, async () => {
        const first = ((number ?? 1) - 1) * addressesPerFile
        const xml =
          number === null && fileCount > 1
            ? renderIndex(site, fileCount)
            : renderMap(addresses.slice(first, first + addressesPerFile))
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
