import { Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { dayOf, type JournalTag } from '@vitrine/contract'
import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import { createRecord } from '../../client/call.ts'
import styles from './add-entry-card.module.css'
import { useAssistant } from './assistant.ts'
import { isEmpty, useEntryDraft } from './entry-draft.ts'
import { bodyOf, EntryFields, isComplete } from './entry-fields.tsx'
import { useJournalChanges } from './journal-queries.ts'

const addKey = ['journal', 'add']

interface AddEntryCardProps {
  readonly tags: readonly JournalTag[] | undefined
  readonly comment: RefObject<HTMLTextAreaElement | null>
}

/**
 * Open with all its fields; on a phone one line until it is touched, and again after an entry was
 * added.
 */
export function AddEntryCard({ tags, comment }: AddEntryCardProps) {
  const { draft, set, setText, clear } = useEntryDraft()
  const changes = useJournalChanges()
  const form = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(width < 768px)', false, { getInitialValueInEffect: false })
  const [isTouched, setTouched] = useState(false)
  const values = { date: dayOf(new Date()), ...draft.values }
  const text = { comment: draft.values.comment ?? '', steps: draft.steps }
  const assistant = useAssistant(text, setText)

  const add = useMutation({
    mutationKey: addKey,
    mutationFn: () => createRecord('POST /journal', { body: bodyOf(values, tags) }),
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
  const isReady = isComplete(values) && assistant.working === null && !isSaving

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
      <EntryFields
        {...{ values, set, text, setText, assistant, tags }}
        rows={6}
        folded={isFolded}
        saving={isSaving}
        commentRef={comment}
      />
      <Button type="submit" className={styles.add ?? ''} disabled={!isReady}>
        {isSaving ? 'Creating...' : 'Add Entry'}
      </Button>
    </form>
  )
}
