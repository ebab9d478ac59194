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

/** Keeps its text in its own state, so that typing stays fast however many rows there are. */
export const FilterField = memo(function FilterField(props: FilterFieldProps) {
  const { label, initial, onType, onLeave, onArrowDown, className = '' } = props
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement>(null)
  const type = (next: string) => {
    setText(next)
    onType(next)
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
              type('')
              input.current?.focus()
            }}
          />
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') type('')
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

/** Long enough for a word to be one change of the address, short enough for reloads to keep it. */
const debounceMs = 300

/** A typed filter that is stored in the address. `commit` writes it there, debounced. */
export function useAddressFilter(inAddress: string, commit: (text: string) => void) {
  const [{ query, fieldKey }, setState] = useState({ query: inAddress, fieldKey: 0 })
  const lastWritten = useRef(inAddress)
  const write = useDebouncedCallback((text: string) => {
    if (text === lastWritten.current) return
    lastWritten.current = text
    commit(text)
  }, debounceMs)

  // Follows changes of the address from elsewhere: Back, a link, a quick filter.
  useEffect(() => {
    if (inAddress === lastWritten.current) return
    lastWritten.current = inAddress
    write.cancel()
    setState((old) => ({ query: inAddress, fieldKey: old.fieldKey + 1 }))
  }, [inAddress, write])

  const onType = useCallback(
    (text: string) => {
      startTransition(() => setState((old) => ({ ...old, query: text })))
      write(text)
    },
    [write],
  )
  const onLeave = useCallback(() => write.flush(), [write])
  return {
    /** The filter to apply; it may lag behind the field while many rows are filtered. */
    query,
    /** The key changes with the address (Back, a link), which remounts the field. */
    field: { key: fieldKey, initial: query, onType, onLeave },
  }
}
