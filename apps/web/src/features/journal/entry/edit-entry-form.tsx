import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import type { JournalEntry, JournalTag } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { Conflict } from '../../../ui/forms/conflict.tsx'
import type { ShowHistory } from '../../../ui/forms/shown-history.ts'
import { ToggleButtons, toggled } from '../../../ui/forms/toggle-buttons.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.tsx'
import { useAssistant } from '../assistant/use-assistant.ts'
import { journalQueries } from '../journal-queries.ts'
import { tagOptions } from '../tags/tag-options.ts'
import { CommentField, isTooLong } from './comment-field.tsx'
import styles from './edit-entry-form.module.css'
import { labelOf, textOf } from './entry-fields.ts'
import { useEntryEdit } from './use-entry-edit.ts'

interface EditEntryFormProps {
  readonly entry: JournalEntry
  readonly tags: readonly JournalTag[] | undefined
  readonly history: ShowHistory
  readonly onCancel: () => void
  readonly onSaved: () => void
  readonly onDelete: () => void
}

export function EditEntryForm({ entry, tags, history, onCancel, onSaved, onDelete }: EditEntryFormProps) {
  const queries = useQueryClient()
  const edit = useEntryEdit(entry, tags)
  const { saving } = edit
  const assistant = useAssistant(edit.text, edit.setText)
  // The dialog stays a moment longer while it closes.
  const [isSaved, setSaved] = useState(false)
  useUnsaved(() => edit.isDirty && !isSaved)

  const isReady =
    edit.text.comment.trim() !== '' &&
    !isTooLong(edit.text.comment) &&
    edit.date !== '' &&
    assistant.working === null &&
    !saving

  const takeUndone = async () => {
    const entries = await queries.fetchQuery({ ...journalQueries.list, staleTime: 0 })
    const saved = entries.find(({ id }) => id === entry.id)
    if (saved) edit.follow(saved)
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
          <Conflict
            what="entry"
            conflict={edit.conflict}
            labelOf={labelOf}
            textOf={textOf(tags ?? [])}
            onChoose={edit.choose}
          />
        )}
        <CommentField rows={9} text={edit.text} onChange={edit.setText} assistant={assistant} saving={saving} />
        <TextInput
          type="date"
          label="Date"
          required
          className={styles.date ?? ''}
          value={edit.date}
          readOnly={saving}
          onChange={(event) => edit.set('date', event.currentTarget.value)}
        />
        {tags?.length !== 0 && (
          <ToggleButtons
            label="Tags"
            inTwoLines
            options={tagOptions(tags ?? [])}
            chosen={edit.tags}
            disabled={saving}
            onToggle={(id) => edit.setTags(toggled(edit.tags, id))}
          />
        )}
        {history({ id: entry.id, isEdited: edit.isDirty, onUndone: takeUndone })}
      </div>
      <div className={styles.buttons}>
        <Button variant="default" className={styles.delete ?? ''} disabled={saving} onClick={onDelete}>
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
