import { Loader, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { maxSearchLength } from '@vitrine/contract'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Command, Option } from './options.tsx'
import styles from './search-box.module.css'
import { SearchResults } from './search-results.tsx'
import { useSearch } from './use-search.ts'

interface SearchBoxProps {
  readonly label: string
  readonly commands: readonly Command[]
  /** Whether the commands are offered before anything is typed. */
  readonly offersCommands?: boolean
  /** Floats over the page instead of opening in a dialog, and shows only while it has the focus. */
  readonly floating?: boolean
  readonly initialText?: string
  readonly onDone?: () => void
}

/**
 * A field that searches everything, and what it found: a combobox, its options grouped by what they
 * are.
 */
export function SearchBox(props: SearchBoxProps) {
  const {
    label,
    commands,
    offersCommands = false,
    floating = false,
    initialText = '',
    onDone,
  } = props
  const router = useRouter()
  const listId = useId()
  const [typed, setTyped] = useState(initialText)
  const [isOpen, setOpen] = useState(!floating)
  /** The option chosen with the arrow keys; null for the first one, whichever that is by then. */
  const [chosen, setChosen] = useState<string | null>(null)
  const text = typed.trim()
  const { found, groups, isCurrent, firstOption } = useSearch({
    text,
    isOpen,
    commands,
    offersCommands,
  })
  const options = groups.flatMap((group) => group.options)
  const selected =
    options.find(({ key }) => key === chosen) ?? (text === '' ? undefined : options[0])
  const idOf = (option: Option) => `${listId}-${option.key.replaceAll(/\W/g, '_')}`

  function type(next: string): void {
    setTyped(next)
    setChosen(null)
    setOpen(true)
  }

  function open({ href, onOpen }: Option): void {
    setTyped('')
    setChosen(null)
    if (floating) setOpen(false)
    onDone?.()
    if (onOpen) onOpen()
    else if (href) void router.navigate({ href })
  }

  /** Opens what is selected; if the answer to the last key is still on its way, the first of it. */
  async function openSelected(): Promise<void> {
    const option = chosen !== null || isCurrent ? selected : await firstOption()
    if (option) open(option)
  }

  function move(to: number): void {
    const option = options[Math.max(0, Math.min(to, options.length - 1))]
    if (!option) return
    setChosen(option.key)
    document.getElementById(idOf(option))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const at = selected ? options.indexOf(selected) : -1
    if (event.key === 'Escape' && floating) {
      setTyped('')
      setOpen(false)
      return
    }
    if (event.key === 'Enter') void openSelected()
    else if (event.key === 'ArrowDown') move((at + 1) % Math.max(1, options.length))
    else if (event.key === 'ArrowUp') move(at <= 0 ? options.length - 1 : at - 1)
    else return
    event.preventDefault()
    setOpen(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it notices that the focus has left field and list
    <div
      className={styles.box}
      data-floating={floating || undefined}
      onBlur={(event) => {
        if (floating && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <TextInput
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen && options.length > 0}
        aria-controls={listId}
        aria-activedescendant={isOpen && selected ? idOf(selected) : undefined}
        placeholder="Search everything"
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxSearchLength}
        data-autofocus={!floating || undefined}
        size="md"
        // The whole dialog is about this field: no edge or ring needed to find it.
        variant={floating ? 'default' : 'unstyled'}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={text !== '' && found.isFetching && <Loader size="xs" aria-hidden="true" />}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={() => {
          setOpen(true)
          const early = window.earlyText?.()
          if (early) type(typed + early)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {isOpen && statusText(text, options.length, found)}
      </VisuallyHidden>
      {isOpen && (options.length > 0 || text !== '') && (
        <SearchResults
          listId={listId}
          text={text}
          groups={groups}
          found={found}
          selected={selected}
          idOf={idOf}
          onOpen={open}
        />
      )}
    </div>
  )
}

function statusText(
  text: string,
  count: number,
  { isFetching, isError }: { isFetching: boolean; isError: boolean },
) {
  if (text === '' || isFetching || isError) return ''
  return count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`
}
