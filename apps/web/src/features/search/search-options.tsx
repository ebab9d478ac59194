import { IconEyeOff } from '@tabler/icons-react'
import {
  filterRows,
  findFoldedRanges,
  foldLine,
  type GroupedSearchHits,
  type ItemHit,
  inventoryTypes,
  type MarkedText as Marked,
  parseFilter,
  type ScreenPath,
  type SearchHit,
} from '@vitrine/contract'
import type { MouseEvent, ReactNode } from 'react'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import { MarkedText } from '../../ui/text/marked-text.tsx'
import styles from './search-options.module.css'

export interface SearchOption {
  readonly key: string
  readonly title: Marked
  readonly lines: SearchHit['lines']
  /** The address to open; absent if `onOpen` does everything. */
  readonly href?: string
  readonly onOpen?: () => void
  readonly icon: ReactNode
  /** The museum of an item, or the screen of an action. */
  readonly origin?: string
  readonly isWithdrawn?: boolean
}

export interface SearchOptionGroup {
  readonly heading: string
  /** The number of all results, if not all are shown. */
  readonly count?: number
  readonly options: readonly SearchOption[]
}

/** A command of the palette: opens a screen or performs an action. */
export type PaletteCommand = Pick<SearchOption, 'key' | 'href' | 'onOpen' | 'icon'> & {
  readonly title: string
  /** The group's heading, 'Screens' by default. */
  readonly heading?: 'Actions' | 'Places' | 'Views'
  /** Title of the screen of an action, shown beside it. */
  readonly screen?: string
  /** Other names by which it is found, also in other languages. */
  readonly names?: readonly string[]
  /**
   * Offered only after typing, because there are too many such commands, or only if its title is
   * typed, because it is seldom wanted.
   */
  readonly onlyWhenTyped?: 'anything' | 'title'
}

/**
 * Groups the matching commands by heading: first those whose title matches, then those that match
 * by another name only.
 */
export function toCommandGroups(
  commands: readonly PaletteCommand[],
  typed: string,
): SearchOptionGroup[] {
  const { text, parts } = parseFilter(typed)
  const words = [text, ...parts.map((part) => part.text)]
  const matches = findCommands(commands, typed, text)

  const groups = Map.groupBy(matches, ({ command }) => command.heading ?? 'Screens')
  return Array.from(groups, ([heading, groupMatches]) => ({
    heading,
    options: groupMatches.map((match) => toCommandOption(match, words)),
  }))
}

interface CommandMatch {
  readonly command: PaletteCommand
  /** The other name that matches, if the title does not. */
  readonly otherName?: string
}

function findCommands(
  commands: readonly PaletteCommand[],
  typed: string,
  text: string,
): CommandMatch[] {
  const offeredCommands = commands.filter(({ title, onlyWhenTyped }) => {
    if (onlyWhenTyped === 'title') return isStartOfTitle(title, text)
    return !onlyWhenTyped || text !== ''
  })

  const titleMatches = filterRows(offeredCommands, typed, ({ title }) => title)
  const matches: CommandMatch[] = titleMatches.map((command) => ({ command }))
  for (const command of offeredCommands) {
    const otherName = findMatchingName(command, text)
    if (otherName !== undefined && !titleMatches.includes(command))
      matches.push({ command, otherName })
  }
  return matches
}

function toCommandOption(
  { command, otherName }: CommandMatch,
  words: readonly string[],
): SearchOption {
  const { key, title, href, onOpen, icon, screen } = command
  let option: SearchOption = { key, icon, title: markWords(title, words), lines: [] }
  if (href !== undefined) option = { ...option, href }
  if (onOpen) option = { ...option, onOpen }
  if (screen !== undefined) option = { ...option, origin: screen }
  if (otherName !== undefined)
    option = { ...option, lines: [{ label: '', ...markWords(otherName, words) }] }
  return option
}

/** Fewer letters would offer the command to users who type something else. */
const minTitleLength = 3

const isStartOfTitle = (title: string, text: string): boolean =>
  text.length >= minTitleLength && foldLine(title).startsWith(text)

/** Shorter texts begin too many words. */
const minNameLength = 3

/** Finds the first other name that has a word beginning with the text. */
function findMatchingName({ names = [] }: PaletteCommand, text: string): string | undefined {
  if (text.length < minNameLength) return undefined

  return names.find((name) => {
    // Apostrophes separate words, as in 'l’horloge'.
    const words = foldLine(name).replaceAll(/[’']/g, ' ')
    return ` ${words}`.includes(` ${text}`)
  })
}

const markWords = (text: string, words: readonly string[]): Marked => ({
  text,
  marks: findFoldedRanges(text, words).map(([start, end]) => [start, end]),
})

export const toRecentGroup = (hits: readonly ItemHit[]): SearchOptionGroup => ({
  heading: 'Recently opened',
  options: hits.map(toItemOption),
})

/** Groups the server's results; links them to screens that the user may open. */
export const toResultGroups = (
  results: GroupedSearchHits,
  mayOpen: (screen: ScreenPath) => boolean,
): SearchOptionGroup[] => [
  { heading: 'Items', count: results.item.count, options: results.item.hits.map(toItemOption) },
  {
    heading: 'Comments',
    count: results.comment.count,
    options: results.comment.hits.map((hit) =>
      toOption(
        hit,
        '/comments',
        mayOpen('/inventory-detail/:id')
          ? `/inventory-detail/${hit.item_id}#comment-${hit.id}`
          : '/comments',
      ),
    ),
  },
  {
    heading: 'Condition checks',
    count: results.condition.count,
    options: results.condition.hits.map((hit) =>
      toOption(
        hit,
        '/inventory-detail/:id',
        `/inventory-detail/${hit.item_id}#condition-${hit.id}`,
      ),
    ),
  },
  {
    heading: 'Journal',
    count: results.journal.count,
    options: results.journal.hits.map((hit) =>
      toOption(hit, '/journal', `/journal?${toEntrySearch(hit)}`),
    ),
  },
  {
    heading: 'Events',
    count: results.event.count,
    options: results.event.hits.map((hit) => toOption(hit, '/cms', '/cms')),
  },
  {
    heading: 'People',
    count: results.user.count,
    options: results.user.hits.map((hit) =>
      toOption(hit, '/employees', `/employees/edit/${hit.id}`),
    ),
  },
]

const toOption = (
  { id, title, lines }: SearchHit,
  screen: ScreenPath,
  href: string,
): SearchOption => ({
  key: `${screen} ${id}`,
  title,
  lines,
  href,
  icon: <ScreenIcon screen={screen} />,
})

const toItemOption = ({
  id,
  title,
  lines,
  type,
  picture,
  public: isPublic,
}: ItemHit): SearchOption => ({
  key: `item ${id}`,
  title,
  lines,
  href: `/inventory-detail/${id}`,
  icon: <Thumbnail item={{ id, picture }} />,
  origin: inventoryTypes[type].museum,
  isWithdrawn: !isPublic,
})

/** Builds search parameters that show the entry alone and highlight the matches. */
function toEntrySearch({ id, title, lines }: SearchHit): URLSearchParams {
  const matchedTexts = [title, ...lines].flatMap(({ text, marks }) =>
    marks.map(([start, end]) => text.slice(start, end)),
  )

  const search = new URLSearchParams({ entry: String(id) })
  if (matchedTexts.length > 0) search.set('mark', [...new Set(matchedTexts)].join('|'))
  return search
}

interface OptionRowProps {
  readonly id: string
  readonly option: SearchOption
  readonly selected: boolean
  readonly onOpen: (option: SearchOption) => void
}

/** A result or a command in the list. */
export function OptionRow({ id, option, selected, onOpen }: OptionRowProps) {
  const { icon, title, lines, origin, isWithdrawn, href } = option

  const open = (event: MouseEvent) => {
    // Leaves other clicks to the browser, for instance to open a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(option)
  }

  return (
    // The text field keeps the focus, handles the keys and refers to the selected option.
    <a
      id={id}
      role="option"
      href={href}
      tabIndex={-1}
      aria-selected={selected}
      data-selected={selected || undefined}
      className={styles.option}
      onClick={open}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>
        <span className="breakable">
          <MarkedText {...title} />
          {isWithdrawn && (
            <IconEyeOff
              size={14}
              role="img"
              title="Not shown to visitors"
              className={styles.sign}
            />
          )}
        </span>
        {lines.map(({ label, ...line }) => (
          <span key={`${label} ${line.text}`} className={`quiet breakable ${styles.line}`}>
            {label && `${label}: `}
            <MarkedText {...line} />
          </span>
        ))}
      </span>
      {origin && <span className={`quiet ${styles.origin}`}>{origin}</span>}
    </a>
  )
}
