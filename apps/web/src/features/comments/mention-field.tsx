import { VisuallyHidden } from '@mantine/core'
import type { Person } from '@vitrine/contract'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { TextArea } from '../../ui/forms/fields.tsx'
import { peopleLike, startedMention } from './mention.ts'
import styles from './mention-field.module.css'

interface MentionFieldProps {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly label: string
  readonly placeholder?: string
  readonly rows: number
  readonly value: string
  readonly readOnly: boolean
  readonly people: readonly Person[]
  readonly onFocus: () => void
  readonly onChange: (text: string) => void
  readonly onMention: (person: Person) => void
}

interface Started {
  readonly typed: string
  /** Where the name ends in the text. */
  readonly end: number
}

/** A text in which '@' suggests people. */
export function MentionField({
  label,
  value,
  people,
  onChange,
  onMention,
  ...field
}: MentionFieldProps) {
  const id = useId()
  const [started, setStarted] = useState<Started | null>(null)
  const [active, setActive] = useState(0)
  const suggested = started ? peopleLike(people, started.typed) : []
  const isOpen = suggested.length > 0

  function look({ selectionStart, value: text }: HTMLTextAreaElement): void {
    const typed = startedMention(text.slice(0, selectionStart))
    setStarted(typed === null ? null : { typed, end: selectionStart })
    setActive(0)
  }

  function choose(person: Person): void {
    if (!started) return
    const before = value.slice(0, started.end - started.typed.length)
    onChange(`${before}${person.name} ${value.slice(started.end).trimStart()}`)
    onMention(person)
    setStarted(null)
  }

  function handleKey(event: KeyboardEvent): void {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const person = suggested[active]
    if (step !== undefined) setActive((active + step + suggested.length) % suggested.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person)
    else if (event.key === 'Escape') setStarted(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.field}>
      <TextArea
        {...field}
        aria-label={label}
        value={value}
        aria-autocomplete="list"
        {...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          look(currentTarget)
        }}
        onKeyDown={handleKey}
        onBlur={() => setStarted(null)}
      />
      {isOpen && (
        <div id={id} role="listbox" aria-label="People" className={styles.people}>
          {suggested.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the same
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.person}
              // The field must not lose the focus before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <VisuallyHidden role="status">
        {isOpen && `${suggested.length} people suggested`}
      </VisuallyHidden>
    </div>
  )
}
