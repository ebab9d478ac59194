import { TextInput } from '@mantine/core'
import type { ItemDetail } from '@vitrine/contract'
import type { ChangeEvent } from 'react'
import { call } from '../../../client/call.ts'
import { focusedAtEnd, TextArea } from '../../../ui/forms/text-area.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { itemSaveFailure } from '../save-failure.ts'
import type { EditorWays } from './in-place.tsx'
import { InPlaceForm } from './in-place-form.tsx'
import { useUndoableSave } from './use-undoable-save.ts'

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
