import {
  formatEventDay,
  formatEventTime,
  formatEventUntil,
  type LabelLanguage,
  type PublicEvent,
  pickEventText,
  toPlainText,
  visitorWords,
} from '@vitrine/contract'
import { formatNotTranslated } from '../words.ts'

export interface EventListProps {
  readonly lang: LabelLanguage
  /** The caller must sanitise their texts. */
  readonly events: readonly PublicEvent[]
}

/** The events with a calendar link, for the events page and the embedded box. */
export const EventList = ({ lang, events }: EventListProps) => (
  <>
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
  </>
)

function Event({ event, lang }: { readonly event: PublicEvent; readonly lang: LabelLanguage }) {
  const time = formatEventTime(event)
  const until = formatEventUntil(event, lang)
  const text = pickEventText(event, lang)
  return (
    <article>
      <h2 className="when">
        <time dateTime={time ? `${event.date}T${time}` : event.date}>
          <span>{formatEventDay(event, lang)}</span>
          {time && <span className="time">{time}</span>}
        </time>
        {until && <time dateTime={event.last_day}>{until}</time>}
      </h2>
      <div>
        <div
          className="text"
          lang={text.language}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
          dangerouslySetInnerHTML={{ __html: text.html }}
        />
        {text.language !== lang && toPlainText(text.html) !== '' && (
          <p className="notice">{formatNotTranslated(text.language, lang)}</p>
        )}
      </div>
    </article>
  )
}
