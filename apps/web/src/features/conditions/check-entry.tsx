import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type ConditionCheck,
  conditionNames,
  describeAge,
  occasionNames,
  type TaskFields,
} from '@vitrine/contract'
import { useState } from 'react'
import { call, createRecord } from '../../client/call.ts'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { useHasDraft } from '../../ui/forms/drafts.ts'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { ConditionForm, editedCheckDraftName } from './condition-form.tsx'
import { type CheckPhoto, CheckPhotos } from './condition-photos.tsx'
import styles from './item-conditions.module.css'

const TaskDialog = lazyWithFallback(
  async () => (await import('../../ui/forms/task-dialog.tsx')).TaskDialog,
)

interface CheckEntryProps {
  readonly check: ConditionCheck
  /** The photos of all checks, between which the viewer moves. */
  readonly photos: readonly CheckPhoto[]
  readonly isOpen: boolean
  readonly onChanged: () => Promise<void>
  readonly renderHistory: RenderHistory
}

/** A check: in full if it is open, otherwise as a line that unfolds. */
export function CheckEntry({ check, photos, isOpen, onChanged, renderHistory }: CheckEntryProps) {
  const { id, itemId, state, day, remark, occasion, first_name, last_name } = check
  const hasDraft = useHasDraft(editedCheckDraftName(id))
  const [isEditing, setEditing] = useState(hasDraft && check.mayEdit === true)
  const author = `${first_name} ${last_name}`.trim()

  return (
    <li id={`condition-${id}`} className={styles.check}>
      <details open={isOpen || isEditing}>
        <summary className={styles.summary}>
          <span className={`tone ${styles.state}`} data-tone={state}>
            {conditionNames[state]}
          </span>
          <span className={styles.age}> · {describeAge(new Date(day), new Date())}</span>
          <span className={`quiet cut ${styles.excerpt}`}>{remark}</span>
        </summary>
        {isEditing ? (
          <ConditionForm
            itemId={itemId}
            check={check}
            autoFocus={!hasDraft}
            onSaved={onChanged}
            onClose={() => setEditing(false)}
          />
        ) : (
          <div className={`column ${styles.body}`}>
            {remark && <p className={styles.remark}>{remark}</p>}
            <p className="hint">
              {[occasionNames[occasion], formatDate(day), author].filter(Boolean).join(' · ')}
            </p>
            <CheckPhotos check={check} photos={photos} />
            <CheckActions check={check} onChanged={onChanged} onEdit={() => setEditing(true)} />
          </div>
        )}
        {check.version > 1 && renderHistory({ id, isEdited: isEditing, onUndone: onChanged })}
      </details>
    </li>
  )
}

interface CheckActionsProps extends Pick<CheckEntryProps, 'check' | 'onChanged'> {
  readonly onEdit: () => void
}

function CheckActions({ check, onChanged, onEdit }: CheckActionsProps) {
  const { id, itemId, task, mayEdit } = check
  const [isTaskDialogOpen, setTaskDialogOpen] = useState(false)
  const queries = useQueryClient()

  const setRemoved = (removed: boolean) =>
    call('POST /inventory/remove-condition', { body: { id, removed } })
  const remove = useMutation({
    mutationFn: () => setRemoved(true),
    onSuccess: () =>
      offerUndo({
        id: `condition-${id}`,
        message: 'Condition check removed.',
        undo: () => setRemoved(false).finally(onChanged),
      }),
    onError: (error) => showFailure('The condition check was not removed.', error),
    onSettled: onChanged,
  })

  const makeTask = useMutation({
    mutationFn: (fields: TaskFields) =>
      createRecord('POST /inventory/condition-task', { body: { id, task: fields } }),
    onSuccess: () => notifications.show({ message: 'Task made. It is among the comments.' }),
    onError: (error) => showFailure('The task was not made.', error),
    onSettled: async () => {
      setTaskDialogOpen(false)
      // The comments of the page and counts of open tasks have changed as well.
      await queries.invalidateQueries()
    },
  })

  /** Distinguishes the buttons of this check from those of others. */
  const checkName = `${conditionNames[check.state]}, ${formatDate(check.day)}`

  return (
    <div className="row no-print">
      {mayEdit && (
        <SmallButton aria-label={`Edit: ${checkName}`} onClick={onEdit}>
          Edit
        </SmallButton>
      )}
      {task ? (
        <Link
          to="/inventory-detail/$id"
          params={{ id: String(itemId) }}
          hash={`comment-${task.commentId}`}
        >
          {task.done ? 'Task done' : 'Open task'}
        </Link>
      ) : (
        <SmallButton
          aria-label={`Make a task: ${checkName}`}
          onClick={() => setTaskDialogOpen(true)}
        >
          Make a task
        </SmallButton>
      )}
      {mayEdit && (
        <SmallButton
          aria-label={`Remove: ${checkName}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Remove
        </SmallButton>
      )}
      <TaskDialog
        count={isTaskDialogOpen ? 1 : 0}
        isBusy={makeTask.isPending}
        onMake={makeTask.mutate}
        onClose={() => setTaskDialogOpen(false)}
      />
    </div>
  )
}
