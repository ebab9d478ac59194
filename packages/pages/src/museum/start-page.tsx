import {
  type ItemType,
  inventoryTypes,
  itemTypes,
  type MuseumState,
  type PageLanguage,
  type PublicEvent,
  pickEventText,
  toPlainText,
  toTextLanguage,
  truncateToLine,
  typeset,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import { renderDocument } from '../document/document.tsx'
import type { Imprint, RenderedPage } from '../document/page.ts'
import { formatEventDates } from '../events/event-when.ts'
import labelCss from '../factsheet/label.css?inline'
import { MuseumLink, MuseumPage } from '../factsheet/label.tsx'
import type { ScriptAddresses } from '../scripts.ts'
import gridCss from './grid.css?inline'
import { buildMuseumData, describeMuseum, listMuseumLanguages } from './museum-data.ts'
import { type Neighbour, NeighbourLink } from './neighbour-links.tsx'
import startCss from './start.css?inline'
import visitCss from './visit.css?inline'
import { hasVisitorInformation, VisitorInformation } from './visit.tsx'

export interface StartPageProps extends PageLanguage {
  readonly imprint: Imprint
  readonly type: ItemType
  /** URL of the page, without language. */
  readonly url: string
  /** URL of the museum's first picture in its largest rendition. */
  readonly picture: string | null
  readonly items: readonly Neighbour[]
  /** Page number, starting from 1. */
  readonly page: number
  /** Number of pages. */
  readonly pages: number
  /** The number or name that the visitor searched for, or null. */
  readonly typed: string | null
  /** Items that match `typed`. */
  readonly found: readonly Neighbour[]
  readonly events: readonly PublicEvent[]
  /** Visitor information of the museum. */
  readonly about: MuseumState
  readonly scripts: ScriptAddresses
}

/** In characters; longer texts are truncated. */
const maxEventLength = 160

/** Renders a museum's start page: search by number, items to browse, and coming events. */
export function renderStartPage(props: StartPageProps): RenderedPage {
  const {
    imprint,
    type,
    url,
    items,
    page,
    pages,
    typed,
    found,
    events,
    about,
    scripts,
    ...language
  } = props
  const { museum } = inventoryTypes[type]
  const words = visitorWords[language.lang].museum
  const pageQuery = page > 1 ? `?page=${page}` : ''
  const query = typed === null ? pageQuery : `?number=${encodeURIComponent(typed)}`
  const { picture } = props
  const isLaterPage = pages > 1 && page > 1
  return renderDocument({
    title: isLaterPage ? `${museum} – ${formatPageOf(words.pageOf, page, pages)}` : museum,
    ...language,
    museum: type,
    style: labelCss + gridCss + startCss + visitCss,
    scripts: [scripts.page],
    ...(typed === null && {
      shared: {
        site: imprint.foundation,
        title: museum,
        description: describeMuseum(props),
        url: `${url}${pageQuery}`,
        // The size of the picture is unknown.
        picture:
          picture === null ? null : { width: 0, height: 0, widths: [{ src: picture, width: 0 }] },
        data: buildMuseumData(props),
        languages: listMuseumLanguages(about),
      },
    }),
    children: (
      <MuseumPage type={type} imprint={imprint} query={query} {...language}>
        <div className="start">
          <h1 lang="fr">{museum}</h1>
          <Finder
            type={type}
            typed={typed}
            isUnknown={typed !== null && found.length === 0}
            {...language}
          />
          {found.length > 0 && (
            <section className="browse">
              <h2>{words.found}</h2>
              <Grid items={found} language={language} />
            </section>
          )}
          {events.length > 0 && (
            <section className="events">
              <h2>{words.events}</h2>
              <ul>
                {events.map((event) => (
                  <li key={event.id}>
                    <EventSummary event={event} {...language} />
                  </li>
                ))}
              </ul>
              <a href={`/save-the-date?lang=${toTextLanguage(language.lang)}`}>{words.allEvents}</a>
            </section>
          )}
          {hasVisitorInformation({ museum: about, lang: language.lang }) && (
            <section className="about">
              <h2>{words.visit}</h2>
              <VisitorInformation museum={about} lang={language.lang} />
            </section>
          )}
          <section className="browse">
            <h2>{words.browse}</h2>
            {items.length === 0 && <p>{words.none}</p>}
            <Grid items={items} language={language} />
            {pages > 1 && <Pagination {...props} />}
          </section>
          <nav className="other" aria-labelledby="other">
            <h2 id="other">{words.other}</h2>
            {itemTypes.map(
              (otherType) =>
                otherType !== type && <MuseumLink key={otherType} type={otherType} {...language} />,
            )}
          </nav>
        </div>
      </MuseumPage>
    ),
  })
}

const Grid = ({
  items,
  language,
}: {
  readonly items: readonly Neighbour[]
  readonly language: PageLanguage
}) => (
  <ul className="grid">
    {items.map((item) => (
      <li key={item.href}>
        <NeighbourLink item={item} language={language} withYear />
      </li>
    ))}
  </ul>
)

const formatPageOf = (sentence: string, page: number, pages: number) =>
  sentence.replace('{page}', String(page)).replace('{pages}', String(pages))

function Pagination({ type, page, pages, lang, pinned }: StartPageProps) {
  const words = visitorWords[lang].museum
  const { start } = inventoryTypes[type]
  const getUrl = (target: number) =>
    withLangParameter(target > 1 ? `${start}?page=${target}` : start, { lang, pinned })
  return (
    <nav className="pages" aria-label={words.browse}>
      {page > 1 && (
        <a href={getUrl(page - 1)} rel="prev">
          {words.previous}
        </a>
      )}
      <span>{formatPageOf(words.pageOf, page, pages)}</span>
      {page < pages && (
        <a href={getUrl(page + 1)} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  )
}

function EventSummary({ event, lang }: { readonly event: PublicEvent } & PageLanguage) {
  const text = pickEventText(event, lang)
  const firstLine = toPlainText(text.html).split('\n', 1)[0] ?? ''
  return (
    <>
      <strong>{formatEventDates(event, lang)}</strong>
      <span lang={text.language}>
        {typeset(truncateToLine(firstLine, maxEventLength), text.language)}
      </span>
    </>
  )
}

interface FinderProps extends PageLanguage {
  readonly type: ItemType
  readonly typed: string | null
  readonly isUnknown: boolean
}

// In the order of a telephone's keys; 0 stands below, between two other keys.
const digits = '123456789'.split('')

/**
 * Searches items by number or name. On phones, a script replaces the keyboard by large digit keys.
 */
function Finder({ type, typed, isUnknown, lang, pinned }: FinderProps) {
  const words = visitorWords[lang].museum
  return (
    <form className="pad" action={inventoryTypes[type].start} data-pad>
      {pinned && <input type="hidden" name="lang" value={lang} />}
      <label htmlFor="number">{words.number}</label>
      <input
        id="number"
        name="number"
        defaultValue={typed ?? undefined}
        autoComplete="off"
        maxLength={50}
        required
        aria-invalid={isUnknown || undefined}
        aria-describedby={isUnknown ? 'problem' : undefined}
      />
      <button type="submit">{words.open}</button>
      {isUnknown && (
        <p id="problem" role="alert">
          {words.nothingFound.replace('{number}', () => typed ?? '')}
        </p>
      )}
      <div className="keys">
        {digits.map((digit) => (
          <button key={digit} type="button" value={digit}>
            {digit}
          </button>
        ))}
        <button type="button" data-letters aria-label={words.letters}>
          ABC
        </button>
        <button type="button" value="0">
          0
        </button>
        <button type="button" value="" aria-label={words.erase}>
          ⌫
        </button>
      </div>
    </form>
  )
}
