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

/** Nothing of the site that embeds it is covered. */
const emptyCss = ':root{background:none;color-scheme:normal}'

/** The events in a frame of another site: nothing around them, and nothing at all where there are none. */
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
