import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ColumnKey, type ItemListEntry, type ItemType, inventoryTypes } from '@vitrine/contract'
import { type CSSProperties, memo, type Ref, useImperativeHandle, useMemo, useRef } from 'react'
import { Thumbnail } from '../../../ui/lists/thumbnail.tsx'
import { useRenderAllRows } from '../../../ui/lists/use-render-all-rows.ts'
import { useRowFocus } from '../../../ui/lists/use-row-focus.ts'
import { useWindowRows } from '../../../ui/lists/use-window-rows.ts'
import { textScale } from '../../../ui/text/text-scale.ts'
import { ChoiceBox, choiceHandlers } from './choice-box.tsx'
import { type Cell, type Column, cellsOf, textOf } from './columns.ts'
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
  readonly found: Uint32Array
  readonly sort: Sort | null
  readonly onSort: (by: ColumnKey) => void
  /** Rows are picked out instead of opened. */
  readonly choice?: Choice | undefined
}

const rowHeights = { plain: 44 * textScale, pictures: 64 * textScale } as const
const pictureTrack = '48px'
const choiceTrack = '1.5rem'

export function ItemTable({ ref, type, items, found, sort, onSort, choice }: ItemTableProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const cells = useMemo(() => cellsOf(type).filter((cell) => !narrow || cell.phoneWidth), [type, narrow])
  const withPicture = inventoryTypes[type].list.pictures
  const whole = useRenderAllRows(items.length)
  const list = useRef<HTMLTableSectionElement>(null)
  const rowHeight = rowHeights[withPicture ? 'pictures' : 'plain']
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
                key={item.id}
                item={item}
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

const arrows = { ascending: IconArrowUp, descending: IconArrowDown } as const

interface HeadCellProps {
  readonly cell: Cell
  readonly sort: Sort | null
  readonly onSort: (by: ColumnKey) => void
}

function HeadCell({ cell, sort, onSort }: HeadCellProps) {
  const direction = sort?.descending ? 'descending' : 'ascending'
  const Arrow = arrows[direction]
  const isSorted = ({ key }: Column) => key === sort?.by
  return (
    <th scope="col" aria-sort={cell.columns.some(isSorted) ? direction : 'none'} className={styles.headCell}>
      {cell.columns.map((column, index) => (
        <span key={column.key} className={styles.headPart}>
          {index > 0 && <span aria-hidden="true">/ </span>}
          <UnstyledButton className={styles.sort ?? ''} onClick={() => onSort(column.key)}>
            {column.heading}
            {isSorted(column) && <Arrow size={14} aria-hidden="true" />}
          </UnstyledButton>
        </span>
      ))}
    </th>
  )
}

interface ItemRowProps {
  readonly item: ItemListEntry
  readonly place: number
  readonly cells: readonly Cell[]
  readonly withPicture: boolean
  readonly tabStop: boolean
  /** Undefined where rows are links. */
  readonly chosen: boolean | undefined
}

const ItemRow = memo(function ItemRow({ item, place, cells, withPicture, tabStop, chosen }: ItemRowProps) {
  const [first, ...others] = cells
  const firstText = first?.columns[0] && textOf(first.columns[0], item)
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
      {others.map(({ columns: [main, under] }) => (
        <td key={main?.key} className={styles.cell}>
          <div className={styles.main}>{main && textOf(main, item)}</div>
          {under && <div className={styles.under}>{textOf(under, item)}</div>}
        </td>
      ))}
    </tr>
  )
})
