import { Button, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { dayOf, type JournalTag } from '@vitrine/contract'
import { type FormEvent, useRef } from 'react'
import { create } from '../../client/create.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ToggleButtons, toggled } from '../../ui/toggle-buttons.tsx'
import styles from './add-entry-card.module.css'
import { CommentField, isTooLong } from './comment-field.tsx'
import { knownTags, tagOptions } from './tag-options.ts'
import { useAssistant } from './use-assistant.ts'
import { useEntryDraft } from './use-entry-draft.ts'
import { useJournalChanges } from './use-journal-changes.ts'

export function AddEntryCard({ tags }: { readonly tags: readonly JournalTag[] }) {
  const { user } = useSignedIn()
  const { draft, change, clear } = useEntryDraft(user.email)
  const changes = useJournalChanges()
  const comment = useRef<HTMLTextAreaElement>(null)
  const assistant = useAssistant(draft, change)
  const date = draft.date ?? dayOf(new Date())

  const add = useMutation({
    mutationFn: () =>
      create('POST /journal', { body: { comment: draft.comment, date, tags: knownTags(draft.tags, tags) } }),
    onSuccess: (entry) => {
      changes.entrySaved(entry)
      clear()
      notifications.show({ message: 'Entry added.' })
      comment.current?.focus()
    },
    onError: changes.tagsDoubted,
  })
  const isReady =
    draft.comment.trim() !== '' &&
    !isTooLong(draft.comment) &&
    date !== '' &&
    assistant.working === null &&
    !add.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) add.mutate()
  }

  return (
    <form className={styles.card} onSubmit={submit} noValidate aria-label="New entry" aria-busy={add.isPending}>
      <Title order={2} className={styles.title ?? ''}>
        New entry
      </Title>
      <div className={styles.comment}>
        <CommentField
          ref={comment}
          rows={6}
          text={draft}
          onChange={change}
          assistant={assistant}
          saving={add.isPending}
        />
      </div>
      <TextInput
        type="date"
        label="Date"
        required
        className={styles.date ?? ''}
        value={date}
        readOnly={add.isPending}
        onChange={(event) => change({ date: event.currentTarget.value })}
      />
      {tags.length > 0 && (
        <div className={styles.tags}>
          <ToggleButtons
            label="Tags"
            options={tagOptions(tags)}
            chosen={draft.tags}
            disabled={add.isPending}
            onToggle={(id) => change({ tags: toggled(draft.tags, id) })}
          />
        </div>
      )}
      <Button type="submit" className={styles.add ?? ''} disabled={!isReady}>
        {add.isPending ? 'Creating...' : 'Add Entry'}
      </Button>
    </form>
  )
}
