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
  /** URL of the page, without language. */
  readonly url: string
  /** The caller must sanitise their texts. */
  readonly events: readonly PublicEvent[]
  /** Visitor information about each museum. */
  readonly museums: Readonly<Record<ItemType, MuseumState>>
  readonly scripts: ScriptAddresses
}

/** Renders the events page, with links to both museums. */
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

/** Hours and contact of a museum, if known. */
function Hours(shown: Pick<Parameters<typeof VisitorInformation>[0], 'museum' | 'lang'>) {
  const topics = ['hours'] as const
  return (
    hasVisitorInformation({ ...shown, topics }) && <VisitorInformation {...shown} topics={topics} />
  )
}

/** Metadata for link previews and search engines; page and box have the same URL. */
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
