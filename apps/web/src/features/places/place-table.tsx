import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type Place, type PlaceKind, placeKinds } from '@vitrine/contract'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useRef } from 'react'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { useRendersAllRows, useRowFocus, useVirtualRows } from '../../ui/lists/virtual-rows.ts'
import { formatNumber, rootFontScale } from '../../ui/text/format.ts'
import styles from './place-table.module.css'
import type { TreeRow } from './tree-rows.ts'

// In pixels; a narrow row has two lines.
const rowHeights = { wide: 44 * rootFontScale, narrow: 60 * rootFontScale } as const

interface PlaceTableProps {
  readonly rows: readonly TreeRow[]
  /** Item counts by place id, with the places inside. */
  readonly totals: ReadonlyMap<number, number>
  readonly onToggle: (id: number) => void
  /** Absent if the user may not move places. */
  readonly onMove?: ((place: Place) => void) | undefined
}

/** The tree of places as a table; renders only the rows near the viewport. */
export function PlaceTable({ rows, totals, onToggle, onMove }: PlaceTableProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const router = useRouter()
  const list = useRef<HTMLTableSectionElement>(null)
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide
  const rendersAll = useRendersAllRows(rows.length)

  const { first, end, height, offset, scrollTo } = useVirtualRows(list, {
    count: rows.length,
    rowHeight,
    rendersAll,
  })

  const { focus, onKeyDown, tabStop } = useRowFocus({
    list,
    count: rows.length,
    rendered: [first, end - 1],
    scrollTo,
  })

  const handlers = createRowHandlers({
    rows,
    focus,
    onKeyDown,
    onToggle,
    onMove,
    onOpen: ({ id }) => void router.navigate({ to: '/places/$id', params: { id: String(id) } }),
  })

  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows open and close, and arrow keys move between them
      role="treegrid"
      aria-label="Places"
      aria-rowcount={rows.length + 1}
      className={styles.table}
      data-narrow={isNarrow || undefined}
      data-movable={onMove ? true : undefined}
      style={{ '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <thead className={styles.head}>
        <tr aria-rowindex={1} className={`${styles.row} quiet ${styles.headRow}`}>
          <th scope="col">Place</th>
          {!isNarrow && <th scope="col">Kind</th>}
          {!isNarrow && <th scope="col">Code</th>}
          <th scope="col" data-number>
            Items
          </th>
          {!isNarrow && onMove && <td />}
        </tr>
      </thead>
      <tbody
        ref={list}
        className={styles.body}
        style={{ '--all-rows': `${height}px`, '--rows-before': `${offset}px` } as CSSProperties}
        {...handlers}
      >
        {rows.slice(first, end).map((row, position) => (
          <TreeTableRow
            key={row.place.id}
            {...row}
            index={first + position}
            total={totals.get(row.place.id) ?? 0}
            tabStop={first + position === tabStop}
            isNarrow={isNarrow}
            isMovable={onMove !== undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowEvents extends Pick<PlaceTableProps, 'rows' | 'onToggle' | 'onMove'> {
  readonly focus: (index: number) => void
  /** Moves the focus up and down. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onOpen: (place: Place) => void
}

/** Event handlers of the table's body, instead of several per row. */
const createRowHandlers = ({ rows, focus, onKeyDown, onToggle, onMove, onOpen }: RowEvents) => ({
  /** Arrow right opens a row or enters it, arrow left closes it or leaves it, as in any tree. */
  onKeyDown(event: KeyboardEvent): void {
    onKeyDown(event)
    const index = findRowIndex(event.target)
    const row = rows[index]
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return

    if (event.key === 'ArrowRight' && row.isOpen === false) onToggle(row.place.id)
    else if (event.key === 'ArrowRight' && row.isOpen) focus(index + 1)
    else if (event.key === 'ArrowLeft' && row.isOpen) onToggle(row.place.id)
    else if (event.key === 'ArrowLeft' && row.level > 1)
      focus(rows.findIndex(({ place }) => place.id === row.place.parent_id))
    else return

    event.preventDefault()
  },

  onClick(event: MouseEvent): void {
    const row = rows[findRowIndex(event.target)]
    if (!row || !(event.target instanceof Element)) return

    if (event.target.closest('[data-toggle]')) onToggle(row.place.id)
    else if (event.target.closest('[data-move]')) onMove?.(row.place)
    else if (event.target.closest('a') && isPlainClick(event)) {
      event.preventDefault()
      onOpen(row.place)
    }
  },
})

/** Finds the index of the row that an event happened in; NaN outside the rows. */
const findRowIndex = (target: EventTarget): number =>
  Number(
    target instanceof Element
      ? target.closest<HTMLElement>('[data-index]')?.dataset.index
      : undefined,
  )

/** Other clicks are left to the browser, for instance to open a new tab. */
const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey

interface TreeTableRowProps extends TreeRow {
  readonly index: number
  readonly total: number
  readonly tabStop: boolean
  readonly isNarrow: boolean
  readonly isMovable: boolean
}

const TreeTableRow = memo(function TreeTableRow(props: TreeTableRowProps) {
  const {
    place,
    level,
    isOpen,
    isAncestorOnly,
    position,
    siblingCount,
    index,
    total,
    tabStop,
    isNarrow,
    isMovable,
  } = props
  const { id, name, code, archived } = place
  const kind = placeKinds[place.kind as PlaceKind]
  const tabIndex = tabStop ? 0 : -1

  return (
    <tr
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblingCount}
      // Counted from 1, after the row of headings.
      aria-rowindex={index + 2}
      {...(isOpen !== null && { 'aria-expanded': isOpen })}
      data-index={index}
      data-way={isAncestorOnly || undefined}
      className={styles.row}
    >
      <th scope="row" className={styles.place} style={{ '--level': level - 1 } as CSSProperties}>
        {isOpen === null ? (
          <span className={styles.leaf} />
        ) : (
          <ActionIcon
            variant="subtle"
            size="lg"
            data-toggle
            tabIndex={-1}
            className={styles.toggle ?? ''}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        <span className={styles.words}>
          <span className={styles.name}>
            <a
              href={`/places/${id}`}
              data-place={index}
              tabIndex={tabIndex}
              className={`cut ${styles.link}`}
            >
              {name}
            </a>{' '}
            {archived && <span className="quiet">Archived</span>}
          </span>
          {isNarrow && (
            <span className={`quiet cut ${styles.under}`}>
              {kind} · {code}
            </span>
          )}
        </span>
      </th>
      {!isNarrow && <td className="cut">{kind}</td>}
      {!isNarrow && <td className="cut tabular">{code}</td>}
      <td data-number>{total > 0 && formatNumber(total)}</td>
      {!isNarrow && isMovable && (
        <td className={styles.actions}>
          {!archived && (
            <SmallButton data-move tabIndex={tabIndex} aria-label={`Move ${name} to…`}>
              Move to…
            </SmallButton>
          )}
        </td>
      )}
    </tr>
  )
})
