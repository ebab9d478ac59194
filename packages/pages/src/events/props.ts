import type { EventLanguage, PublicEvent } from '@vitrine/contract'
import type { House } from '../document/page.ts'

export interface EventsPageProps {
  readonly house: House
  /** The page's canonical address. */
  readonly url: string
  readonly language: EventLanguage
  /** Their texts are sanitised by the caller. */
  readonly events: readonly PublicEvent[]
}
