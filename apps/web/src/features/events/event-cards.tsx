import { isEventOver, toDay } from '@vitrine/contract'
import { Block } from '../../ui/layout/page-parts.tsx'
import { EventCard, type EventCardActions } from './event-card.tsx'
import type { DraftProblem, EventDraft } from './event-draft.ts'
import styles from './events-editor.module.css'
import type { EventsEdit } from './use-events-edit.ts'

interface EventCardsProps {
  readonly edit: EventsEdit
  readonly findProblem: (draft: EventDraft) => DraftProblem | null
  readonly actions: EventCardActions
}

/** The upcoming events, and the past ones in a block of their own, latest first. */
export function EventCards({ edit, findProblem, actions }: EventCardsProps) {
  const today = toDay(new Date())

  const isPast = (draft: EventDraft) => {
    const event = edit.findSavedEvent(draft)
    return event !== undefined && isEventOver(event, today)
  }

  const upcoming = edit.drafts.filter((draft) => !isPast(draft))
  const past = edit.drafts.filter(isPast).reverse()

  const renderCards = (drafts: readonly EventDraft[]) => (
    <ul className={styles.cards}>
      {drafts.map((draft) => (
        <li key={draft.key}>
          <EventCard
            draft={draft}
            resetCount={edit.resetCount}
            isOpen={edit.openByKey.get(draft.key) ?? !isPast(draft)}
            isEdited={edit.isEdited(draft)}
            problem={findProblem(draft)}
            actions={actions}
          />
        </li>
      ))}
    </ul>
  )

  return (
    <>
      {upcoming.length > 0 && renderCards(upcoming)}
      {past.length > 0 && <Block title="Past">{renderCards(past)}</Block>}
    </>
  )
}
