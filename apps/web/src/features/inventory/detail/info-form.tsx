import { TextInput } from '@mantine/core'
import { call } from '../../../client/call.ts'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { EditForm } from '../../../ui/forms/edit-form.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { itemSaveFailure } from '../save-failure.ts'
import styles from './info-block.module.css'
import { useItem } from './item-context.ts'
import { withoutLineBreaks } from './without-line-breaks.ts'

const labels: Record<string, string> = {
  name: 'Name',
  identifier: 'Identifier',
  description: 'Description',
  note: 'Internal note',
}

export function InfoForm({ onDone }: { readonly onDone: () => void }) {
  const { item, refresh } = useItem()
  const edit = useEdit({
    thing: item,
    read: ({ name, identifier, description, note }) => ({ name, identifier, description, note }),
    write: ({ name = '', identifier = '', description = '', note = '' }, version) =>
      call('POST /inventory/save-info', {
        body: { itemId: item.id, data: { name, identifier, description, note }, version },
      }),
    explain: itemSaveFailure('data'),
  })
  return (
    <EditForm
      edit={edit}
      what="item"
      labelOf={(field) => labels[field] ?? field}
      className={`stack ${styles.form}`}
      sticky
      saveLabel="Save Info"
      onSaved={async () => {
        await refresh()
        onDone()
      }}
      onCancel={onDone}
      extra={
        <SecondaryButton
          disabled={edit.saving}
          onClick={() => edit.set('description', withoutLineBreaks(edit.values.description ?? ''))}
        >
          Remove Line Breaks
        </SecondaryButton>
      }
    >
      <TextInput label={labels.name} autoFocus autoComplete="off" {...edit.field('name')} />
      <TextInput label={labels.identifier} autoComplete="off" {...edit.field('identifier')} />
      <TextArea label={labels.description} rows={15} {...edit.field('description')} />
      <TextArea
        label={labels.note}
        description="For staff: on no page and on no paper."
        rows={4}
        {...edit.field('note')}
      />
    </EditForm>
  )
}
