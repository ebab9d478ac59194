import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { JournalConflict, JournalEntry, JournalTag } from '@vitrine/contract'
import { type FormEvent, type RefObject, useEffect } from 'react'
import { call } from '../../../client/call.ts'
import { conflictOf } from '../../../client/conflict.ts'
import type { ShowHistory } from '../../../ui/forms/shown-history.ts'
import { ToggleButtons, toggled } from '../../../ui/forms/toggle-buttons.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.tsx'
import { useAssistant } from '../assistant/use-assistant.ts'
import { journalQueries } from '../journal-queries.ts'
import { knownTags, tagOptions } from '../tags/tag-options.ts'
import { useJournalChanges } from '../use-journal-changes.ts'
import { CommentField, isTooLong } from './comment-field.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import styles from './edit-entry-form.module.css'
import { useEntryEdit } from './use-entry-edit.ts'

interface EditEntryFormProps {
  readonly entry: JournalEntry
  readonly tags: readonly JournalTag[] | undefined
  readonly history: ShowHistory
  /** Lets the dialog around it ask before it closes. */
  readonly hasEdits: RefObject<() => boolean>
  readonly onCancel: () => void
  readonly onSaved: () => void
  readonly onDelete: () => void
}

export function EditEntryForm({ entry, tags, history, hasEdits, onCancel, onSaved, onDelete }: EditEntryFormProps) {
  const changes = useJournalChanges()
  const queries = useQueryClient()
  const { fields, change, isDirty, version, conflict, meet, choose, reset } = useEntryEdit(entry)
  const assistant = useAssistant(fields, change)

  const save = useMutation({
    mutationFn: () =>
      call('PUT /journal/:id', {
        params: { id: entry.id },
        body: { comment: fields.comment, date: fields.date, tags: knownTags(fields.tags, tags), version },
      }),
    onSuccess: (saved) => {
      changes.entrySaved(saved)
      notifications.show({ message: 'Entry saved.' })
      onSaved()
    },
    onError: (error) => {
      const found = conflictOf<JournalConflict>(error)
      if (found) {
        meet(found)
        changes.entrySaved(found.current)
      } else void changes.refetchTags()
    },
  })
  const isUnsaved = () => isDirty && !save.isSuccess
  useUnsaved(isUnsaved)
  useEffect(() => {
    hasEdits.current = isUnsaved
  })

  const isReady =
    fields.comment.trim() !== '' &&
    !isTooLong(fields.comment) &&
    fields.date !== '' &&
    assistant.working === null &&
    !save.isPending

  const takeUndone = async () => {
    const entries = await queries.fetchQuery({ ...journalQueries.list, staleTime: 0 })
    const saved = entries.find(({ id }) => id === entry.id)
    if (saved) reset(saved)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) save.mutate()
  }

  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-busy={save.isPending}>
      {conflict && (
        <ConflictPanel
          conflict={conflict.with}
          versions={{ ...conflict.versions, [conflict.chosen]: fields }}
          tags={tags ?? []}
          chosen={conflict.chosen}
          onChoose={choose}
        />
      )}
      <CommentField rows={9} text={fields} onChange={change} assistant={assistant} saving={save.isPending} />
      <TextInput
        type="date"
        label="Date"
        required
        className={styles.date ?? ''}
        value={fields.date}
        readOnly={save.isPending}
        onChange={(event) => change({ date: event.currentTarget.value })}
      />
      {tags && tags.length > 0 && (
        <ToggleButtons
          label="Tags"
          options={tagOptions(tags)}
          chosen={fields.tags}
          disabled={save.isPending}
          onToggle={(id) => change({ tags: toggled(fields.tags, id) })}
        />
      )}
      {history({ id: entry.id, isEdited: isDirty, onUndone: takeUndone })}
      <div className={styles.buttons}>
        <Button variant="default" className={styles.delete ?? ''} disabled={save.isPending} onClick={onDelete}>
          Delete
        </Button>
        <Button variant="default" className={styles.cancel ?? ''} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}
