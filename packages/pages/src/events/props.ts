import type { PageLanguage, PublicEvent } from '@vitrine/contract'
import type { Imprint } from '../document/page.ts'

export interface EventsPageProps extends PageLanguage {
  readonly imprint: Imprint
  /** The page's address without a language. */
  readonly url: string
  /** Their texts are sanitised by the caller. */
  readonly events: readonly PublicEvent[]
  /** Whether it stands in a frame of another page. */
  readonly isEmbedded: boolean
}
