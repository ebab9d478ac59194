import {
  eventDay,
  eventText,
  eventTime,
  eventUntil,
  itemTypes,
  type LabelLanguage,
  type PublicEvent,
  visitorWords,
} from '@vitrine/contract'
import type { RenderedPage } from '../document/page.ts'
import { renderDocument } from '../document/render.tsx'
import labelCss from '../factsheet/label.css?inline'
import { MuseumLink, PageFrame } from '../factsheet/label.tsx'
import eventsCss from './events.css?inline'
import noEventsCss from './no-events.css?inline'
import type { EventsPageProps } from './props.ts'
import { eventsData } from './structured-data.ts'

/** The box of events, made to be framed by another site: no head and no foot. */
export function renderEventsPage(props: EventsPageProps): RenderedPage {
  const { imprint, url, lang, pinned, events, isEmbedded } = props
  const title = visitorWords[lang].events.title
  const page = { title: `${title} – ${imprint.foundation}`, lang, pinned }
  if (events.length > 0) {
    return renderDocument({
      ...page,
      style: eventsCss,
      shared: { site: imprint.foundation, title, description: '', url, picture: null, data: eventsData(props) },
      children: (
        <main>
          <EventBox lang={lang} events={events} />
        </main>
      ),
    })
  }
  // Nothing of the site that embeds it is covered.
  if (isEmbedded)
    return renderDocument({ ...page, style: ':root{background:none;color-scheme:normal}', children: null })
  return renderDocument({ ...page, style: labelCss + noEventsCss, children: <NoEvents {...props} /> })
}

function NoEvents({ imprint, lang, pinned }: EventsPageProps) {
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
      </div>
    </PageFrame>
  )
}

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
