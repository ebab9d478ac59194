import { Button, TextInput } from '@mantine/core'
import { type Attribute, attributeLabel, type ItemDetail } from '@vitrine/contract'
import { type ChangeEvent, type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { call } from '../../../client/call.ts'
import { ErrorMessage } from '../../../ui/feedback/message.tsx'
import { SmallButton } from '../../../ui/forms/buttons.ts'
import { Conflict } from '../../../ui/forms/conflict.tsx'
import { focusedAtEnd, TextArea } from '../../../ui/forms/text-area.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { itemSaveFailure } from '../save-failure.ts'
import { AttributeField } from './attribute-field.tsx'
import styles from './in-place.module.css'
import type { EditorWays } from './in-place.tsx'
import { useUndoableSave } from './undo.ts'

interface InPlaceFormProps extends EditorWays {
  readonly label: string
  readonly edit: Omit<ReturnType<typeof useEdit>, 'follow'>
  readonly multiline: boolean
  readonly onSaved: () => Promise<void>
  readonly children: ReactNode
}

/** One field in the place of its value: Enter saves, in a text of several lines with Ctrl; Escape reverts. */
function InPlaceForm({ label, edit, multiline, onSaved, onDone, onLeave, children }: InPlaceFormProps) {
  useUnsaved(() => edit.isDirty)
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edit.isDirty && !edit.conflict) return onDone()
    void edit.save(async () => {
      await onSaved()
      onDone()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onDone()
    }
    const isSave = (event.ctrlKey || event.metaKey) && (event.key === 'Enter' || event.key.toLowerCase() === 's')
    if (!isSave) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  // Somebody who only looked goes on elsewhere.
  const onBlur = (event: FocusEvent) => {
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    if (!isInside && document.hasFocus() && !edit.isDirty && !edit.conflict && !edit.saving) onLeave()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Edit ${label}`}
      aria-busy={edit.saving}
      className={styles.form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {edit.conflict && <Conflict what="item" conflict={edit.conflict} labelOf={() => label} onChoose={edit.choose} />}
      {children}
      {edit.problem !== null && <ErrorMessage>{edit.problem}</ErrorMessage>}
      <div className="row">
        <Button type="submit" size="compact-sm" loading={edit.saving}>
          Save
        </Button>
        <SmallButton onClick={onDone}>Cancel</SmallButton>
        <span className={styles.hint}>{multiline ? 'Ctrl+Enter' : 'Enter'} saves, Escape reverts</span>
      </div>
    </form>
  )
}

export type InfoField = 'name' | 'identifier' | 'description' | 'note'

interface InfoEditorProps extends EditorWays {
  readonly field: InfoField
  readonly label: string
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  /** The cursor stands after the text. */
  readonly atEnd: boolean
}

/** The call saves name, identifier and description together: the others go along as they were last seen. */
export function InfoEditor({ field, label, item, refresh, atEnd, ...ways }: InfoEditorProps) {
  const multiline = field === 'description' || field === 'note'
  const saving = useUndoableSave(label, refresh, (value, version, { name, identifier, description }) => {
    const data = { name, identifier, description, [field]: value }
    return call('POST /inventory/save-info', { body: { itemId: item.id, data, version } })
  })
  const edit = useEdit({
    thing: item,
    read: (thing) => ({ [field]: thing[field] }),
    write: (values, _version, seen) => saving.write(values[field] ?? '', seen[field], seen),
    explain: itemSaveFailure('data'),
  })
  const input = {
    'aria-label': label,
    autoFocus: true,
    value: edit.values[field] ?? '',
    readOnly: edit.saving,
    error: edit.errors[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      edit.set(field, event.currentTarget.value),
  }
  return (
    <InPlaceForm label={label} edit={edit} multiline={multiline} onSaved={saving.onSaved} {...ways}>
      {multiline ? (
        <TextArea rows={12} {...input} {...(atEnd && focusedAtEnd)} />
      ) : (
        <TextInput autoComplete="off" {...input} />
      )}
    </InPlaceForm>
  )
}

interface AttributeEditorProps extends EditorWays {
  readonly attribute: Attribute
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

export function AttributeEditor({ attribute, item, refresh, ...ways }: AttributeEditorProps) {
  const { tag_key: key, multiline } = attribute
  const label = attributeLabel(attribute)
  const saving = useUndoableSave(label, refresh, (value, version) =>
    call('POST /inventory/save-tags', { body: { itemId: item.id, tags: { [key]: value }, version } }),
  )
  const edit = useEdit({
    thing: item,
    read: ({ tags }) => ({ [key]: tags[key] ?? '' }),
    write: (values, _version, seen) => saving.write(values[key] ?? '', seen.tags[key] ?? '', seen),
    explain: itemSaveFailure('tags'),
  })
  return (
    <InPlaceForm label={label} edit={edit} multiline={multiline} onSaved={saving.onSaved} {...ways}>
      <AttributeField
        attribute={attribute}
        hidesLabel
        autoFocus
        value={edit.values[key] ?? ''}
        readOnly={edit.saving}
        error={edit.errors[key]}
        onChange={(value) => edit.set(key, value)}
      />
    </InPlaceForm>
  )
}
