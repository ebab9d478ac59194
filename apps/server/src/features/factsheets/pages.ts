import {
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  listDescriptionLanguages,
  localiseItem,
  localiseRows,
  mergeProductionYears,
  type PageLanguage,
  toItemId,
  toPublicNumber,
  toYear,
} from '@vitrine/contract'
import {
  type AbsentPageProps,
  maxStripPictures,
  renderAbsentPage,
  renderItemPage,
} from '@vitrine/pages'
import { drawQrCodeAsLines } from '../../adapters/qr/qr-code.ts'
import { toImprint } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { memoizeHeaderParser, negotiateAlternative } from '../../http/accept.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { estimatePageBytes, type FinishedPage, renderPage } from '../../http/page.ts'
import { scriptAddresses } from '../../http/visitor-scripts.ts'
import { cachePerRevision } from '../../projections/index.ts'
import {
  alternates,
  askPath,
  getRecordingUrl,
  itemUrl,
  listAlternateLinks,
  manifestPath,
  pdfPath,
  toPagePictures,
} from './addresses.ts'
import { publicListReader } from './public-lists.ts'
import { type VisitorItem, visitorItemReader } from './service.ts'

/** Path of an item's screen in the staff app. */
const toStaffPath = (id: number): string => `/inventory-detail/${id}`

interface PageRequest {
  /** The public number in the address; null if it is none. */
  readonly number: number | null
  readonly language: PageLanguage
  readonly showsAllPictures: boolean
}

interface Answer {
  readonly status: number
  readonly page: FinishedPage
  /**
   * True for the page of unknown numbers: all of them have the same page, whose bytes
   * `readCachedAbsence` counts.
   */
  readonly isCountedElsewhere?: boolean
}

interface RenderOptions {
  /** Whether the page is shown in a frame of the staff app: without scripts, chat and links. */
  readonly isFramed: boolean
  readonly showsAllPictures: boolean
  /** The page before the latest change; reused if that did not affect it. */
  readonly earlier: FinishedPage | undefined
}

/** Chooses the format that a program prefers to the page; null for the page. */
const chooseAlternate = memoizeHeaderParser((accept) => negotiateAlternative(accept, alternates))

/** The links of a page in a frame of the staff app. */
const noLinks = { alternates: [], scripts: null, staffPath: null, pdf: null, ask: null }

/** Renders and caches the public pages of items. */
export const factsheetPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const [visitorItems, lists] = [get(visitorItemReader), get(publicListReader)]
  const { foundation, chatFrameUrl, openCollection, licences } = config
  const readCachedPage = cachePerRevision<Answer>({
    db,
    revisionNames: ['items', 'attributes'],
    sizeOf: ({ page, isCountedElsewhere }) => (isCountedElsewhere ? 0 : estimatePageBytes(page)),
  })
  const readCachedAbsence = cachePerRevision({ db, revisionNames: [], sizeOf: estimatePageBytes })

  /** Formats the parts of a cache key besides the item. The year is part of the imprint. */
  const formatCacheKey = ({ lang, pinned }: PageLanguage) =>
    [lang, pinned, publicUrl(), toYear(clock.now())].join(' ')

  /** Tells caches that the answer depends on Accept, if the collection is open. */
  const withVary = (page: FinishedPage): FinishedPage =>
    openCollection ? { ...page, finished: { ...page.finished, varyBy: ['accept'] } } : page

  async function renderPublicPage(
    item: VisitorItem,
    language: PageLanguage,
    { isFramed, showsAllPictures, earlier }: RenderOptions,
  ): Promise<FinishedPage> {
    const type = item.type_name
    const features = inventoryTypes[type].page
    const definitions = await visitorItems.listAttributes(type)
    const localised = localiseItem(item, language.lang, definitions)
    const { rows, musicRows } = localiseRows(item, localised, language.lang, definitions)
    const pictures = toPagePictures(item, licences.pictures)
    const recording = features.recording ? getRecordingUrl(item) : null
    const chat = features.chat ? chatFrameUrl : null
    const url = itemUrl(publicUrl(), type, item.id)
    const neighbours = isFramed ? null : await lists.findNeighbours(type, item.id, language.lang)
    const links = isFramed ? noLinks : listPageLinks(item, language, chat)

    // The first picture is shown above the strip.
    const exceedsStrip = pictures.length - 1 > maxStripPictures

    const props = {
      imprint: toImprint(foundation, clock),
      url,
      pictures,
      allPictures: showsAllPictures && exceedsStrip,
      textLanguages: listDescriptionLanguages(item),
      ...localised,
      ...language,
      framed: isFramed,
      rows: mergeProductionYears(rows, language.lang),
      musicRows,
      type,
      recording,
      ...links,
      neighbours,
    }
    return renderPage({
      props,
      render: () => renderItemPage({ ...props, qr: features.qr ? drawQrCodeAsLines(url) : null }),
      policyOptions: {
        frames: isFramed ? [] : [chat ? new URL(chat).origin : "'self'"],
        media: recording?.startsWith('https:') ? [new URL(recording).origin] : [],
      },
      earlier,
    })
  }

  /** Lists the links of an item's page. With a chat, it replaces our own page for questions. */
  function listPageLinks(item: VisitorItem, { lang }: PageLanguage, chat: string | null) {
    const { type_name: type, id, pictures } = item
    const langParameter = `?lang=${lang}`
    const number = toPublicNumber(type, id)
    return {
      alternates: openCollection ? listAlternateLinks(type, number, pictures.length > 0) : [],
      scripts: scriptAddresses,
      staffPath: toStaffPath(id),
      pdf: `${pdfPath(type, id)}${langParameter}`,
      ask: { href: chat ?? `${askPath(type, id)}${langParameter}`, outside: chat !== null },
    }
  }

  function toAbsenceProps(
    type: ItemType,
    why: AbsentPageProps['why'],
    language: PageLanguage,
  ): AbsentPageProps {
    return {
      imprint: toImprint(foundation, clock),
      type,
      why,
      scripts: scriptAddresses,
      staffPath: null,
      ...language,
    }
  }

  function renderAbsencePage(type: ItemType, why: 'unknown' | 'offline', language: PageLanguage) {
    const props = toAbsenceProps(type, why, language)
    return readCachedAbsence(JSON.stringify(props), () =>
      renderPage({ props, render: renderAbsentPage }),
    )
  }

  async function answerUnknownItem(type: ItemType, language: PageLanguage): Promise<Answer> {
    return {
      status: 404,
      page: withVary(await renderAbsencePage(type, 'unknown', language)),
      isCountedElsewhere: true,
    }
  }

  async function answerWithdrawnItem(
    type: ItemType,
    number: number,
    language: PageLanguage,
    earlier: Answer | undefined,
  ): Promise<Answer> {
    const props = {
      ...toAbsenceProps(type, 'withdrawn', language),
      staffPath: toStaffPath(toItemId(type, number)),
    }
    const page = await renderPage({ props, render: renderAbsentPage, earlier: earlier?.page })
    return { status: 404, page: withVary(page) }
  }

  return {
    /** Finds the path of the format that a program prefers to the page; null for the page. */
    async findAlternatePath(
      type: ItemType,
      number: number,
      accept: string | undefined,
    ): Promise<string | null> {
      const alternate = openCollection ? chooseAlternate(accept) : null
      if (!alternate) return null
      const item = await visitorItems.findByNumber(type, number)
      if (typeof item === 'string') return null
      if (alternate.path === manifestPath && item.pictures.length === 0) return null
      return alternate.path(type, number)
    },

    /** Returns the page of an item, or a page that says why there is none. */
    async getPage(
      type: ItemType,
      { number, language, showsAllPictures }: PageRequest,
    ): Promise<Answer> {
      if (number === null) return answerUnknownItem(type, language)
      return readCachedPage(
        [type, number, showsAllPictures, formatCacheKey(language)].join(' '),
        async (_revision, earlier) => {
          const item = await visitorItems.findByNumber(type, number)
          if (item === 'unknown') return answerUnknownItem(type, language)
          if (item === 'withdrawn') return answerWithdrawnItem(type, number, language, earlier)
          const page = await renderPublicPage(item, language, {
            isFramed: false,
            showsAllPictures,
            earlier: earlier?.page,
          })
          return { status: 200, page: withVary(page) }
        },
      )
    },

    /** Returns what the service worker shows offline instead of pages that it has not cached. */
    getOfflinePage: (type: ItemType, language: PageLanguage): Promise<FinishedPage> =>
      renderAbsencePage(type, 'offline', language),

    /**
     * Returns the page as visitors would see it, for a frame of the staff app; in the original's
     * language unless one is given.
     */
    async getPreview(id: number, lang?: LabelLanguage): Promise<FinishedAnswer> {
      const requested = { lang: lang ?? 'en', pinned: lang !== undefined } as const
      const { page } = await readCachedPage(
        ['preview', id, formatCacheKey(requested)].join(' '),
        async (_revision, earlier) => {
          const item = await visitorItems.getPreview(id)
          const language = { ...requested, lang: lang ?? (item.language || 'en') }
          const options = { isFramed: true, showsAllPictures: false, earlier: earlier?.page }
          return { status: 200, page: await renderPublicPage(item, language, options) }
        },
      )
      return { ...page.finished, cache: 'revalidate', confined: true }
    },
  }
}

export type FactsheetPages = ReturnType<typeof factsheetPages>
