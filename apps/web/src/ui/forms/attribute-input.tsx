import { type InputWrapperProps, TextInput, type TextInputProps } from '@mantine/core'
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

/** Mantine's default has the description above the input. */
const wrapperOrder: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'description',
  'error',
]

/** Input for an attribute value; keyboard, lines, warning and suggestions suit the attribute. */
export function AttributeInput({ type, attribute, rows, hint, ...field }: AttributeInputProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [wasFocused, setFocused] = useState(false)
  const isNumber = attribute?.kind === 'number'
  const isMultiline = attribute?.multiline === true
  const hasSuggestions = attribute?.suggestions === true && !isMultiline
  // Without an attribute the query is disabled, and its id does not matter.
  const { data: suggestions } = useQuery({
    ...attributeQueries.suggestions(attribute?.id ?? 0),
    enabled: hasSuggestions && wasFocused,
  })
  const warning = useAttributeWarning({ type, attribute, suggestions, value: field.value })

  const write = (text: string) => {
    input.current?.focus()
    field.onChange({ currentTarget: { value: text } })
  }

  const sharedProps = { ...field, inputWrapperOrder: wrapperOrder, 'data-kind': attribute?.kind }
  const warningOrHint = warning ? <ValueWarningText warning={warning} onWrite={write} /> : hint
  if (isMultiline) return <TextArea rows={rows} {...sharedProps} description={warningOrHint} />

  // Offers the plain notation of a number instead of changing what was typed.
  const plainNumber = isNumber ? normaliseNumber(field.value) : undefined
  const isPlain = plainNumber === undefined || plainNumber === field.value.trim()

  return (
    <>
      <TextInput
        autoComplete="off"
        inputMode={isNumber ? 'decimal' : undefined}
        list={hasSuggestions && suggestions ? listId : undefined}
        onFocus={() => setFocused(true)}
        {...sharedProps}
        ref={input}
        description={
          isPlain ? warningOrHint : <ProposalButton proposal={plainNumber} onWrite={write} />
        }
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

/**
 * The warning about a value, only after a pause in typing: until then, half a name would look like a
 * mistyped one, and half a year like a wrong one.
 */
function useAttributeWarning({ type, attribute, suggestions, value }: TypedValue) {
  const [valueAfterPause] = useDebouncedValue(value, warningDelayMs)
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
  const warningAfterPause = findAttributeWarning(attribute, valueAfterPause, expectations)
  // A corrected value loses its warning at once.
  return warningAfterPause && warning
}
