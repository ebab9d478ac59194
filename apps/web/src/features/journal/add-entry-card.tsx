import { Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { type JournalTag, toDay } from '@vitrine/contract'
import { type FocusEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import { createRecord } from '../../client/call.ts'
import styles from './add-entry-card.module.css'
import { useAssistant } from './assistant.ts'
import { isEmptyDraft, useEntryDraft } from './entry-draft.ts'
import { EntryFields, isCompleteEntry, toJournalText } from './entry-fields.tsx'
import { useJournalCache } from './journal-queries.ts'

const addEntryKey = ['journal', 'add']

interface AddEntryCardProps {
  readonly tags: readonly JournalTag[] | undefined
  readonly commentRef: RefObject<HTMLTextAreaElement | null>
}

/** The form for a new entry; on a phone folded to one line until it gets the focus. */
export function AddEntryCard({ tags, commentRef }: AddEntryCardProps) {
  const { draft, set, setText, clear } = useEntryDraft()
  const cache = useJournalCache()
  const form = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(width < 768px)', false, { getInitialValueInEffect: false })
  const [isTouched, setTouched] = useState(false)
  const values = { date: toDay(new Date()), ...draft.values }
  const text = { comment: draft.values.comment ?? '', steps: draft.steps }
  const assistant = useAssistant(text, setText)

  const add = useMutation({
    mutationKey: addEntryKey,
    mutationFn: () => createRecord('POST /journal', { body: toJournalText(values, tags) }),
    onSuccess: (entry) => {
      cache.putEntry(entry)
      clear()
      notifications.show({ message: 'Entry added.' })
      setTouched(false)
      // On a phone a focused field would keep the keyboard over the new entry.
      const nextFocus = isPhone ? form : commentRef
      nextFocus.current?.focus()
    },
    onError: cache.refetchTags,
  })

  // Includes an entry sent before the screen was left and opened again.
  const isSaving = useIsMutating({ mutationKey: addEntryKey }) > 0
  const isFolded = isPhone && !isTouched && !isSaving && isEmptyDraft(draft)
  const isReady = isCompleteEntry(values) && assistant.working === null && !isSaving

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
        values={values}
        set={set}
        text={text}
        setText={setText}
        assistant={assistant}
        tags={tags}
        rows={6}
        folded={isFolded}
        saving={isSaving}
        commentRef={commentRef}
      />
      <Button type="submit" className={styles.add ?? ''} disabled={!isReady}>
        {isSaving ? 'Creating...' : 'Add Entry'}
      </Button>
    </form>
  )
}
