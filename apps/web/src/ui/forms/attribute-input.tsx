import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  type Attribute,
  createSimilarNameFinder,
  findAttributeWarning,
  type ItemType,
  isNameAttribute,
  normaliseNumber,
  toYear,
} from '@vitrine/contract'
import { useId, useMemo, useRef, useState } from 'react'
import { attributeQueries } from '../../client/queries.ts'
import { TextArea } from './fields.tsx'
import { ProposalButton, ValueWarningText, warningDelayMs } from './value-warning.tsx'

export interface AttributeInputProps
  extends Pick<
    TextInputProps,
    'label' | 'aria-label' | 'name' | 'error' | 'readOnly' | 'autoFocus'
  > {
  readonly type: ItemType
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
export function AttributeInput({ type, attribute, rows, hint, ...others }: AttributeInputProps) {
  const listId = useId()
  const [wasFocused, setFocused] = useState(false)
  const multiline = attribute?.multiline === true
  const hasSuggestions = attribute?.suggestions === true && !multiline
  const { data: suggestions } = useQuery({
    ...attributeQueries.suggestions(attribute?.id ?? 0),
    enabled: hasSuggestions && wasFocused,
  })
  const input = useRef<HTMLInputElement>(null)
  // Offers another notation instead of changing what was typed.
  const write = (text: string) => {
    input.current?.focus()
    others.onChange({ currentTarget: { value: text } })
  }
  const warning = useAttributeWarning({ type, attribute, suggestions, value: others.value })
  const field = {
    ...others,
    description: warning ? <ValueWarningText warning={warning} onWrite={write} /> : hint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    'data-kind': attribute?.kind,
  }
  const plainNumber = attribute?.kind === 'number' ? normaliseNumber(others.value) : undefined
  const plainNumberOffer = plainNumber !== undefined && plainNumber !== others.value.trim() && (
    <ProposalButton proposal={plainNumber} onWrite={write} />
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

interface TypedValue extends Pick<AttributeInputProps, 'type' | 'attribute' | 'value'> {
  readonly suggestions: readonly string[] | undefined
}

/** Warns after a pause: half a name is no other name, and half a year is not mistyped. */
function useAttributeWarning({ type, attribute, suggestions, value }: TypedValue) {
  const [settledValue] = useDebouncedValue(value, warningDelayMs)
  const findSimilarName = useMemo(
    () =>
      suggestions && attribute && isNameAttribute(attribute)
        ? createSimilarNameFinder(suggestions)
        : undefined,
    [suggestions, attribute],
  )
  if (!attribute) return null

  const expectations = { type, thisYear: toYear(new Date()), findSimilarName }
  const warning = findAttributeWarning(attribute, value, expectations)
  return findAttributeWarning(attribute, settledValue, expectations) && warning
}
