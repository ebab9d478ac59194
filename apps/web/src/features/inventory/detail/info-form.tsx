import { TextInput } from '@mantine/core'
import type { ItemDetail } from '@vitrine/contract'
import type { FormEvent } from 'react'
import { call } from '../../../client/call.ts'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { Conflict } from '../../../ui/forms/conflict.tsx'
import { EditButtons } from '../../../ui/forms/edit-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { useSaveKey } from '../../../ui/forms/use-save-key.ts'
import { itemSaveFailure } from '../save-failure.ts'
import styles from './info-form.module.css'
import { withoutLineBreaks } from './without-line-breaks.ts'

const noteHint = 'For staff: on no page and on no paper.'

interface InfoFormProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
  readonly onDone: () => void
}

const labels: Record<string, string> = {
  name: 'Name',
  identifier: 'Identifier',
  description: 'Description',
  note: 'Internal note',
}

export function InfoForm({ item, refresh, onDone }: InfoFormProps) {
  const edit = useEdit({
    thing: item,
    read: ({ name, identifier, description, note }) => ({ name, identifier, description, note }),
    write: ({ name = '', identifier = '', description = '', note = '' }, version) =>
      call('POST /inventory/save-info', {
        body: { itemId: item.id, data: { name, identifier, description, note }, version },
      }),
    explain: itemSaveFailure('data'),
  })
  const { name = '', identifier = '', description = '', note = '' } = edit.values

  const form = useSaveKey()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void edit.save(async () => {
      await refresh()
      onDone()
    })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={edit.saving} className={`stack ${styles.form}`}>
      {edit.conflict && (
        <Conflict
          what="item"
          conflict={edit.conflict}
          labelOf={(field) => labels[field] ?? field}
          onChoose={edit.choose}
        />
      )}
      <TextInput
        label="Name"
        autoFocus
        autoComplete="off"
        value={name}
        readOnly={edit.saving}
        error={edit.errors.name}
        onChange={(event) => edit.set('name', event.currentTarget.value)}
      />
      <TextInput
        label="Identifier"
        autoComplete="off"
        value={identifier}
        readOnly={edit.saving}
        error={edit.errors.identifier}
        onChange={(event) => edit.set('identifier', event.currentTarget.value)}
      />
      <TextArea
        label="Description"
        rows={15}
        value={description}
        readOnly={edit.saving}
        error={edit.errors.description}
        onChange={(event) => edit.set('description', event.currentTarget.value)}
      />
      <TextArea
        label="Internal note"
        description={noteHint}
        rows={4}
        value={note}
        readOnly={edit.saving}
        error={edit.errors.note}
        onChange={(event) => edit.set('note', event.currentTarget.value)}
      />
      <EditButtons
        edit={edit}
        sticky
        saveLabel="Save Info"
        onCancel={onDone}
        extra={
          <SecondaryButton
            disabled={edit.saving}
            onClick={() => edit.set('description', withoutLineBreaks(description))}
          >
            Remove Line Breaks
          </SecondaryButton>
        }
      />
    </form>
  )
}
