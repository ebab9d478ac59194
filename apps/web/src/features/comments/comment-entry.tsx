import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconTrash } from '@tabler/icons-react'
import { describeAge, type ItemComment, type Task, toDay } from '@vitrine/contract'
import { type ReactNode, useEffect, useState } from 'react'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { lazyWithPreload } from '../../ui/layout/lazy-with-preload.tsx'
import { formatDate } from '../../ui/text/format.ts'
import styles from './comment-entry.module.css'
import taskStyles from './task-line.module.css'
import type { CommentActions } from './use-comment-actions.ts'

const [CommentForm, preloadForm] = lazyWithPreload(
  async () => (await import('./comment-form.tsx')).CommentForm,
)
const [EditTask, preloadEditTask] = lazyWithPreload(
  async () => (await import('./edit-task.tsx')).EditTask,
)

/** Loads the code of the forms, so that they open at once. */
export function usePreloadForms(): void {
  useEffect(() => {
    preloadForm()
    preloadEditTask()
  }, [])
}

interface CommentEntryProps {
  readonly comment: ItemComment
  /** The item of the comment, on screens that show comments of several items. */
  readonly subject?: ReactNode
  readonly isDeleting: boolean
  readonly onDelete: () => void
  readonly actions: CommentActions
  readonly renderHistory: RenderHistory
  /** The replies, if they are shown below the comment. */
  readonly children?: ReactNode
}

export const formatCommentAuthor = ({ first_name, last_name }: ItemComment): string =>
  `${first_name} ${last_name}`.trim()
export const formatCommentAge = ({ created }: ItemComment): string =>
  describeAge(new Date(created), new Date())

/** The form or history that is open below a comment, or instead of it; null if none is. */
type OpenedPart = 'reply' | 'edit' | 'task' | 'history' | null

/**
 * A comment with its task and forms. Uses native titles instead of tooltips, because hundreds may be
 * rendered.
 */
export function CommentEntry(props: CommentEntryProps) {
  const { comment, subject, isDeleting, onDelete, actions, renderHistory, children } = props
  const [opened, setOpened] = useState<OpenedPart>(null)
  const closeOpened = () => setOpened(null)
  const author = formatCommentAuthor(comment)
  const { task } = comment
  const renderOwnHistory = (isEdited: boolean, open = false) =>
    renderHistory({ id: comment.id, isEdited, open, onUndone: actions.refresh })

  return (
    <li
      id={`comment-${comment.id}`}
      className={styles.entry}
      data-done={task?.done !== undefined || undefined}
    >
      <div className={styles.head}>
        {subject}
        <span className={styles.age}>{formatCommentAge(comment)}</span>
      </div>
      {opened === 'edit' ? (
        <CommentForm
          label="Edit the comment"
          draftName={`edit of comment ${comment.id}`}
          submitLabel="Save"
          initial={comment.comment}
          onSave={({ comment: text, before }) => actions.edit(comment, text, before)}
          onClose={closeOpened}
          renderHistory={renderOwnHistory}
        />
      ) : (
        <p className={styles.text}>{comment.comment}</p>
      )}
      {task && (
        <TaskLine
          comment={comment}
          task={task}
          onToggle={actions.toggleDone}
          onChange={() => setOpened('task')}
        />
      )}
      <CommentFooter comment={comment} opened={opened} onOpen={setOpened} />
      <ActionIcon
        variant="subtle"
        size="lg"
        className={styles.delete ?? ''}
        title="Delete comment"
        aria-label={`Delete comment (${author}, ${formatDate(comment.created)})`}
        loading={isDeleting}
        onClick={onDelete}
      >
        <IconTrash size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      {opened === 'task' && (
        <EditTask
          task={task}
          onSave={(values) => actions.setTask(comment, values)}
          onClose={closeOpened}
          renderHistory={renderOwnHistory}
        />
      )}
      {opened === 'history' && renderOwnHistory(false, true)}
      {opened === 'reply' && (
        <CommentForm
          label={`Reply to ${author}`}
          draftName={`reply to comment ${comment.id}`}
          submitLabel="Save Reply"
          onSave={(input) => actions.add(comment.item_id, input, comment.id)}
          onClose={closeOpened}
        />
      )}
      {children}
    </li>
  )
}

interface CommentFooterProps {
  readonly comment: ItemComment
  readonly opened: OpenedPart
  readonly onOpen: (part: OpenedPart) => void
}

/** The author and date of a comment, with buttons that open a form or the history. */
function CommentFooter({ comment, opened, onOpen }: CommentFooterProps) {
  const author = formatCommentAuthor(comment)
  const { created, edited, mine, reply_to, task } = comment
  const mayBecomeTask = !task && reply_to === undefined

  return (
    <div className={styles.foot}>
      {author}
      {author !== '' && <span aria-hidden="true"> · </span>}
      <time dateTime={created}>{formatDate(created)}</time>
      {edited !== undefined && (
        <>
          <span aria-hidden="true"> · </span>
          <UnstyledButton
            className={styles.edited ?? ''}
            title={`${formatDate(edited)}: show the history`}
            aria-expanded={opened === 'history'}
            onClick={() => onOpen(opened === 'history' ? null : 'history')}
          >
            edited
          </UnstyledButton>
        </>
      )}
      <span className={`${styles.actions} no-print`}>
        <EntryAction label="Reply" author={author} onClick={() => onOpen('reply')} />
        {mine && <EntryAction label="Edit" author={author} onClick={() => onOpen('edit')} />}
        {mayBecomeTask && (
          <EntryAction label="Make it a task" author={author} onClick={() => onOpen('task')} />
        )}
      </span>
    </div>
  )
}

interface EntryActionProps {
  readonly label: string
  readonly author: string
  readonly onClick: () => void
}

const EntryAction = ({ label, author, onClick }: EntryActionProps) => (
  <UnstyledButton
    className={styles.action ?? ''}
    aria-label={`${label} (${author})`}
    onClick={onClick}
  >
    {label}
  </UnstyledButton>
)

interface TaskLineProps {
  readonly comment: ItemComment
  readonly task: Task
  readonly onToggle: CommentActions['toggleDone']
  /** Opens the fields for assignee and due date. */
  readonly onChange: () => void
}

/** The state, assignee and due date of a task. */
function TaskLine({ comment, task, onToggle, onChange }: TaskLineProps) {
  const isDone = task.done !== undefined
  const isOverdue = !isDone && task.due !== undefined && task.due < toDay(new Date())

  return (
    <div className={taskStyles.line}>
      <UnstyledButton
        className={taskStyles.state ?? ''}
        data-done={isDone || undefined}
        {...(isDone && {
          'aria-label': 'Done. Reopen the task',
          title: `Done by ${task.done_by}. Press to reopen it.`,
        })}
        onClick={() => onToggle(comment)}
      >
        {isDone ? (
          <IconCircleCheckFilled size={18} aria-hidden="true" />
        ) : (
          <IconCircle size={18} stroke={1.5} aria-hidden="true" />
        )}
        {isDone ? 'Done' : 'Mark as done'}
      </UnstyledButton>
      <UnstyledButton
        className={taskStyles.about ?? ''}
        title="Change who is to do it, and by when"
        onClick={onChange}
      >
        {task.assignee ? task.assignee.name : 'Assign'}
        {task.due !== undefined && (
          <>
            <span aria-hidden="true"> · </span>
            <span className={isOverdue ? taskStyles.overdue : undefined}>
              {isOverdue ? 'overdue since' : 'due'} {formatDate(task.due)}
            </span>
          </>
        )}
      </UnstyledButton>
    </div>
  )
}
