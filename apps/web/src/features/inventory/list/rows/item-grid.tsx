import { useElementSize } from '@mantine/hooks'
import type { ItemListEntry } from '@vitrine/contract'
import { type CSSProperties, memo, useRef } from 'react'
import { Thumbnail } from '../../../../ui/lists/picture.tsx'
import { rootFontScale } from '../../../../ui/text/format.ts'
import { SelectionCheckbox } from '../selection/row-selection.tsx'
import styles from './item-grid.module.css'
import { type ItemRowsProps, itemLinkProps, useItemRows, WithHiddenMark } from './item-rows.tsx'

// In pixels, as in the style sheet.
const gap = 16
const minTileWidth = 132
const captionHeight = 36 * rootFontScale
/** A narrow phone has two smaller tiles instead of one. */
const minTilesPerLine = 2

/** The items as tiles with pictures. */
export function ItemGrid(props: ItemRowsProps) {
  const { ref: containerRef, width } = useElementSize()
  const list = useRef<HTMLUListElement>(null)
  const perLine = Math.max(minTilesPerLine, Math.floor((width + gap) / (minTileWidth + gap)))
  const tileSize = Math.max(0, Math.floor((width - gap * (perLine - 1)) / perLine))
  // The width is 0 until it has been measured.
  const lines = { height: tileSize + captionHeight + gap, perLine: width === 0 ? 0 : perLine }
  const { rows, height, offset, handlers } = useItemRows(list, props, lines)
  const sizes = {
    '--all-lines': `${height}px`,
    '--lines-before': `${offset}px`,
    '--per-line': perLine,
    '--tile': `${tileSize}px`,
  }

  return (
    <div ref={containerRef}>
      <ul
        ref={list}
        className={styles.list}
        style={sizes as CSSProperties}
        data-choosing={props.selection.isOn || undefined}
        {...handlers}
      >
        {rows.map(({ row: _, ...tileProps }) => (
          <Tile key={tileProps.item.id} count={props.foundRows.length} {...tileProps} />
        ))}
      </ul>
    </div>
  )
}

interface TileProps {
  readonly item: ItemListEntry
  readonly index: number
  readonly count: number
  readonly tabStop: boolean
  readonly isSelected: boolean
}

const Tile = memo(function Tile({ item, index, count, tabStop, isSelected }: TileProps) {
  return (
    <li
      aria-posinset={index + 1}
      aria-setsize={count}
      className={styles.tile}
      title={item.name}
      data-chosen={isSelected || undefined}
    >
      <div className={styles.item}>
        <SelectionCheckbox index={index} isSelected={isSelected} tabStop={tabStop} />
        <a className={styles.link} {...itemLinkProps(item, index, tabStop)}>
          <Thumbnail item={item} />
          <span className={`cut ${styles.caption}`}>
            <WithHiddenMark item={item}>{item.identifier}</WithHiddenMark>
          </span>
        </a>
      </div>
    </li>
  )
})
