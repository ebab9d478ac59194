import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'

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

function isSame({ initial: _, ...before }: FilterFieldProps, { initial: __, ...now }: FilterFieldProps): boolean {
  return (Object.keys({ ...before, ...now }) as (keyof typeof now)[]).every((key) => before[key] === now[key])
}
