import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { eventLanguages } from '@vitrine/contract'
import { useId } from 'react'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { useNearViewport } from '../../ui/layout/use-near-viewport.ts'
import type { DraftProblem, EventDraft } from './event-draft.ts'
import styles from './event-fields.module.css'
import { EventPreview } from './event-preview.tsx'
import { EventTextField } from './event-text-field.tsx'

/** Fields that show their problem themselves. */
const fieldsWithOwnMessage: readonly DraftProblem['field'][] = ['date', 'last_day', 'time']

interface EventFieldsProps {
  readonly draft: EventDraft
  /**
   * A new value remounts the text editors with the current texts, because they are uncontrolled.
   */
  readonly resetCount: number
  readonly onChange: (changes: Partial<EventDraft>) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  readonly problem: DraftProblem | null
}

/** The date, the texts and the preview of an event. */
export function EventFields({
  draft,
  resetCount,
  onChange,
  onDuplicate,
  onRemove,
  problem,
}: EventFieldsProps) {
  const untilId = useId()
  const [ref, isNear] = useNearViewport()
  const getError = (field: DraftProblem['field']) => problem?.field === field && problem.message

  return (
    <div ref={ref} className={styles.fields}>
      {problem && !fieldsWithOwnMessage.includes(problem.field) && (
        <ErrorMessage>{problem.message}</ErrorMessage>
      )}
      <div className={styles.when}>
        <Checkbox
          label="From"
          checked={draft.start}
          onChange={(event) => onChange({ start: event.currentTarget.checked })}
        />
        <TextInput
          type="date"
          aria-label="Date"
          value={draft.date}
          max="9999-12-31"
          error={getError('date')}
          onChange={(event) => onChange({ date: event.currentTarget.value })}
        />
        <div className={styles.until}>
          <label htmlFor={untilId} data-disabled={!draft.start || undefined}>
            until
          </label>
          <TextInput
            id={untilId}
            type="date"
            title="The last day, if any. Without one, the event stays until you set it inactive."
            value={draft.last_day}
            min={draft.date}
            max="9999-12-31"
            disabled={!draft.start}
            error={getError('last_day')}
            onChange={(event) => onChange({ last_day: event.currentTarget.value })}
          />
        </div>
        <Checkbox
          label="Time"
          checked={draft.show_time}
          onChange={(event) => onChange({ show_time: event.currentTarget.checked })}
        />
        <TextInput
          type="time"
          aria-label="Time of the event"
          value={draft.time}
          disabled={!draft.show_time}
          error={getError('time')}
          onChange={(event) => onChange({ time: event.currentTarget.value.slice(0, 5) })}
        />
      </div>
      <div className={styles.texts}>
        {eventLanguages.map((language) => (
          <EventTextField
            key={`${language} ${resetCount}`}
            language={language}
            html={draft[`text_${language}`]}
            isEditable={isNear}
            onChange={(html) => onChange({ [`text_${language}`]: html })}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <Checkbox
          label="Active"
          className={styles.active ?? ''}
          checked={draft.active}
          onChange={(event) => onChange({ active: event.currentTarget.checked })}
        />
        <Button
          variant="default"
          className={styles.remove ?? ''}
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={onRemove}
        >
          Remove Event
        </Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={onDuplicate}
        >
          Duplicate Event
        </Button>
      </div>
      <EventPreview draft={draft} />
    </div>
  )
}
