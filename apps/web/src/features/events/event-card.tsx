import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { formatEventDay, formatEventTime, formatEventUntil, languageNames } from '@vitrine/contract'
import { memo, useId } from 'react'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import styles from './event-card.module.css'
import {
  type DraftProblem,
  type EventDraft,
  getEventHeadline,
  listMissingLanguages,
} from './event-draft.ts'
import { EventFields } from './event-fields.tsx'

/** A card's callbacks. Must be a stable object, so that typing in one card re-renders no other. */
export interface EventCardActions {
  readonly onOpen: (key: string, isOpen: boolean) => void
  readonly onChange: (key: string, changes: Partial<EventDraft>) => void
  readonly onDuplicate: (draft: EventDraft) => void
  readonly onRemove: (key: string) => void
  readonly onUndone: () => Promise<void>
  readonly renderHistory: RenderHistory
}

interface EventCardProps {
  readonly draft: EventDraft
  readonly resetCount: number
  readonly isOpen: boolean
  readonly isEdited: boolean
  readonly problem: DraftProblem | null
  readonly actions: EventCardActions
}

/** A summary line and the fields of an event. Memoized, because many cards are open at once. */
export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { draft, resetCount, isOpen, isEdited, problem, actions } = props
  const { onOpen, onDuplicate, onRemove, onUndone, renderHistory } = actions
  const { id, key } = draft
  const onChange = (changes: Partial<EventDraft>) => actions.onChange(key, changes)
  const fieldsId = useId()

  if (draft.remove) {
    return (
      <div className={styles.removed}>
        <span>
          <s>{formatDayAndTime(draft)}</s> <s>{getEventHeadline(draft)}</s> will be removed when you
          save.
        </span>
        <Button variant="default" size="compact-sm" onClick={() => onChange({ remove: false })}>
          Keep Event
        </Button>
      </div>
    )
  }

  const missingLanguages = listMissingLanguages(draft)

  return (
    <article className={styles.card} data-problem={problem !== null || undefined}>
      <UnstyledButton
        className={styles.head ?? ''}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => onOpen(key, !isOpen)}
      >
        <IconChevronRight size={18} aria-hidden="true" className={styles.chevron ?? ''} />
        <span className={styles.when}>{formatDayAndTime(draft)}</span>
        <span className={styles.headline}>{getEventHeadline(draft) || 'No text yet'}</span>
        <span className={styles.notes}>
          {!draft.active && <span className={styles.note}>Inactive</span>}
          {missingLanguages.length > 0 && (
            <span className={styles.note} data-warning>
              Missing: {missingLanguages.map((language) => languageNames[language]).join(', ')}
            </span>
          )}
        </span>
      </UnstyledButton>
      <div id={fieldsId} hidden={!isOpen}>
        {isOpen && (
          <>
            <EventFields
              draft={draft}
              resetCount={resetCount}
              problem={problem}
              onChange={onChange}
              onDuplicate={() => onDuplicate(draft)}
              onRemove={() => onRemove(key)}
            />
            {id !== undefined && (
              <div className={styles.history}>{renderHistory({ id, isEdited, onUndone })}</div>
            )}
          </>
        )}
      </div>
    </article>
  )
})

const formatDayAndTime = (draft: EventDraft) =>
  [
    formatEventDay(draft, 'en') || 'New event',
    formatEventTime(draft),
    formatEventUntil(draft, 'en'),
  ]
    .filter(Boolean)
    .join(', ')
