import { Button, TextInput, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { dayOf, type JournalTag } from '@vitrine/contract'
import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
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

/** Open with all its fields; on a phone one line until it is touched, and again after an entry was added. */
export function AddEntryCard({ tags, comment }: AddEntryCardProps) {
  const { user } = useSignedIn()
  const { draft, change, clear } = useEntryDraft(user.email)
  const changes = useJournalChanges()
  const form = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(width < 768px)', false, { getInitialValueInEffect: false })
  const [isTouched, setTouched] = useState(false)
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
      setTouched(false)
      // On a phone a focused field would keep the keyboard over the new entry.
      const next = isPhone ? form : comment
      next.current?.focus()
    },
    onError: changes.refetchTags,
  })
  // Also one that was sent before the screen was left and opened again.
  const isSaving = useIsMutating({ mutationKey: addKey }) > 0
  const isFolded = isPhone && !isTouched && !isSaving && isEmpty(draft)
  const isReady =
    draft.comment.trim() !== '' && !isTooLong(draft.comment) && date !== '' && assistant.working === null && !isSaving

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) add.mutate()
  }
  const unfold = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget) setTouched(true)
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      className={styles.card}
      data-folded={isFolded || undefined}
      onSubmit={submit}
      onFocus={unfold}
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
      {tags?.length !== 0 && (
        <div className={styles.tags}>
          <ToggleButtons
            label="Tags"
            inTwoLines
            options={tagOptions(tags ?? [])}
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
