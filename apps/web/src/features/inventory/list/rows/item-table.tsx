import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ItemListEntry, inventoryTypes } from '@vitrine/contract'
import { type CSSProperties, memo, useMemo, useRef } from 'react'
import { Thumbnail } from '../../../../ui/lists/picture.tsx'
import { rootFontScale } from '../../../../ui/text/format.ts'
import { columnsOfCells, type TableCell, type TableColumn } from '../columns/columns.ts'
import { useList } from '../list-context.ts'
import type { ListSort } from '../list-search.ts'
import { SelectionCheckbox } from '../selection/row-selection.tsx'
import { type ItemRowsProps, itemLinkProps, useItemRows, WithHiddenMark } from './item-rows.tsx'
import styles from './item-table.module.css'

interface ItemTableProps extends ItemRowsProps {
  readonly cells: readonly TableCell[]
  readonly sort: ListSort | null
  readonly onSort: (by: string) => void
}

// In pixels.
const rowHeights = {
  oneLine: 44 * rootFontScale,
  twoLines: 64 * rootFontScale,
  threeLines: 84 * rootFontScale,
} as const
/** Width of the column of pictures. */
const pictureTrack = '48px'
const identifierWidthOnPhone = '4.75rem'

/** The items as a table with sortable columns. */
export function ItemTable({ cells: allCells, sort, onSort, ...rowsProps }: ItemTableProps) {
  const { type, narrow } = useList()
  const { foundRows, selection } = rowsProps
  const cells = useMemo(() => (narrow ? mergeCells(allCells) : allCells), [narrow, allCells])
  const hasPictures = inventoryTypes[type].list.pictures
  const list = useRef<HTMLTableSectionElement>(null)
  const lines = chooseLines({ cells, hasPictures, narrow })
  const rowHeight = rowHeights[lines]
  const { rows, height, offset, handlers } = useItemRows(list, rowsProps, {
    height: rowHeight,
    perLine: 1,
  })
  const cellTracks = cells.map(({ width }) => width)
  const tracks = (hasPictures ? [pictureTrack, ...cellTracks] : cellTracks).join(' ')

  return (
    <table
      aria-rowcount={foundRows.length + 1}
      className={styles.table}
      data-pictures={hasPictures || undefined}
      data-choosing={selection.isOn || undefined}
      data-lines={lines}
      style={{ '--tracks': tracks, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <thead className={styles.head}>
        <tr aria-rowindex={1} className={`${styles.row} quiet ${styles.headRow}`}>
          {hasPictures && (
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
        {...handlers}
      >
        {rows.map((row) => (
          // Keyed by index: a new filter reuses the rows and replaces only their texts.
          <ItemRow key={row.index} cells={cells} hasPictures={hasPictures} {...row} />
        ))}
      </tbody>
    </table>
  )
}

/** Merges all cells after the identifier into one, for a phone. */
function mergeCells([identifierCell, ...others]: readonly TableCell[]): readonly TableCell[] {
  const mergedCell = { columns: columnsOfCells(others), width: 'minmax(0, 1fr)' }
  return identifierCell
    ? [{ ...identifierCell, width: identifierWidthOnPhone }, mergedCell]
    : [mergedCell]
}

interface TableShape {
  readonly cells: readonly TableCell[]
  readonly hasPictures: boolean
  readonly narrow: boolean
}

/** Chooses the lines per row; a phone shows the columns after the first two on two lines. */
function chooseLines({ cells, hasPictures, narrow }: TableShape): keyof typeof rowHeights {
  const maxColumns = Math.max(...cells.map(({ columns }) => columns.length))
  if (narrow && maxColumns > 2) return 'threeLines'
  return hasPictures || maxColumns > 1 ? 'twoLines' : 'oneLine'
}

const arrows = { ascending: IconArrowUp, descending: IconArrowDown } as const

interface HeadCellProps {
  readonly cell: TableCell
  readonly sort: ListSort | null
  readonly onSort: (by: string) => void
}

const HeadCell = memo(function HeadCell({ cell, sort, onSort }: HeadCellProps) {
  const direction = sort?.descending ? 'descending' : 'ascending'
  const Arrow = arrows[direction]
  const isSortColumn = ({ key }: TableColumn) => key === sort?.by

  return (
    <th
      scope="col"
      aria-sort={cell.columns.some(isSortColumn) ? direction : 'none'}
      data-number={isNumberCell(cell) || undefined}
      className={styles.headCell}
    >
      {cell.columns.map((column, index) => (
        <span key={column.key} className={`inline-middle ${styles.headPart}`}>
          {index > 0 && <span aria-hidden="true">/ </span>}
          <UnstyledButton
            className={`inline-middle ${styles.sort}`}
            onClick={() => onSort(column.key)}
          >
            <span className={styles.heading}>{column.heading}</span>
            {isSortColumn(column) && <Arrow size={14} aria-hidden="true" />}
          </UnstyledButton>
        </span>
      ))}
    </th>
  )
})

const isNumberCell = ({ columns }: TableCell): boolean =>
  columns.length === 1 && columns[0]?.kind === 'number'

interface ItemRowProps {
  readonly item: ItemListEntry
  /** Index of the item in the whole list. */
  readonly row: number
  /** Index among the rows shown. */
  readonly index: number
  readonly cells: readonly TableCell[]
  readonly hasPictures: boolean
  readonly tabStop: boolean
  readonly isSelected: boolean
}

const ItemRow = memo(function ItemRow({
  item,
  row,
  index,
  cells,
  hasPictures,
  tabStop,
  isSelected,
}: ItemRowProps) {
  const [identifierCell, ...otherCells] = cells
  const identifier = identifierCell?.columns[0]?.text(item, row)

  return (
    <tr
      // Counted from 1, after the row of headings.
      aria-rowindex={index + 2}
      className={styles.row}
      data-chosen={isSelected || undefined}
    >
      {hasPictures && (
        <td>
          <Thumbnail item={item} />
        </td>
      )}
      <th scope="row" className={styles.cell}>
        <SelectionCheckbox index={index} isSelected={isSelected} tabStop={tabStop} />
        <a className={styles.link} {...itemLinkProps(item, index, tabStop)}>
          <WithHiddenMark item={item}>{identifier}</WithHiddenMark>
        </a>
      </th>
      {otherCells.map((cell) => {
        const [main, ...columnsBelow] = cell.columns
        return (
          <td key={main?.key} className={styles.cell} data-number={isNumberCell(cell) || undefined}>
            <div className={styles.main}>{main?.text(item, row)}</div>
            {columnsBelow.length > 0 && (
              <div className={`quiet ${styles.under}`}>{joinTexts(columnsBelow, item, row)}</div>
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** Joins the texts of columns that share a line, with their units. */
const joinTexts = (columns: readonly TableColumn[], item: ItemListEntry, row: number): string =>
  columns
    .map(({ text, textAlone = text }) => textAlone(item, row))
    .filter(Boolean)
    .join(' · ')
