import {
  type ItemType,
  inLanguage,
  inventoryTypes,
  type LabelLanguage,
  type PageLanguage,
  publicNumber,
  readRows,
  withProduction,
} from '@vitrine/contract'
import { maxInStrip, type RenderedPage, renderAbsentPage, renderItemPage } from '@vitrine/pages'
import { qrLines } from '../../adapters/qr/qr-code.ts'
import { promiseCache } from '../../base/promise-cache.ts'
import { imprintOf } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { acceptedInstead, memoizeHeader } from '../../http/accept.ts'
import type { Finished } from '../../http/finished.ts'
import { finishPage, type Origins, type Page, pageBytes } from '../../http/page.ts'
import {
  addressOf,
  alternateLinks,
  alternates,
  askPath,
  manifestPath,
  pdfPath,
  picturesOf,
  recordingOf,
} from './addresses.ts'
import { publicLists } from './public-lists.ts'
import { scriptSrc } from './scripts.ts'
import { type VisitorItem, visitorsOf } from './service.ts'

/** How many rendered pages are cached. */
const maxPages = 1_000

const preferredAlternate = memoizeHeader((accept) => acceptedInstead(accept, alternates))

/** The public pages of items, as they are now. */
export const factsheetPages = ({ clock, publicUrl, config, get }: Context) => {
  const [visitors, lists] = [get(visitorsOf), get(publicLists)]
  const { foundation, chatFrameUrl, openCollection, licences } = config
  const cached = promiseCache(maxPages, pageBytes)

  /** The cache key is everything that the page depends on. */
  const made = (facts: object, render: () => RenderedPage, origins: Origins = {}) =>
    cached(JSON.stringify(facts), () => finishPage(render(), origins))

  const negotiated = (page: Page): Page =>
    openCollection ? { ...page, finished: { ...page.finished, varyBy: ['accept'] } } : page

  /** A page in a frame of the staff app has neither script nor chat. */
  async function pageOf(
    item: VisitorItem,
    language: PageLanguage,
    { where, all = false }: { where: 'public' | 'framed'; all?: boolean },
  ): Promise<Page> {
    const type = item.type_name
    const shows = inventoryTypes[type].page
    const framed = where === 'framed'
    const definitions = await visitors.definitions(type)
    const read = inLanguage(item, language.lang, definitions)
    const pictures = picturesOf(item, licences.pictures)
    const sheet = {
      imprint: imprintOf(foundation, clock),
      url: addressOf(publicUrl(), type, item.id),
      pictures,
      allPictures: all && pictures.length > maxInStrip + 1,
      alternates:
        openCollection && !framed ? alternateLinks(type, publicNumber(type, item.id), pictures.length > 0) : [],
      ...read,
      ...language,
      framed,
    }
    const { rows, musicRows } = readRows(item, read, language.lang, definitions)
    const facts = { rows: withProduction(rows, language.lang), musicRows }
    const recording = shows.recording ? recordingOf(item) : null
    const chat = shows.chat ? chatFrameUrl : null
    const own = `${askPath(type, item.id)}?lang=${language.lang}`
    const ask = framed ? null : { href: chat ?? own, outside: chat !== null }
    const pdf = framed ? null : `${pdfPath(type, item.id)}?lang=${language.lang}`
    const scripts = framed ? null : scriptSrc
    const around = framed ? null : await lists.around(type, item.id, language.lang)
    return made(
      { type, sheet, facts, recording, ask, pdf, scripts, around },
      () =>
        renderItemPage({
          ...sheet,
          ...facts,
          type,
          recording,
          scripts,
          around,
          qr: shows.qr ? qrLines(sheet.url) : null,
          pdf,
          ask,
        }),
      {
        frames: framed ? [] : [chat ? new URL(chat).origin : "'self'"],
        media: recording?.startsWith('https:') ? [new URL(recording).origin] : [],
      },
    )
  }

  return {
    /** The address of the form that a program prefers to the page by Accept; null for the page. */
    async instead(type: ItemType, number: number, accept: string | undefined): Promise<string | null> {
      const alternate = openCollection ? preferredAlternate(accept) : null
      const found = alternate && (await visitors.byNumber(type, number))
      if (!found || typeof found === 'string') return null
      return alternate.path === manifestPath && found.pictures.length === 0 ? null : alternate.path(type, number)
    },

    /** The page of the item with this number; without a number, the page for unknown items. */
    async of(
      type: ItemType,
      number: number | null,
      language: PageLanguage,
      allPictures: boolean,
    ): Promise<{ status: number; page: Page }> {
      const found = number === null ? 'unknown' : await visitors.byNumber(type, number)
      if (typeof found === 'string') {
        const absence = { imprint: imprintOf(foundation, clock), type, why: found, ...language }
        return { status: 404, page: negotiated(await made(absence, () => renderAbsentPage(absence))) }
      }
      return { status: 200, page: negotiated(await pageOf(found, language, { where: 'public', all: allPictures })) }
    },

    /** Shown offline, for a page that is not cached. */
    offline(type: ItemType, language: PageLanguage): Promise<Page> {
      const absence = { imprint: imprintOf(foundation, clock), type, why: 'offline' as const, ...language }
      return made(absence, () => renderAbsentPage(absence))
    },

    /** As visitors would see it, for a frame inside the staff app, where a page runs no script and opens no chat. */
    async preview(id: number, lang?: LabelLanguage): Promise<Finished> {
      const item = await visitors.preview(id)
      const language = { lang: lang ?? (item.language || 'en'), pinned: lang !== undefined }
      const { finished } = await pageOf(item, language, { where: 'framed' })
      return { ...finished, cache: 'ask', confined: true }
    },
  }
}

export type FactsheetPages = ReturnType<typeof factsheetPages>
