import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { eventDay, eventTime, eventUntil, languageNames } from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import styles from './event-card.module.css'
import { type DraftProblem, type EventDraft, headline, missingLanguages } from './event-draft.ts'
import { EventFields } from './event-fields.tsx'

interface EventCardProps {
  readonly draft: EventDraft
  /** Another one fills all fields again. */
  readonly filling: number
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (some: Partial<EventDraft>) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly problem: DraftProblem | null
  readonly history: ReactNode
}

/** One event: a line that tells what it is, and its fields when it is opened. */
export function EventCard({ draft, filling, isOpen, onOpen, history, ...fields }: EventCardProps) {
  const { problem, onChange } = fields
  const fieldsId = useId()
  if (draft.remove) {
    return (
      <div className={styles.removed}>
        <span>
          <s>{whenOf(draft)}</s> <s>{headline(draft)}</s> will be removed when you save.
        </span>
        <Button variant="default" size="compact-sm" onClick={() => onChange({ remove: false })}>
          Keep Event
        </Button>
      </div>
    )
  }
  const missing = missingLanguages(draft)
  return (
    <article className={styles.card} data-problem={problem !== null || undefined}>
      <UnstyledButton
        className={styles.head ?? ''}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => onOpen(!isOpen)}
      >
        <IconChevronRight size={18} aria-hidden="true" className={styles.chevron ?? ''} />
        <span className={styles.when}>{whenOf(draft)}</span>
        <span className={styles.headline}>{headline(draft) || 'No text yet'}</span>
        <span className={styles.notes}>
          {!draft.active && <span className={styles.note}>Inactive</span>}
          {missing.length > 0 && (
            <span className={styles.note} data-warning>
              Missing: {missing.map((language) => languageNames[language]).join(', ')}
            </span>
          )}
        </span>
      </UnstyledButton>
      <div id={fieldsId} hidden={!isOpen}>
        {isOpen && (
          <>
            <EventFields key={filling} draft={draft} {...fields} />
            {history && <div className={styles.history}>{history}</div>}
          </>
        )}
      </div>
    </article>
  )
}

const whenOf = (draft: EventDraft) =>
  [eventDay(draft, 'en') || 'New event', eventTime(draft), eventUntil(draft, 'en')].filter(Boolean).join(', ')
