import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person, TaskFields as TaskValues } from '@vitrine/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { isString, useDraft } from '../../ui/forms/drafts.ts'
import type { EditDraft } from '../../ui/forms/edit-drafts.ts'
import { ConflictChooser } from '../../ui/forms/edit-form.tsx'
import { TaskFields } from '../../ui/forms/task-fields.tsx'
import { useUnsavedChanges } from '../../ui/forms/unsaved.tsx'
import { useEdit } from '../../ui/forms/use-edit.ts'
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

const none: readonly Person[] = []

const textOfTask = (task: TaskValues | null): string => (task ? JSON.stringify(task) : '')
export const taskIn = (text = ''): TaskValues | null => (text === '' ? null : JSON.parse(text))

interface StoredComment {
  readonly text: string
  /** The text that it started from. */
  readonly before: string
  readonly task: TaskValues | null
}

function readCommentDraft(kept: unknown): EditDraft | null {
  const { text, before, task } = (kept ?? {}) as Partial<StoredComment>
  if (!isString(text) || !isString(before)) return null
  return {
    version: 0,
    base: { comment: before, task: '' },
    values: { comment: text, task: textOfTask(task ?? null) },
  }
}

const toStored = ({ base, values }: EditDraft): StoredComment => ({
  text: values.comment ?? '',
  before: base.comment ?? '',
  task: taskIn(values.task),
})

/** A comment to write: a new one, a reply, or one to edit. */
export function CommentForm(props: CommentFormProps) {
  const {
    label,
    draftName,
    submit,
    placeholder,
    initial = '',
    canBeTask = false,
    onSave,
    onClose,
    history,
  } = props
  const { draft, keep } = useDraft(draftName, readCommentDraft)
  const edit = useEdit({
    thing: { version: 0, comment: initial },
    read: ({ comment }) => ({ comment, task: '' }),
    write: ({ comment = '', task }, _, { base }) => {
      const named = canBeTask ? mentionedIn(comment, people) : undefined
      return onSave({
        comment,
        before: base.comment ?? '',
        task: taskIn(task) ?? (named ? { assigneeId: named.id } : null),
      })
    },
    explain: (error) => ({
      problem: `The comment was not saved. ${serverMessage(error)}`,
      errors: {},
    }),
    draft: { draft, keep: (next) => keep(next && toStored(next)) },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: an undo changed the text that it starts from
  useEffect(() => edit.follow({ version: 0, comment: initial }), [initial])
  const { saving } = edit
  const text = edit.values.comment ?? ''
  const task = taskIn(edit.values.task)
  const setTask = (next: TaskValues | null) => edit.set('task', textOfTask(next))
  const [isUsed, setUsed] = useState(false)
  const { data: people = none } = useQuery({
    ...commentsQueries.people,
    enabled: isUsed && canBeTask,
  })
  const field = useRef<HTMLTextAreaElement>(null)
  const isOpened = onClose !== undefined
  useEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])
  const isEmpty = text.trim() === ''
  // A new one is found again where it was written; one that was opened is not in sight.
  useUnsavedChanges(() => !isEmpty && edit.isDirty, edit.discard, !isOpened)

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    if (isEmpty) return
    void edit.save(async () => {
      if (onClose) return onClose()
      edit.reset()
      // The button is disabled while the text is empty, so focus the field.
      field.current?.focus()
    })
  }

  return (
    <form onSubmit={handleSubmit} className={styles.form}>
      {edit.conflict && (
        <ConflictChooser
          what="comment"
          conflict={edit.conflict}
          getLabel={() => 'Comment'}
          onChoose={edit.choose}
        />
      )}
      <MentionField
        ref={field}
        label={label}
        {...(placeholder !== undefined && { placeholder })}
        rows={3}
        value={text}
        // Text typed now would be cleared by the answer.
        readOnly={saving}
        people={people}
        onFocus={() => setUsed(true)}
        onChange={(next) => edit.set('comment', next)}
        onMention={({ id }) => setTask({ ...task, assigneeId: id })}
      />
      {task && <TaskFields values={task} people={people} readOnly={saving} onChange={setTask} />}
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
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
              edit.discard()
              onClose()
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={isEmpty} loading={saving}>
          {submit}
        </Button>
      </div>
      {history?.(edit.isDirty)}
    </form>
  )
}
