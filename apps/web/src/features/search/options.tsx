import { IconEyeOff } from '@tabler/icons-react'
import {
  filterRows,
  findFoldedRanges,
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
import styles from './options.module.css'

export interface Option {
  readonly key: string
  readonly title: Marked
  readonly lines: SearchHit['lines']
  /** Where it leads; without one it does something else. */
  readonly href?: string
  readonly onOpen?: () => void
  readonly icon: ReactNode
  readonly museum?: string
  readonly isWithdrawn?: boolean
}

export interface OptionGroup {
  readonly heading: string
  /** How many there are, where not all are shown. */
  readonly count?: number
  readonly options: readonly Option[]
}

/** A command of the app: a screen to go to, or something to do. */
export type Command = Pick<Option, 'key' | 'href' | 'onOpen' | 'icon'> & {
  readonly title: string
  /** Too many to be offered before anything is typed. */
  readonly onlyWhenTyped?: true
}

export function commandGroup(commands: readonly Command[], typed: string): OptionGroup {
  const { text, parts } = parseFilter(typed)
  const sought = [text, ...parts.map((part) => part.text)]
  const options = filterRows(commands, typed, ({ title }) => title)
    .filter(({ onlyWhenTyped }) => !(onlyWhenTyped && text === ''))
    .map(({ title, onlyWhenTyped: _, ...command }) => ({
      ...command,
      title: marked(title, sought),
      lines: [],
    }))
  return { heading: 'Screens', options }
}

const marked = (text: string, words: readonly string[]): Marked => ({
  text,
  marks: findFoldedRanges(text, words).map(([start, end]) => [start, end]),
})

export const recentGroup = (hits: readonly ItemHit[]): OptionGroup => ({
  heading: 'Recently opened',
  options: hits.map(itemOption),
})

export const foundGroups = (
  found: GroupedSearchHits,
  mayOpen: (screen: ScreenPath) => boolean,
): OptionGroup[] => [
  { heading: 'Items', count: found.item.count, options: found.item.hits.map(itemOption) },
  {
    heading: 'Comments',
    count: found.comment.count,
    options: found.comment.hits.map((hit) =>
      option(
        hit,
        '/comments',
        mayOpen('/inventory-detail/:id')
          ? `/inventory-detail/${hit.item_id}#comment-${hit.id}`
          : '/comments',
      ),
    ),
  },
  {
    heading: 'Journal',
    count: found.journal.count,
    options: found.journal.hits.map((hit) =>
      option(hit, '/journal', `/journal?${entryAddress(hit)}`),
    ),
  },
  {
    heading: 'Events',
    count: found.event.count,
    options: found.event.hits.map((hit) => option(hit, '/cms', '/cms')),
  },
  {
    heading: 'People',
    count: found.user.count,
    options: found.user.hits.map((hit) => option(hit, '/employees', `/employees/edit/${hit.id}`)),
  },
]

const option = ({ id, title, lines }: SearchHit, screen: ScreenPath, href: string): Option => ({
  key: `${screen} ${id}`,
  title,
  lines,
  href,
  icon: <ScreenIcon screen={screen} />,
})

const itemOption = ({ id, title, lines, type, picture, public: isPublic }: ItemHit): Option => ({
  key: `item ${id}`,
  title,
  lines,
  href: `/inventory-detail/${id}`,
  icon: <Thumbnail item={{ id, picture }} />,
  museum: inventoryTypes[type].museum,
  isWithdrawn: !isPublic,
})

/** The entry alone, with what it was found by marked. */
const entryAddress = ({ id, title, lines }: SearchHit): URLSearchParams => {
  const found = [title, ...lines].flatMap(({ text, marks }) =>
    marks.map(([start, end]) => text.slice(start, end)),
  )
  return new URLSearchParams({
    entry: String(id),
    ...(found.length > 0 && { mark: [...new Set(found)].join('|') }),
  })
}

interface OptionRowProps {
  readonly id: string
  readonly option: Option
  readonly selected: boolean
  readonly onOpen: (option: Option) => void
}

export function OptionRow({ id, option, selected, onOpen }: OptionRowProps) {
  const { icon, title, lines, museum, isWithdrawn, href } = option
  const open = (event: MouseEvent) => {
    // Other buttons and keys are left to the browser: a new tab, for one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(option)
  }
  return (
    // The field keeps the focus, handles the keys and names the selected option.
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
      {museum && <span className={`quiet ${styles.museum}`}>{museum}</span>}
    </a>
  )
}
