import { type Attribute, attributeLabel, type ItemDetail } from '@vitrine/contract'
import { call } from '../../../client/call.ts'
import { useEdit } from '../../../ui/forms/use-edit.ts'
import { itemSaveFailure } from '../save-failure.ts'
import { AttributeField } from './attribute-field.tsx'
import type { EditorWays } from './in-place.tsx'
import { InPlaceForm } from './in-place-form.tsx'
import { useUndoableSave } from './use-undoable-save.ts'

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
