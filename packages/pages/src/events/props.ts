import type { EventLanguage, PublicEvent } from '@vitrine/contract'
import type { Imprint } from '../document/page.ts'

export interface EventsPageProps {
  readonly imprint: Imprint
  /** The page's canonical address. */
  readonly url: string
  readonly language: EventLanguage
  /** Their texts are sanitised by the caller. */
  readonly events: readonly PublicEvent[]
}
