import { dayOf, isOver } from '@vitrine/contract'
import { Block } from '../../ui/layout/page-parts.tsx'
import { type CardActions, EventCard } from './event-card.tsx'
import type { DraftProblem, EventDraft } from './event-draft.ts'
import styles from './events-editor.module.css'
import type { EventsEdit } from './use-events-edit.ts'

interface EventCardsProps {
  readonly edit: EventsEdit
  readonly problemOf: (draft: EventDraft) => DraftProblem | null
  readonly actions: CardActions
}

/** The events to come, and in a block of their own those that are past. */
export function EventCards({ edit, problemOf, actions }: EventCardsProps) {
  const today = dayOf(new Date())
  const isPast = (draft: EventDraft) => {
    const event = edit.savedEvent(draft)
    return event !== undefined && isOver(event, today)
  }
  const upcoming = edit.drafts.filter((draft) => !isPast(draft))
  // The latest first.
  const past = edit.drafts.filter(isPast).reverse()
  const cards = (drafts: readonly EventDraft[]) => (
    <ul className={styles.cards}>
      {drafts.map((draft) => (
        <li key={draft.key}>
          <EventCard
            draft={draft}
            filling={edit.filling}
            isOpen={edit.toggled.get(draft.key) ?? !isPast(draft)}
            isEdited={edit.isEdited(draft)}
            problem={problemOf(draft)}
            actions={actions}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {upcoming.length > 0 && cards(upcoming)}
      {past.length > 0 && <Block title="Past">{cards(past)}</Block>}
    </>
  )
}
