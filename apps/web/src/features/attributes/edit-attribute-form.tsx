import { type Attribute, readKey } from '@vitrine/contract'
import { useRef } from 'react'
import { call } from '../../client/call.ts'
import { EditForm } from '../../ui/forms/edit-form.tsx'
import type { ShowHistory } from '../../ui/forms/shown-history.ts'
import { explainFieldErrors, useEdit } from '../../ui/forms/use-edit.ts'
import { AttributeFields } from './attribute-fields.tsx'
import { hasGlossary, nameOfField, toText, toValues } from './attribute-values.ts'
import styles from './attributes-page.module.css'
import { GlossaryFields } from './glossary-fields.tsx'

interface EditAttributeFormProps {
  readonly attribute: Attribute
  readonly onDone: () => void
  readonly onSaved: (now: Attribute) => Promise<void>
  readonly onUndone: () => Promise<void>
  readonly history: ShowHistory
}

export function EditAttributeForm({ attribute, onDone, onSaved, onUndone, history }: EditAttributeFormProps) {
  const saved = useRef(attribute)
  const edit = useEdit({
    thing: attribute,
    read: toValues,
    write: async (values, version, seen) => {
      // With what others added to the glossary meanwhile.
      const body = { id: attribute.id, attribute: toText({ ...toValues(seen), ...values }), version }
      saved.current = await call('POST /attributes/save', { body })
    },
    explain: explainFieldErrors('attribute'),
  })
  return (
    <EditForm
      edit={edit}
      what="attribute"
      labelOf={nameOfField}
      className={`surface stack ${styles.form}`}
      saveLabel="Save Attribute"
      onSaved={async () => {
        await onSaved(saved.current)
        onDone()
      }}
      onCancel={onDone}
    >
      <AttributeFields
        values={edit.values}
        set={edit.set}
        readOnly={edit.saving}
        errors={edit.errors}
        fallback={readKey(attribute.tag_key).name}
      />
      {hasGlossary(edit.values) && (
        <GlossaryFields attribute={attribute} values={edit.values} set={edit.set} readOnly={edit.saving} />
      )}
      {history({
        id: attribute.id,
        isEdited: edit.isDirty,
        onUndone: async () => {
          await onUndone()
          onDone()
        },
      })}
    </EditForm>
  )
}
