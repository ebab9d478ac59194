import {
  type EventLanguage,
  eventDay,
  eventText,
  eventTime,
  eventUntil,
  eventWords,
  type PublicEvent,
} from '@vitrine/contract'
import type { RenderedPage } from '../document/page.ts'
import { renderDocument } from '../document/render.tsx'
import eventsCss from './events.css?inline'
import type { EventsPageProps } from './props.ts'
import { eventsData } from './structured-data.ts'

/** The box of events, made to be framed by another site: no head and no foot. Without events, a sentence. */
export function renderEventsPage(props: EventsPageProps): RenderedPage {
  const { imprint, url, language, events } = props
  const title = eventWords[language].title
  return renderDocument({
    title: `${title} – ${imprint.foundation}`,
    lang: language,
    style: eventsCss,
    ...(events.length > 0 && {
      shared: { site: imprint.foundation, title, description: '', url, picture: null, data: eventsData(props) },
    }),
    children: (
      <main>
        {events.length > 0 ? (
          <EventBox language={language} events={events} />
        ) : (
          <p className="none">{eventWords[language].noEvents}</p>
        )}
      </main>
    ),
  })
}

function EventBox({ language, events }: Pick<EventsPageProps, 'language' | 'events'>) {
  return (
    <section className="box" aria-labelledby="title">
      <h1 id="title">{eventWords[language].title}</h1>
      <ol className="events">
        {events.map((event) => (
          <li key={event.id}>
            <Event event={event} language={language} />
          </li>
        ))}
      </ol>
      <p className="calendar">
        <a href={`/save-the-date.ics?lang=${language}`}>{eventWords[language].addToCalendar}</a>
      </p>
    </section>
  )
}

function Event({ event, language }: { readonly event: PublicEvent; readonly language: EventLanguage }) {
  const time = eventTime(event)
  const until = eventUntil(event, language)
  const text = eventText(event, language)
  return (
    <article>
      <h2 className="when">
        <time dateTime={time ? `${event.date}T${time}` : event.date}>
          <span>{eventDay(event, language)}</span>
          {time && <span className="time">{time}</span>}
        </time>
        {until && <time dateTime={event.last_day}>{until}</time>}
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but a few tags */}
      <div className="text" lang={text.language} dangerouslySetInnerHTML={{ __html: text.html }} />
    </article>
  )
}
