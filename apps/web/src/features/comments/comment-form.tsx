import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person, TaskFields as TaskValues } from '@vitrine/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { isString, useDraft } from '../../ui/forms/drafts.ts'
import type { EditDraft } from '../../ui/forms/edit-drafts.ts'
import { ConflictChooser } from '../../ui/forms/edit-form.tsx'
import { TaskFields } from '../../ui/forms/task-fields.tsx'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { useEdit } from '../../ui/forms/use-edit.ts'
import styles from './comment-form.module.css'
import { commentsQueries } from './comments-queries.ts'
import { findMentionedPerson } from './mention.ts'
import { MentionField } from './mention-field.tsx'

export interface CommentInput {
  readonly comment: string
  /** The text before the edit. */
  readonly before: string
  /** Null for a plain comment. */
  readonly task: TaskValues | null
}

interface CommentFormProps {
  readonly label: string
  /** The name under which the text is stored until it is saved. */
  readonly draftName: string
  readonly submitLabel: string
  readonly placeholder?: string
  readonly initial?: string
  /** Whether the comment can be made a task. */
  readonly canBeTask?: boolean
  readonly onSave: (input: CommentInput) => Promise<unknown>
  /** Present if the form was opened by a button and can be closed. */
  readonly onClose?: () => void
  readonly renderHistory?: (isEdited: boolean) => ReactNode
}

const noPeople: readonly Person[] = []

// The form has fields of text only: a task is stored as JSON, and no task as an empty text.
const serializeTaskValues = (task: TaskValues | null): string => (task ? JSON.stringify(task) : '')
const parseTaskValues = (text = ''): TaskValues | null => (text === '' ? null : JSON.parse(text))

/** A draft as it is stored in the browser. */
interface StoredComment {
  readonly text: string
  /** The text before the edit. */
  readonly before: string
  readonly task: TaskValues | null
}

function parseCommentDraft(stored: unknown): EditDraft | null {
  const { text, before, task } = (stored ?? {}) as Partial<StoredComment>
  if (!isString(text) || !isString(before)) return null

  return {
    version: 0,
    base: { comment: before, task: '' },
    values: { comment: text, task: serializeTaskValues(task ?? null) },
  }
}

const toStored = ({ base, values }: EditDraft): StoredComment => ({
  text: values.comment ?? '',
  before: base.comment ?? '',
  task: parseTaskValues(values.task),
})

/** A form for a new comment, a reply or an edit. */
export function CommentForm(props: CommentFormProps) {
  const {
    label,
    draftName,
    submitLabel,
    placeholder,
    initial = '',
    canBeTask = false,
    onSave,
    onClose,
    renderHistory,
  } = props

  const isOpened = onClose !== undefined
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isOpened) field.current?.focus()
  }, [isOpened])

  const [needsPeople, setNeedsPeople] = useState(false)
  const { data: people = noPeople } = useQuery({
    ...commentsQueries.people,
    enabled: needsPeople && canBeTask,
  })

  const edit = useCommentEdit({ draftName, initial, people, canBeTask, onSave })
  const { saving } = edit
  const text = edit.values.comment ?? ''
  const task = parseTaskValues(edit.values.task)
  const setTask = (newTask: TaskValues | null) => edit.set('task', serializeTaskValues(newTask))
  const isEmpty = text.trim() === ''
  // The form of a new comment stays on the screen and restores its draft; that of a reply or an edit
  // is closed after leaving.
  useRegisterUnsavedForm(() => !isEmpty && edit.isDirty, edit.discard, !isOpened)

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
        placeholder={placeholder}
        rows={3}
        value={text}
        // Text typed during the request would be cleared.
        readOnly={saving}
        people={people}
        onFocus={() => setNeedsPeople(true)}
        onChange={(newText) => edit.set('comment', newText)}
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
              setNeedsPeople(true)
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
          {submitLabel}
        </Button>
      </div>
      {renderHistory?.(edit.isDirty)}
    </form>
  )
}

interface CommentEditOptions
  extends Required<Pick<CommentFormProps, 'draftName' | 'initial' | 'canBeTask' | 'onSave'>> {
  /** People who become the assignee of a task if the comment mentions one of them. */
  readonly people: readonly Person[]
}

/** The text and the task of a comment, with a draft in the browser. */
function useCommentEdit(options: CommentEditOptions) {
  const { draftName, initial, people, canBeTask, onSave } = options
  const { draft, keep } = useDraft(draftName, parseCommentDraft)
  const edit = useEdit({
    entity: { version: 0, comment: initial },
    read: ({ comment }) => ({ comment, task: '' }),
    write: ({ comment = '', task }, _, { base }) => {
      const mentioned = canBeTask ? findMentionedPerson(comment, people) : undefined
      return onSave({
        comment,
        before: base.comment ?? '',
        task: parseTaskValues(task) ?? (mentioned ? { assigneeId: mentioned.id } : null),
      })
    },
    explain: (error) => ({
      problem: `The comment was not saved. ${getServerMessage(error)}`,
      errors: {},
    }),
    draft: { draft, keep: (newDraft) => keep(newDraft && toStored(newDraft)) },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: an undo has changed the initial text
  useEffect(() => edit.rebase({ version: 0, comment: initial }), [initial])

  return edit
}
