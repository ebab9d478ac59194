import { TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Attribute, attributeLabel, attributeWarning, yearOf } from '@vitrine/contract'
import { type ChangeEvent, useId, useState } from 'react'
import { attributeQueries } from '../../../client/attribute-queries.ts'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import styles from './attributes-form.module.css'

interface AttributeFieldProps {
  readonly attribute: Attribute
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  readonly readOnly: boolean
  readonly autoFocus: boolean
  readonly hidesLabel?: boolean
  readonly error: TextInputProps['error']
}

/** A value of an item: what its attribute means decides the keyboard, a warning and what is suggested. */
export function AttributeField({ attribute, hidesLabel, ...others }: AttributeFieldProps) {
  const listId = useId()
  const [wasFocused, setFocused] = useState(false)
  const { id, tag_key, multiline, kind, suggestions: isOn } = attribute
  const suggestions = useQuery({ ...attributeQueries.suggestions(id), enabled: isOn && !multiline && wasFocused })
  const warning = attributeWarning(attribute, others.value, yearOf(new Date()))
  const field = {
    ...others,
    name: tag_key,
    ...(hidesLabel ? { 'aria-label': attributeLabel(attribute) } : { label: attributeLabel(attribute) }),
    description: warning,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    'data-kind': kind,
    classNames: {
      description: styles.warning ?? '',
      input: styles.input ?? '',
      root: (multiline ? styles.long : styles.short) ?? '',
    },
  }
  if (multiline) return <TextArea rows={4} {...field} />
  return (
    <>
      <TextInput
        autoComplete="off"
        {...(kind === 'number' && { inputMode: 'decimal' })}
        {...(suggestions.data && { list: listId })}
        onFocus={() => setFocused(true)}
        {...field}
      />
      {suggestions.data && (
        <datalist id={listId}>
          {suggestions.data.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}
