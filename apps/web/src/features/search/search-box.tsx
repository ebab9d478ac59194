import { Loader, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { maxSearchLength } from '@vitrine/contract'
import { type KeyboardEvent, useId, useState } from 'react'
import styles from './search-box.module.css'
import type { PaletteCommand, SearchOption } from './search-options.tsx'
import { SearchResults } from './search-results.tsx'
import { useGlobalSearch } from './use-global-search.ts'

interface SearchBoxProps {
  readonly label: string
  readonly commands: readonly PaletteCommand[]
  /** Whether commands are offered before typing. */
  readonly offersCommands?: boolean
  /** Whether the results float over the page while the box has the focus; otherwise in a dialog. */
  readonly floating?: boolean
  readonly initialText?: string
  readonly onDone?: () => void
}

/** A combobox that searches everything, with its results grouped by kind. */
export function SearchBox(props: SearchBoxProps) {
  const { label, floating = false } = props
  const {
    listId,
    typed,
    text,
    isOpen,
    setOpen,
    results,
    groups,
    options,
    selected,
    getOptionId,
    changeText,
    openOption,
    onKeyDown,
  } = useSearchBox(props)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects when the focus leaves the field and the list
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
        aria-activedescendant={isOpen && selected ? getOptionId(selected) : undefined}
        placeholder="Search everything"
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxSearchLength}
        data-autofocus={!floating || undefined}
        size="md"
        // In the dialog the field needs no border, because the dialog has nothing else.
        variant={floating ? 'default' : 'unstyled'}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={text !== '' && results.isFetching && <Loader size="xs" aria-hidden="true" />}
        value={typed}
        onChange={(event) => changeText(event.currentTarget.value)}
        onFocus={() => {
          setOpen(true)
          // Text that was typed after Ctrl+K before the app had loaded.
          const earlyText = window.earlyText?.()
          if (earlyText) changeText(typed + earlyText)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">
        {isOpen && formatStatus(text, options.length, results)}
      </VisuallyHidden>
      {isOpen && (options.length > 0 || text !== '') && (
        <SearchResults
          listId={listId}
          text={text}
          groups={groups}
          results={results}
          selected={selected}
          getOptionId={getOptionId}
          onOpen={openOption}
        />
      )}
    </div>
  )
}

/** Manages the typed text, its options, and which of them is selected. */
function useSearchBox({
  commands,
  offersCommands = false,
  floating = false,
  initialText = '',
  onDone,
}: SearchBoxProps) {
  const router = useRouter()
  const listId = useId()
  const [typed, setTyped] = useState(initialText)
  const [isOpen, setOpen] = useState(!floating)
  // Key of the option chosen with the arrow keys; null for the first option.
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const text = typed.trim()

  const { results, groups, isCurrent, waitForFirstOption } = useGlobalSearch({
    text,
    isOpen,
    commands,
    offersCommands,
  })

  const options = groups.flatMap((group) => group.options)
  const chosenOption = options.find(({ key }) => key === chosenKey)
  const firstOption = text === '' ? undefined : options[0]
  const selected = chosenOption ?? firstOption
  const getOptionId = (option: SearchOption) => `${listId}-${option.key.replaceAll(/\W/g, '_')}`

  function changeText(newText: string): void {
    setTyped(newText)
    setChosenKey(null)
    setOpen(true)
  }

  function openOption({ href, onOpen }: SearchOption): void {
    setTyped('')
    setChosenKey(null)
    if (floating) setOpen(false)
    onDone?.()
    if (onOpen) onOpen()
    else if (href) void router.navigate({ href })
  }

  /** Opens the selected option, or the first result once the pending answer has arrived. */
  async function openSelected(): Promise<void> {
    const option = chosenKey !== null || isCurrent ? selected : await waitForFirstOption()
    if (option) openOption(option)
  }

  /** Selects the option at an index, or the nearest one. */
  function selectAt(index: number): void {
    const option = options[Math.max(0, Math.min(index, options.length - 1))]
    if (!option) return

    setChosenKey(option.key)
    document.getElementById(getOptionId(option))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While composing, the keys are for the input method, for instance for Chinese.
    if (event.nativeEvent.isComposing) return

    if (event.key === 'Escape' && floating) {
      setTyped('')
      setOpen(false)
      return
    }

    const selectedIndex = selected ? options.indexOf(selected) : -1
    if (event.key === 'Enter') void openSelected()
    else if (event.key === 'ArrowDown') selectAt((selectedIndex + 1) % Math.max(1, options.length))
    else if (event.key === 'ArrowUp')
      selectAt(selectedIndex <= 0 ? options.length - 1 : selectedIndex - 1)
    else return

    event.preventDefault()
    setOpen(true)
  }

  return {
    listId,
    typed,
    text,
    isOpen,
    setOpen,
    results,
    groups,
    options,
    selected,
    getOptionId,
    changeText,
    openOption,
    onKeyDown,
  }
}

function formatStatus(
  text: string,
  count: number,
  { isFetching, isError }: { isFetching: boolean; isError: boolean },
) {
  if (text === '' || isFetching || isError) return ''
  if (count === 0) return 'Nothing found'
  return count === 1 ? '1 result' : `${count} results`
}
