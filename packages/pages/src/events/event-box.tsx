import { visitorWords } from '@vitrine/contract'
import { type Colours, renderDocument } from '../document/document.tsx'
import type { RenderedPage } from '../document/page.ts'
import boxCss from './event-box.css?inline'
import eventListCss from './event-list.css?inline'
import { EventList } from './event-list.tsx'
import { buildEventsMetadata, type EventsPageProps } from './events-page.tsx'

export interface EventBoxProps extends Omit<EventsPageProps, 'museums'> {
  readonly colours: Colours
}

/** Transparent, so that an empty box is invisible. */
const emptyCss = ':root{background:none;color-scheme:normal}'

/** Renders the events for a frame on another website, without header and footer. */
export function renderEventBox(props: EventBoxProps): RenderedPage {
  const { imprint, lang, pinned, events, colours, scripts } = props
  const { title } = visitorWords[lang].events
  return renderDocument({
    title: `${title} – ${imprint.foundation}`,
    lang,
    pinned,
    colours,
    style: events.length > 0 ? boxCss + eventListCss : emptyCss,
    shared: buildEventsMetadata(props),
    scripts: [scripts.embedded],
    children: events.length > 0 && (
      <main>
        <h1>{title}</h1>
        <EventList lang={lang} events={events} />
      </main>
    ),
  })
}
