import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { findSameNameWarning, type ItemType } from '@vitrine/contract'
import { ValueWarningText, warningDelayMs } from '../../ui/forms/value-warning.tsx'
import { inventoryQueries } from './inventory-queries.ts'

interface NameFieldProps extends Omit<TextInputProps, 'value'> {
  readonly itemType: ItemType
  /** The item that is edited; undefined for a new one. */
  readonly itemId?: number
  readonly savedName?: string
  readonly value?: string
}

/** Input for an item's name. Warns of other items of the museum with the same name. */
export function NameField({
  itemType,
  itemId,
  savedName = '',
  value = '',
  ...field
}: NameFieldProps) {
  const [debouncedName] = useDebouncedValue(value, warningDelayMs)
  const needsCheck = debouncedName === value && debouncedName.trim() !== savedName.trim()
  const { data: items = [] } = useQuery({ ...inventoryQueries.list(itemType), enabled: needsCheck })
  const otherItems = items.filter(({ id }) => id !== itemId)
  const warning = needsCheck ? findSameNameWarning(debouncedName, otherItems) : null

  return (
    <TextInput
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      {...field}
      {...(warning ? { description: <ValueWarningText warning={warning} /> } : {})}
    />
  )
}
