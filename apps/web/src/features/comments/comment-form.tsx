import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Person, TaskFields as TaskValues } from '@vitrine/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { conflictOf, serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { isText, useDraft } from '../../ui/forms/drafts.ts'
import { TaskFields } from '../../ui/forms/task-fields.tsx'
import { useUnsaved } from '../../ui/forms/unsaved.tsx'
import styles from './comment-form.module.css'
import { commentsQueries } from './comments-queries.ts'
import { mentionedIn } from './mention.ts'
import { MentionField } from './mention-field.tsx'

export interface WrittenComment {
  readonly comment: string
  /** The text that was edited. */
  readonly before: string
  /** Null for a plain comment. */
  readonly task: TaskValues | null
}

interface CommentFormProps {
  readonly label: string
  /** What is typed is kept under this name. */
  readonly draftName: string
  readonly submit: string
  readonly placeholder?: string
  readonly initial?: string
  /** Whether it can be made a task. */
  readonly canBeTask?: boolean
  readonly onSave: (written: WrittenComment) => Promise<unknown>
  /** Where it was opened for a while. */
  readonly onClose?: () => void
  readonly history?: (isEdited: boolean) => ReactNode
}

interface TextConflict {
  readonly current: string
}

const none: readonly Person[] = []

interface CommentDraft {
  readonly text: string
  /** The text that it started from. */
  readonly before: string
  readonly task: TaskValues | null
}

function readCommentDraft(kept: unknown): CommentDraft | null {
  const { text, before, task } = (kept ?? {}) as Partial<CommentDraft>
  return isText(text) && isText(before) ? { text, before, task: task ?? null } : null
}

/** A comment to write: a new one, a reply, or one to edit. */
export function CommentForm(props: CommentFormProps) {
  const { label, draftName, submit, placeholder, initial = '', canBeTask = false, onSave, onClose, history } = props
  const { draft, latest, keep } = useDraft(draftName, readCommentDraft)
  const untouched: CommentDraft = { text: initial, before: initial, task: null }
  const { text, before, task } = draft ?? untouched
  const change = (next: Partial<CommentDraft>) => {
    // A chosen name changes both the text and the task.
    const changed = { ...(latest() ?? untouched), ...next }
    keep(changed.text === initial && changed.task === null ? null : changed)
  }
  const setText = (next: string) => change({ text: next })
  const setTask = (next: TaskValues | null) => change({ task: next })
  const [isUsed, setUsed] = useState(false)
  const { data: people = none } = useQuery({ ...commentsQueries.people, enabled: isUsed && canBeTask })
  const field = useRef<HTMLTextAreaElement>(null)
  const isOpened = onClose !== undefined
  useEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: () => {
      keep(null)
      if (onClose) return onClose()
      // The button is disabled while the text is empty, so focus the field.
      field.current?.focus()
    },
    // Saved again, it replaces what is shown now.
    onError: (error) => change({ before: conflictOf<TextConflict>(error)?.current ?? before }),
  })
  const theirs = conflictOf<TextConflict>(save.error)
  const isEmpty = text.trim() === ''
  const isEdited = text !== initial
  // A new one is found again where it was written; one that was opened is not in sight.
  useUnsaved(
    () => !isEmpty && isEdited,
    () => keep(null),
    !isOpened,
  )

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isEmpty || save.isPending) return
    const named = canBeTask ? mentionedIn(text, people) : undefined
    save.mutate({
      comment: text,
      before,
      task: task ?? (named ? { assigneeId: named.id } : null),
    })
  }

  return (
    <form onSubmit={handleSubmit} className={styles.form}>
      <MentionField
        ref={field}
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        rows={3}
        value={text}
        // Text typed now would be cleared by the answer.
        readOnly={save.isPending}
        people={people}
        onFocus={() => setUsed(true)}
        onChange={setText}
        onMention={({ id }) => setTask({ ...task, assigneeId: id })}
      />
      {task && <TaskFields values={task} people={people} readOnly={save.isPending} onChange={setTask} />}
      {save.isError && <ErrorMessage>The comment was not saved. {serverMessage(save.error)}</ErrorMessage>}
      {theirs && <blockquote className={styles.theirs}>{theirs.current}</blockquote>}
      <div className={styles.actions}>
        {canBeTask && (
          <Checkbox
            label="Task"
            className={styles.task ?? ''}
            checked={task !== null}
            onChange={({ currentTarget }) => {
              setUsed(true)
              setTask(currentTarget.checked ? {} : null)
            }}
          />
        )}
        {onClose && (
          <Button
            variant="default"
            onClick={() => {
              keep(null)
              onClose()
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={isEmpty} loading={save.isPending}>
          {submit}
        </Button>
      </div>
      {history?.(isEdited)}
    </form>
  )
}
