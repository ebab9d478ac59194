import { VisuallyHidden } from '@mantine/core'
import type { Person } from '@vitrine/contract'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { TextArea } from '../../ui/forms/fields.tsx'
import { findStartedMention, suggestPeople } from './mention.ts'
import styles from './mention-field.module.css'

interface MentionFieldProps {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly label: string
  readonly placeholder?: string | undefined
  readonly rows: number
  readonly value: string
  readonly readOnly: boolean
  readonly people: readonly Person[]
  readonly onFocus: () => void
  readonly onChange: (text: string) => void
  readonly onMention: (person: Person) => void
}

interface StartedMention {
  readonly typed: string
  /** The position in the text where the typed name ends. */
  readonly end: number
}

/** A text area that suggests people after '@'. */
export function MentionField({
  label,
  value,
  people,
  onChange,
  onMention,
  ...field
}: MentionFieldProps) {
  const listId = useId()
  const [mention, setMention] = useState<StartedMention | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const suggestions = mention ? suggestPeople(people, mention.typed) : []
  const isOpen = suggestions.length > 0

  function updateMention({ selectionStart, value: text }: HTMLTextAreaElement): void {
    const typed = findStartedMention(text.slice(0, selectionStart))
    setMention(typed === null ? null : { typed, end: selectionStart })
    setActiveIndex(0)
  }

  function choose(person: Person): void {
    if (!mention) return

    const textBefore = value.slice(0, mention.end - mention.typed.length)
    const textAfter = value.slice(mention.end).trimStart()
    onChange(`${textBefore}${person.name} ${textAfter}`)
    onMention(person)
    setMention(null)
  }

  function handleKey(event: KeyboardEvent): void {
    if (!isOpen) return

    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const person = suggestions[activeIndex]
    if (step !== undefined)
      setActiveIndex((activeIndex + step + suggestions.length) % suggestions.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person)
    else if (event.key === 'Escape') setMention(null)
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
        {...(isOpen && {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${activeIndex}`,
        })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          updateMention(currentTarget)
        }}
        onKeyDown={handleKey}
        onBlur={() => setMention(null)}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label="People" className={styles.people}>
          {suggestions.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text area keeps the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the same
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === activeIndex}
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
        {isOpen && `${suggestions.length} people suggested`}
      </VisuallyHidden>
    </div>
  )
}
