import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { memo, startTransition, useCallback, useEffect, useRef, useState } from 'react'

interface FilterFieldProps {
  readonly label: string
  readonly initial: string
  readonly onType: (text: string) => void
  readonly onLeave: () => void
  /** The arrow key that leads from the field to what it found. */
  readonly onDown?: () => void
  readonly className?: string | undefined
}

/** The field keeps its own text, so that a key shows at once however many rows there are. */
export const FilterField = memo(function FilterField(props: FilterFieldProps) {
  const { label, initial, onType, onLeave, onDown, className = '' } = props
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
        if (event.key === 'ArrowDown' && onDown) {
          event.preventDefault()
          onDown()
        }
      }}
    />
  )
}, isSame)

function isSame(
  { initial: _, ...before }: FilterFieldProps,
  { initial: __, ...now }: FilterFieldProps,
): boolean {
  return (Object.keys({ ...before, ...now }) as (keyof typeof now)[]).every(
    (key) => before[key] === now[key],
  )
}

/** Long enough that a word is one change of the address, short enough that a reload keeps it. */
const debounceMs = 300

/** A filter that is typed into a field and lives in the address. `commit` writes it there, debounced. */
export function useAddressFilter(inAddress: string, commit: (text: string) => void) {
  const [{ query, round }, setState] = useState({ query: inAddress, round: 0 })
  const written = useRef(inAddress)
  const write = useDebouncedCallback((text: string) => {
    if (text === written.current) return
    written.current = text
    commit(text)
  }, debounceMs)

  // The address changed by itself: Back, a link, a quick filter.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    write.cancel()
    setState((old) => ({ query: inAddress, round: old.round + 1 }))
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
    /** What the list should show; it may lag behind the field while many rows are looked through. */
    query,
    /** Its key changes when the text came from elsewhere (Back, a link), which remounts the field. */
    field: { key: round, initial: query, onType, onLeave },
  }
}
