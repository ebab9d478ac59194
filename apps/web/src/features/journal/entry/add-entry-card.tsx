import { Button, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { dayOf, type JournalTag } from '@vitrine/contract'
import { type FormEvent, type RefObject, useState } from 'react'
import { create } from '../../../client/create.ts'
import { useSignedIn } from '../../../session/use-session.ts'
import { ToggleButtons, toggled } from '../../../ui/forms/toggle-buttons.tsx'
import { useAssistant } from '../assistant/use-assistant.ts'
import { knownTags, tagOptions } from '../tags/tag-options.ts'
import { useJournalChanges } from '../use-journal-changes.ts'
import styles from './add-entry-card.module.css'
import { CommentField, isTooLong } from './comment-field.tsx'
import { isEmpty } from './entry-draft.ts'
import { useEntryDraft } from './use-entry-draft.ts'

const addKey = ['journal', 'add']

interface AddEntryCardProps {
  readonly tags: readonly JournalTag[] | undefined
  readonly comment: RefObject<HTMLTextAreaElement | null>
}

/** One line until somebody writes. It never folds under what was typed, nor under a pointer. */
export function AddEntryCard({ tags, comment }: AddEntryCardProps) {
  const { user } = useSignedIn()
  const { draft, change, clear } = useEntryDraft(user.email)
  const changes = useJournalChanges()
  const [isUsed, setUsed] = useState(false)
  const assistant = useAssistant(draft, change)
  const date = draft.date ?? dayOf(new Date())

  const add = useMutation({
    mutationKey: addKey,
    mutationFn: () =>
      create('POST /journal', { body: { comment: draft.comment, date, tags: knownTags(draft.tags, tags) } }),
    onSuccess: (entry) => {
      changes.entrySaved(entry)
      clear()
      notifications.show({ message: 'Entry added.' })
      comment.current?.focus()
    },
    onError: changes.refetchTags,
  })
  // Also one that was sent before the screen was left and opened again.
  const isSaving = useIsMutating({ mutationKey: addKey }) > 0
  const isFolded = !isUsed && !isSaving && isEmpty(draft)
  const isReady =
    draft.comment.trim() !== '' && !isTooLong(draft.comment) && date !== '' && assistant.working === null && !isSaving

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) add.mutate()
  }

  return (
    <form
      className={styles.card}
      data-folded={isFolded || undefined}
      onSubmit={submit}
      onFocus={() => setUsed(true)}
      noValidate
      aria-label="New entry"
      aria-busy={isSaving}
    >
      <Title order={2} className={styles.title ?? ''}>
        New entry
      </Title>
      <div className={styles.comment}>
        <CommentField
          ref={comment}
          rows={6}
          folded={isFolded}
          text={draft}
          onChange={change}
          assistant={assistant}
          saving={isSaving}
        />
      </div>
      <TextInput
        type="date"
        label="Date"
        required
        className={styles.date ?? ''}
        value={date}
        readOnly={isSaving}
        onChange={(event) => change({ date: event.currentTarget.value })}
      />
      {tags && tags.length > 0 && (
        <div className={styles.tags}>
          <ToggleButtons
            label="Tags"
            options={tagOptions(tags)}
            chosen={draft.tags}
            disabled={isSaving}
            onToggle={(id) => change({ tags: toggled(draft.tags, id) })}
          />
        </div>
      )}
      <Button type="submit" className={styles.add ?? ''} disabled={!isReady}>
        {isSaving ? 'Creating...' : 'Add Entry'}
      </Button>
    </form>
  )
}
