import {
  eventDay,
  eventText,
  eventTime,
  eventUntil,
  type ItemType,
  inventoryTypes,
  itemTypes,
  type LabelLanguage,
  lastDayOf,
  type MuseumState,
  type PageLanguage,
  type PublicEvent,
  plainText,
  visitorWords,
  withLang,
} from '@vitrine/contract'
import { renderDocument } from '../document/document.tsx'
import { type Imprint, type RenderedPage, type StructuredData, shortened } from '../document/page.ts'
import labelCss from '../factsheet/label.css?inline'
import { MuseumLink, PageFrame } from '../factsheet/label.tsx'
import visitCss from '../museum/visit.css?inline'
import { hasVisit, Visit } from '../museum/visit.tsx'
import eventsCss from './events.css?inline'
import noEventsCss from './no-events.css?inline'

export interface EventsPageProps extends PageLanguage {
  readonly imprint: Imprint
  /** The page's address without a language. */
  readonly url: string
  /** Their texts are sanitised by the caller. */
  readonly events: readonly PublicEvent[]
  /** What visitors need to know about each museum. */
  readonly museums: Readonly<Record<ItemType, MuseumState>>
  /** Whether it stands in a frame of another page. */
  readonly isEmbedded: boolean
}

/** The box of events, made to be framed by another site: no head and no foot. */
export function renderEventsPage(props: EventsPageProps): RenderedPage {
  const { imprint, url, lang, pinned, events, isEmbedded } = props
  const title = visitorWords[lang].events.title
  const page = { title: `${title} – ${imprint.foundation}`, lang, pinned }
  if (events.length > 0) {
    return renderDocument({
      ...page,
      style: eventsCss + visitCss,
      shared: { site: imprint.foundation, title, description: '', url, picture: null, data: eventsData(props) },
      children: (
        <main>
          <EventBox lang={lang} events={events} />
          <Museums {...props} />
        </main>
      ),
    })
  }
  // Nothing of the site that embeds it is covered.
  if (isEmbedded)
    return renderDocument({ ...page, style: ':root{background:none;color-scheme:normal}', children: null })
  return renderDocument({ ...page, style: labelCss + noEventsCss + visitCss, children: <NoEvents {...props} /> })
}

function NoEvents({ imprint, lang, pinned, museums }: EventsPageProps) {
  return (
    <PageFrame head={<span lang="fr">{imprint.foundation}</span>} imprint={imprint} lang={lang}>
      <div className="none">
        <h1>{visitorWords[lang].events.title}</h1>
        <p>{visitorWords[lang].events.noEvents}</p>
        <ul>
          {itemTypes.map((type) => (
            <li key={type} data-museum={type}>
              <MuseumLink type={type} lang={lang} pinned={pinned} />
            </li>
          ))}
        </ul>
        <Museums museums={museums} lang={lang} />
      </div>
    </PageFrame>
  )
}

/** Hours and contact of each museum that says them. */
const Museums = ({ museums, lang }: Pick<EventsPageProps, 'museums' | 'lang'>) =>
  itemTypes
    .map((type) => ({ type, shown: { museum: museums[type], lang, topics: ['hours'] as const } }))
    .filter(({ shown }) => hasVisit(shown))
    .map(({ type, shown }) => (
      <section key={type} className="about" data-museum={type}>
        <h2 lang="fr">{inventoryTypes[type].museum}</h2>
        <Visit {...shown} />
      </section>
    ))

function EventBox({ lang, events }: Pick<EventsPageProps, 'lang' | 'events'>) {
  return (
    <section className="box" aria-labelledby="title">
      <h1 id="title">{visitorWords[lang].events.title}</h1>
      <ol className="events">
        {events.map((event) => (
          <li key={event.id}>
            <Event event={event} lang={lang} />
          </li>
        ))}
      </ol>
      <p className="calendar">
        <a href={`/save-the-date.ics?lang=${lang}`}>{visitorWords[lang].events.addToCalendar}</a>
      </p>
    </section>
  )
}

function Event({ event, lang }: { readonly event: PublicEvent; readonly lang: LabelLanguage }) {
  const time = eventTime(event)
  const until = eventUntil(event, lang)
  const text = eventText(event, lang)
  return (
    <article>
      <h2 className="when">
        <time dateTime={time ? `${event.date}T${time}` : event.date}>
          <span>{eventDay(event, lang)}</span>
          {time && <span className="time">{time}</span>}
        </time>
        {until && <time dateTime={event.last_day}>{until}</time>}
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but a few tags */}
      <div className="text" lang={text.language} dangerouslySetInnerHTML={{ __html: text.html }} />
    </article>
  )
}

/** The events in the words of schema.org. One without a text has no name and is left out. */
function eventsData({ imprint, url, events, ...page }: EventsPageProps): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@graph': events.flatMap((event) => {
      const { language: spoken, html } = eventText(event, page.lang)
      const text = plainText(html)
      const time = eventTime(event)
      if (!text) return []
      return {
        '@type': 'Event',
        name: shortened(text.split('\n', 1).join('')),
        description: shortened(text),
        // Without an offset it is local time, at the place of the event.
        startDate: time ? `${event.date}T${time}` : event.date,
        ...(lastDayOf(event) && { endDate: lastDayOf(event) }),
        url: withLang(url, page),
        inLanguage: spoken,
        location: { '@type': 'Place', name: imprint.foundation, address: imprint.address },
        organizer: { '@type': 'Organization', name: imprint.foundation },
      }
    }),
  }
}
