import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ItemListEntry, type ItemType, inventoryTypes } from '@vitrine/contract'
import { type CSSProperties, memo, type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { Thumbnail } from '../../../ui/lists/thumbnail.tsx'
import { useRenderAllRows } from '../../../ui/lists/use-render-all-rows.ts'
import { useRowFocus } from '../../../ui/lists/use-row-focus.ts'
import { useWindowRows } from '../../../ui/lists/use-window-rows.ts'
import { textScale } from '../../../ui/text/text-scale.ts'
import { ChoiceBox, choiceHandlers } from './choice-box.tsx'
import { type Cell, type Column, columnsIn, usualCells } from './columns.ts'
import styles from './item-table.module.css'
import type { Sort } from './list-search.ts'
import { Marked } from './marked.tsx'
import type { Choice } from './use-choice.ts'
import { itemAddress, useItemLinks } from './use-item-links.ts'

export interface ListHandle {
  readonly focusFirst: () => void
}

interface ItemTableProps {
  readonly ref?: Ref<ListHandle>
  readonly type: ItemType
  readonly items: readonly ItemListEntry[]
  readonly cells: readonly Cell[]
  readonly found: Uint32Array
  readonly sort: Sort | null
  readonly onSort: (by: string) => void
  /** Rows are picked out instead of opened. */
  readonly choice?: Choice | undefined
}

const rowHeights = { oneLine: 44 * textScale, twoLines: 64 * textScale } as const
const pictureTrack = '48px'
const choiceTrack = '1.5rem'

export function ItemTable({ ref, type, items, cells: all, found, sort, onSort, choice }: ItemTableProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const cells = useMemo(() => (narrow ? phoneCells(type, all) : all), [type, narrow, all])
  const withPicture = inventoryTypes[type].list.pictures
  const whole = useRenderAllRows(items.length)
  const list = useRef<HTMLTableSectionElement>(null)
  const hasTwoLines = withPicture || cells.some(({ columns }) => columns.length > 1)
  const rowHeight = rowHeights[hasTwoLines ? 'twoLines' : 'oneLine']
  const { first, end, height, offset, scrollTo } = useWindowRows(list, {
    count: found.length,
    rowHeight,
    whole,
  })
  const rowFocus = useRowFocus({ list, count: found.length, rendered: [first, end - 1], scrollTo })
  useImperativeHandle(ref, () => ({ focusFirst: () => rowFocus.focus(0) }))
  const openItem = useItemLinks(items, found)
  const tracks = [
    ...(choice ? [choiceTrack] : []),
    ...(withPicture ? [pictureTrack] : []),
    ...cells.map((cell) => (narrow && cell.phoneWidth) || cell.width),
  ].join(' ')

  return (
    <table
      aria-rowcount={found.length + 1}
      className={styles.table}
      style={{ '--tracks': tracks, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <thead className={styles.head}>
        <tr aria-rowindex={1} className={`${styles.row} ${styles.headRow}`}>
          {choice && (
            <th scope="col">
              <VisuallyHidden>Chosen</VisuallyHidden>
            </th>
          )}
          {withPicture && (
            <th scope="col">
              <VisuallyHidden>Picture</VisuallyHidden>
            </th>
          )}
          {cells.map((cell) => (
            <HeadCell key={cell.columns[0]?.key} cell={cell} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody
        ref={list}
        className={styles.body}
        style={{ '--all-rows': `${height}px`, '--rows-before': `${offset}px` } as CSSProperties}
        {...(choice ? choiceHandlers(choice) : { onClick: openItem })}
        onKeyDown={rowFocus.onKeyDown}
      >
        {Array.from(found.subarray(first, end), (row, index) => {
          const item = items[row]
          const place = first + index
          return (
            item && (
              <ItemRow
                // By place: another filter writes new words into the rows that are there, and draws none.
                key={place}
                item={item}
                row={row}
                place={place}
                cells={cells}
                withPicture={withPicture}
                tabStop={place === rowFocus.tabStop}
                chosen={choice?.chosen.has(item.id)}
              />
            )
          )
        })}
      </tbody>
    </table>
  )
}

/** On a phone the usual row has fewer columns, and one of chosen columns has them under the first. */
function phoneCells(type: ItemType, cells: readonly Cell[]): readonly Cell[] {
  if (cells === usualCells(type)) return cells.filter(({ phoneWidth }) => phoneWidth)
  const [first, ...others] = cells
  return [...(first ? [first] : []), { columns: columnsIn(others), width: 'minmax(0, 1fr)' }]
}

const arrows = { ascending: IconArrowUp, descending: IconArrowDown } as const

interface HeadCellProps {
  readonly cell: Cell
  readonly sort: Sort | null
  readonly onSort: (by: string) => void
}

const HeadCell = memo(function HeadCell({ cell, sort, onSort }: HeadCellProps) {
  const direction = sort?.descending ? 'descending' : 'ascending'
  const Arrow = arrows[direction]
  const isSorted = ({ key }: Column) => key === sort?.by
  return (
    <th
      scope="col"
      aria-sort={cell.columns.some(isSorted) ? direction : 'none'}
      data-number={isNumber(cell) || undefined}
      className={styles.headCell}
    >
      {cell.columns.map((column, index) => (
        <span key={column.key} className={styles.headPart}>
          {index > 0 && <span aria-hidden="true">/ </span>}
          <UnstyledButton className={styles.sort ?? ''} onClick={() => onSort(column.key)}>
            <span className={styles.heading}>{column.heading}</span>
            {isSorted(column) && <Arrow size={14} aria-hidden="true" />}
          </UnstyledButton>
        </span>
      ))}
    </th>
  )
})

/** Numbers are right-aligned. */
const isNumber = ({ columns }: Cell): boolean => columns.length === 1 && columns[0]?.kind === 'number'

interface ItemRowProps {
  readonly item: ItemListEntry
  readonly row: number
  readonly place: number
  readonly cells: readonly Cell[]
  readonly withPicture: boolean
  readonly tabStop: boolean
  /** Undefined where rows are links. */
  readonly chosen: boolean | undefined
}

const ItemRow = memo(function ItemRow({ item, row, place, cells, withPicture, tabStop, chosen }: ItemRowProps) {
  const [first, ...others] = cells
  const firstText = first?.columns[0]?.text(item, row)
  return (
    <tr aria-rowindex={place + 2} className={styles.row} data-chosen={chosen || undefined}>
      {chosen !== undefined && (
        <td>
          <ChoiceBox item={item} place={place} chosen={chosen} tabStop={tabStop} />
        </td>
      )}
      {withPicture && (
        <td>
          <Thumbnail item={item} />
        </td>
      )}
      <th scope="row" className={styles.cell}>
        {chosen === undefined ? (
          <a
            href={itemAddress(item.id)}
            data-item={item.id}
            data-place={place}
            tabIndex={tabStop ? 0 : -1}
            className={styles.link}
          >
            <Marked item={item}>{firstText}</Marked>
          </a>
        ) : (
          <div className={styles.main}>
            <Marked item={item}>{firstText}</Marked>
          </div>
        )}
      </th>
      {others.map((cell) => {
        const [main, ...under] = cell.columns
        return (
          <td key={main?.key} className={styles.cell} data-number={isNumber(cell) || undefined}>
            <div className={styles.main}>{main?.text(item, row)}</div>
            {under.length > 0 && <div className={styles.under}>{textsUnder(under, item, row)}</div>}
          </td>
        )
      })}
    </tr>
  )
})

const textsUnder = (columns: readonly Column[], item: ItemListEntry, row: number): string =>
  columns
    .map(({ text, textAlone = text }) => textAlone(item, row))
    .filter(Boolean)
    .join(' · ')
