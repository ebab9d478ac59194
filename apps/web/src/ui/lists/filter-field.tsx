import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { memo, startTransition, useCallback, useEffect, useRef, useState } from 'react'

interface FilterFieldProps {
  readonly label: string
  readonly initial: string
  readonly onType: (text: string) => void
  readonly onLeave: () => void
  /** Called on the down arrow, to move the focus to the results. */
  readonly onArrowDown?: () => void
  readonly className?: string | undefined
}

/**
 * A field for a typed filter. Keeps the text in its own state, so that typing stays fast however many
 * rows there are.
 */
export const FilterField = memo(function FilterField(props: FilterFieldProps) {
  const { label, initial, onType, onLeave, onArrowDown, className = '' } = props
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement>(null)

  const changeText = (newText: string) => {
    setText(newText)
    onType(newText)
  }

  return (
    <TextInput
      ref={input}
      className={className}
      aria-label={label}
      placeholder="Filter"
      // Not 'search': the browser's own clear button would appear beside ours.
      type="text"
      inputMode="search"
      enterKeyHint="search"
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label="Clear the filter"
            onClick={() => {
              changeText('')
              input.current?.focus()
            }}
          />
        )
      }
      value={text}
      onChange={(event) => changeText(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') changeText('')
        if (event.key === 'ArrowDown' && onArrowDown) {
          event.preventDefault()
          onArrowDown()
        }
      }}
    />
  )
}, hasSameProps)

/** Ignores `initial`, which changes with every key but is only read when the field mounts. */
function hasSameProps(
  { initial: _, ...before }: FilterFieldProps,
  { initial: __, ...after }: FilterFieldProps,
): boolean {
  return (Object.keys({ ...before, ...after }) as (keyof typeof after)[]).every(
    (key) => before[key] === after[key],
  )
}

/** Long enough that a word is one change of the address, short enough that a reload keeps it. */
const debounceMs = 300

/** A typed filter that is stored in the address. `commit` writes it there, debounced. */
export function useAddressFilter(addressText: string, commit: (text: string) => void) {
  const [{ query, fieldKey }, setState] = useState({ query: addressText, fieldKey: 0 })
  const lastWritten = useRef(addressText)
  const writeLater = useDebouncedCallback((text: string) => {
    if (text === lastWritten.current) return
    lastWritten.current = text
    commit(text)
  }, debounceMs)

  // Follows changes of the address from elsewhere: Back, a link, a quick filter.
  useEffect(() => {
    if (addressText === lastWritten.current) return
    lastWritten.current = addressText
    writeLater.cancel()
    setState((old) => ({ query: addressText, fieldKey: old.fieldKey + 1 }))
  }, [addressText, writeLater])

  const onType = useCallback(
    (text: string) => {
      startTransition(() => setState((old) => ({ ...old, query: text })))
      writeLater(text)
    },
    [writeLater],
  )

  const onLeave = useCallback(() => writeLater.flush(), [writeLater])

  return {
    /** The filter to apply; it may lag behind the field while many rows are filtered. */
    query,
    /** The key changes with the address (Back, a link), which remounts the field. */
    field: { key: fieldKey, initial: query, onType, onLeave },
  }
}
