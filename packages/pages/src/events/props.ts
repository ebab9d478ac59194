import type { EventLanguage, PublicEvent } from '@vitrine/contract'
import type { House } from '../document/page.ts'

export interface EventsPageProps {
  readonly house: House
  /** Where this page is, for those who pass it on. */
  readonly url: string
  readonly language: EventLanguage
  /** Their texts are clean: what must not be in them was taken out by whoever hands them over. */
  readonly events: readonly PublicEvent[]
}
