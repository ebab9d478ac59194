import { TextInput } from '@mantine/core'
import type { Place } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { createRecord } from '../../client/call.ts'
import { SmallButton } from '../../ui/forms/buttons.ts'
import styles from './move-panel.module.css'

interface NewBox {
  readonly name: string
  readonly code: string
}

/** A box that a move creates as its destination; null while an existing place is chosen. */
export function useNewBox() {
  const [box, setBox] = useState<NewBox | null>(null)

  return {
    box,
    open: () => setBox({ name: '', code: '' }),
    close: () => setBox(null),
    set: (field: keyof NewBox, value: string) => setBox((old) => old && { ...old, [field]: value }),
    hasText: box !== null && box.name + box.code !== '',
  }
}

export const createBox = (box: NewBox, parent: Place): Promise<Place> =>
  createRecord('POST /places', {
    body: {
      place: { ...box, kind: 'box', parent_id: parent.id, note: '', archived: false },
    },
  })

interface NewBoxFieldsProps {
  readonly box: NewBox
  readonly parent: Place
  readonly errors: Readonly<Record<string, string | boolean>>
  readonly readOnly: boolean
  readonly onChange: (field: keyof NewBox, value: string) => void
  readonly onClose: () => void
}

/** Name and code of a new box, instead of the field for an existing place. */
export function NewBoxFields(props: NewBoxFieldsProps) {
  const { box, parent, errors, readOnly, onChange, onClose } = props
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.focus(), [])

  const getFieldProps = (name: keyof NewBox) => ({
    value: box[name],
    required: true,
    readOnly,
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(name, currentTarget.value),
  })

  return (
    <fieldset className={styles.box}>
      <legend className={styles.legend}>New box in {parent.name}</legend>
      <TextInput ref={nameField} label="Name" {...getFieldProps('name')} />
      <TextInput
        label="Code"
        spellCheck={false}
        placeholder={`${parent.code}-K1`}
        {...getFieldProps('code')}
      />
      <div>
        <SmallButton disabled={readOnly} onClick={onClose}>
          Choose an existing place
        </SmallButton>
      </div>
    </fieldset>
  )
}
