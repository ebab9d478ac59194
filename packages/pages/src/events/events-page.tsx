import {
  eventLanguages,
  type ItemType,
  itemTypes,
  type MuseumState,
  type PageLanguage,
  type PublicEvent,
  pickEventText,
  visitorWords,
} from '@vitrine/contract'
import { renderDocument } from '../document/document.tsx'
import type { Imprint, RenderedPage } from '../document/page.ts'
import labelCss from '../factsheet/label.css?inline'
import { MuseumLink, PageFrame } from '../factsheet/label.tsx'
import visitCss from '../museum/visit.css?inline'
import { hasVisitorInformation, VisitorInformation } from '../museum/visit.tsx'
import type { ScriptAddresses } from '../scripts.ts'
import eventListCss from './event-list.css?inline'
import { EventList } from './event-list.tsx'
import { buildEventsData } from './events-data.ts'
import pageCss from './events-page.css?inline'

export interface EventsPageProps extends PageLanguage {
  readonly imprint: Imprint
  /** The page's address without a language. */
  readonly url: string
  /** Their texts are sanitised by the caller. */
  readonly events: readonly PublicEvent[]
  /** What visitors need to know about each museum. */
  readonly museums: Readonly<Record<ItemType, MuseumState>>
  readonly scripts: ScriptAddresses
}

/** The events as a page like the others, with ways to both museums. */
export function renderEventsPage(props: EventsPageProps): RenderedPage {
  const { imprint, lang, pinned, events, museums, scripts } = props
  const { title, noEvents } = visitorWords[lang].events
  return renderDocument({
    title: `${title} – ${imprint.foundation}`,
    lang,
    pinned,
    style: labelCss + eventListCss + visitCss + pageCss,
    shared: buildEventsMetadata(props),
    scripts: [scripts.page],
    children: (
      <PageFrame
        head={<span lang="fr">{imprint.foundation}</span>}
        imprint={imprint}
        lang={lang}
        offered={eventLanguages}
      >
        <div className="agenda">
          <h1>{title}</h1>
          {events.length > 0 ? <EventList lang={lang} events={events} /> : <p>{noEvents}</p>}
          {itemTypes.map((type) => (
            <section key={type} className="about" data-museum={type}>
              <MuseumLink type={type} lang={lang} pinned={pinned} />
              <Hours museum={museums[type]} lang={lang} />
            </section>
          ))}
        </div>
      </PageFrame>
    ),
  })
}

/** Hours and contact of a museum, as far as it says them. */
function Hours(shown: Pick<Parameters<typeof VisitorInformation>[0], 'museum' | 'lang'>) {
  const topics = ['hours'] as const
  return (
    hasVisitorInformation({ ...shown, topics }) && <VisitorInformation {...shown} topics={topics} />
  )
}

/** What link previews and search engines read, on the page and in the box at the same address. */
export const buildEventsMetadata = (props: Omit<EventsPageProps, 'museums'>) => ({
  site: props.imprint.foundation,
  title: visitorWords[props.lang].events.title,
  description: '',
  url: props.url,
  picture: null,
  data: buildEventsData(props),
  languages: eventLanguages.filter(
    (lang) =>
      props.events.length === 0 ||
      props.events.some((event) => pickEventText(event, lang).language === lang),
  ),
})
