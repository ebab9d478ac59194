import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { JournalConflict, JournalEntry, JournalTag } from '@vitrine/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { findConflict } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { deferUntilFocusReturns, isDialogCovered } from '../../ui/feedback/dialogs.ts'
import { ConflictChooser, type RenderHistory } from '../../ui/forms/edit-form.tsx'
import { confirmLeave, useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { type AssistedText, type AssistStep, useAssistant } from './assistant.ts'
import styles from './edit-entry-modal.module.css'
import {
  createValueFormatter,
  EntryFields,
  getEntryFieldLabel,
  isCompleteEntry,
  toEntryValues,
  toJournalText,
} from './entry-fields.tsx'
import { journalQueries, useJournalCache } from './journal-queries.ts'

interface EditEntryModalProps {
  readonly entry: JournalEntry
  readonly tags: readonly JournalTag[] | undefined
  readonly renderHistory: RenderHistory
  readonly onDelete: (entry: JournalEntry) => Promise<boolean>
  /** Called after the closing transition. */
  readonly onClosed: () => void
}

/** Screens that the dialog fills. */
const narrowScreens = '(max-width: 48em)'

export function EditEntryModal({
  entry,
  tags,
  renderHistory,
  onDelete,
  onClosed,
}: EditEntryModalProps) {
  const [opened, setOpened] = useState(false)
  const isNarrow = useMediaQuery(narrowScreens, false, { getInitialValueInEffect: false })
  const close = () => setOpened(false)
  // Opened after mounting, because only then does the modal remember the focus and return it.
  useEffect(() => setOpened(true), [])

  const askAndClose = async () => {
    if (!isDialogCovered() && (await confirmLeave())) close()
  }

  return (
    <Modal
      opened={opened}
      onClose={askAndClose}
      onExitTransitionEnd={deferUntilFocusReturns(onClosed)}
      title="Edit Entry"
      size="lg"
      fullScreen={isNarrow}
      classNames={{ content: styles.dialog ?? '', body: styles.body ?? '' }}
    >
      <EditEntryForm
        entry={entry}
        tags={tags}
        renderHistory={renderHistory}
        onCancel={askAndClose}
        onSaved={close}
        onDelete={async () => {
          if (await onDelete(entry)) close()
        }}
      />
    </Modal>
  )
}

interface EditEntryFormProps {
  readonly entry: JournalEntry
  readonly tags: readonly JournalTag[] | undefined
  readonly renderHistory: RenderHistory
  readonly onCancel: () => void
  readonly onSaved: () => void
  readonly onDelete: () => void
}

function EditEntryForm({
  entry,
  tags,
  renderHistory,
  onCancel,
  onSaved,
  onDelete,
}: EditEntryFormProps) {
  const queries = useQueryClient()
  const edit = useEntryEdit(entry, tags)
  const { saving } = edit
  const assistant = useAssistant(edit.text, edit.setText)
  // The dialog stays mounted during its closing animation.
  const [isSaved, setSaved] = useState(false)
  useRegisterUnsavedForm(() => edit.isDirty && !isSaved)

  const isReady = isCompleteEntry(edit.values) && assistant.working === null && !saving

  // Keeps the dialog open, because its history shows the result of the undo.
  const showUndoneState = async () => {
    const entries = await queries.fetchQuery({ ...journalQueries.list, staleTime: 0 })
    const undoneEntry = entries.find(({ id }) => id === entry.id)
    if (undoneEntry) edit.rebase(undoneEntry)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return

    void edit.save(async () => {
      setSaved(true)
      notifications.show({ message: 'Entry saved.' })
      onSaved()
    })
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-busy={saving}>
      <div className={styles.fields}>
        {edit.conflict && (
          <ConflictChooser
            what="entry"
            conflict={edit.conflict}
            getLabel={getEntryFieldLabel}
            formatValue={createValueFormatter(tags ?? [])}
            onChoose={edit.choose}
          />
        )}
        <EntryFields
          tags={tags}
          assistant={assistant}
          saving={saving}
          rows={9}
          values={edit.values}
          set={(changes) => {
            for (const [field, value] of Object.entries(changes)) edit.set(field, value)
          }}
          text={edit.text}
          setText={edit.setText}
        />
        {renderHistory({ id: entry.id, isEdited: edit.isDirty, onUndone: showUndoneState })}
      </div>
      <div className={styles.buttons}>
        <Button
          variant="default"
          className={styles.delete ?? ''}
          disabled={saving}
          onClick={onDelete}
        >
          Delete
        </Button>
        <Button variant="default" className={styles.cancel ?? ''} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady}>
          {saving ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}

/** Edits an entry, with the steps in which the assistant has changed its comment. */
function useEntryEdit(entry: JournalEntry, tags: readonly JournalTag[] | undefined) {
  const cache = useJournalCache()
  const [steps, setSteps] = useState<readonly AssistStep[]>([])

  const edit = useEdit({
    entity: entry,
    read: toEntryValues,
    write: async (values, version) => {
      const body = { ...toJournalText(values, tags), version }
      try {
        cache.putEntry(await call('PUT /journal/:id', { params: { id: entry.id }, body }))
      } catch (error) {
        const conflict = findConflict<JournalConflict>(error)
        if (conflict) cache.putEntry(conflict.current)
        else void cache.refetchTags()
        throw error
      }
    },
    explain: explainFieldErrors(''),
  })

  // Their comment replaces the one that the assistant has changed, so its steps no longer apply.
  const hasTheirComment = edit.conflict?.chosen.comment === 'theirs'
  const text: AssistedText = {
    comment: edit.values.comment ?? '',
    steps: hasTheirComment ? [] : steps,
  }

  const setText = (newText: AssistedText) => {
    edit.set('comment', newText.comment)
    setSteps(newText.steps)
  }

  return { ...edit, text, setText }
}
