import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Attribute, type ItemType, inventoryTypes, readKey } from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { create } from '../../client/create.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import type { Values } from '../../ui/forms/merge-edits.ts'
import { useUnsaved } from '../../ui/forms/unsaved.tsx'
import { explainFieldErrors } from '../../ui/forms/use-edit.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { AttributeFields } from './attribute-fields.tsx'
import { keyFrom, newValues, toText } from './attribute-values.ts'
import styles from './attributes-page.module.css'

interface AddAttributePanelProps {
  readonly type: ItemType
  readonly onClose: () => void
  readonly onAdded: (attribute: Attribute) => Promise<void>
}

export function AddAttributePanel({ type, onClose, onAdded }: AddAttributePanelProps) {
  const [values, setValues] = useState<Values>(newValues)
  const [typedKey, setTypedKey] = useState<string | null>(null)
  const tag_key = typedKey ?? keyFrom(values.en ?? '')
  const add = useMutation({
    mutationFn: () => create('POST /attributes/add', { body: { type, tag_key, attribute: toText(values) } }),
    onSuccess: onAdded,
  })
  useUnsaved(() => values !== newValues && !add.isSuccess)
  const explained = add.isError ? explainFieldErrors('attribute')(add.error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <Panel title={`New attribute of ${inventoryTypes[type].many}`} onClose={onClose}>
      <form onSubmit={submit} noValidate aria-busy={add.isPending} className={`surface stack ${styles.form}`}>
        <AttributeFields
          values={values}
          set={(field, value) => setValues((old) => ({ ...old, [field]: value }))}
          readOnly={add.isPending}
          errors={explained?.errors ?? {}}
          fallback={readKey(tag_key).name}
        >
          <TextInput
            label="Key"
            description="The column name in CSV files. It can’t be changed later."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            autoComplete="off"
            spellCheck={false}
            value={tag_key}
            readOnly={add.isPending}
            error={explained?.errors.tag_key}
            onChange={(event) => setTypedKey(event.currentTarget.value)}
          />
        </AttributeFields>
        {explained && <ErrorMessage>{explained.problem}</ErrorMessage>}
        <div className="row-end">
          <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
          <Button type="submit" loading={add.isPending} disabled={tag_key === ''}>
            Add Attribute
          </Button>
        </div>
      </form>
    </Panel>
  )
}
