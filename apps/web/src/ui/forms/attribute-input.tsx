import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Attribute, findAttributeWarning, normaliseNumber, toYear } from '@vitrine/contract'
import { useId, useRef, useState } from 'react'
import { attributeQueries } from '../../client/queries.ts'
import { TextArea } from './fields.tsx'

export interface AttributeInputProps
  extends Pick<
    TextInputProps,
    'label' | 'aria-label' | 'name' | 'error' | 'readOnly' | 'autoFocus'
  > {
  readonly attribute: Attribute | undefined
  readonly value: string
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
  readonly rows: number
  /** Shown below the field unless there is a warning. */
  readonly hint?: string
  readonly classNames?: {
    readonly root: string
    readonly input: string
    readonly description: string
  }
}

/** Input for an attribute value; keyboard, lines, warning and suggestions suit the attribute. */
export function AttributeInput({ attribute, rows, hint, ...others }: AttributeInputProps) {
  const listId = useId()
  const [wasFocused, setFocused] = useState(false)
  const multiline = attribute?.multiline === true
  const hasSuggestions = attribute?.suggestions === true && !multiline
  const { data: suggestions } = useQuery({
    ...attributeQueries.suggestions(attribute?.id ?? 0),
    enabled: hasSuggestions && wasFocused,
  })
  const field = {
    ...others,
    description:
      (attribute && findAttributeWarning(attribute, others.value, toYear(new Date()))) || hint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    'data-kind': attribute?.kind,
  }
  const input = useRef<HTMLInputElement>(null)
  const plainNumber = attribute?.kind === 'number' ? normaliseNumber(others.value) : undefined
  // Offers the plain notation instead of changing what was typed.
  const plainNumberOffer = plainNumber !== undefined && plainNumber !== others.value.trim() && (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => {
        input.current?.focus()
        others.onChange({ currentTarget: { value: plainNumber } })
      }}
    >
      Write {plainNumber}
    </Button>
  )

  if (multiline) return <TextArea rows={rows} {...field} />

  return (
    <>
      <TextInput
        autoComplete="off"
        {...(attribute?.kind === 'number' && { inputMode: 'decimal' })}
        {...(hasSuggestions && suggestions && { list: listId })}
        onFocus={() => setFocused(true)}
        {...field}
        ref={input}
        description={plainNumberOffer || field.description}
      />
      {hasSuggestions && suggestions && (
        <datalist id={listId}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}
