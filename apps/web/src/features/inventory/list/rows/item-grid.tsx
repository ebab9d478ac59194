import { useElementSize } from '@mantine/hooks'
import type { ItemListEntry } from '@vitrine/contract'
import { type CSSProperties, memo, useRef } from 'react'
import { Thumbnail } from '../../../../ui/lists/picture.tsx'
import { rootFontScale } from '../../../../ui/text/format.ts'
import { SelectionCheckbox } from '../selection/row-selection.tsx'
import styles from './item-grid.module.css'
import { type ItemRowsProps, itemLinkProps, useItemRows, WithHiddenMark } from './item-rows.tsx'

const gap = 16
const smallest = 132
const captionHeight = 36 * rootFontScale

export function ItemGrid(props: ItemRowsProps) {
  const { ref: box, width } = useElementSize()
  const list = useRef<HTMLUListElement>(null)
  const perLine = Math.max(2, Math.floor((width + gap) / (smallest + gap)))
  const tile = Math.max(0, Math.floor((width - gap * (perLine - 1)) / perLine))
  const lines = { height: tile + captionHeight + gap, perLine: width === 0 ? 0 : perLine }
  const { rows, height, offset, handlers } = useItemRows(list, props, lines)
  const sizes = {
    '--all-lines': `${height}px`,
    '--lines-before': `${offset}px`,
    '--per-line': perLine,
    '--tile': `${tile}px`,
  }
  return (
    <div ref={box}>
      <ul
        ref={list}
        className={styles.list}
        style={sizes as CSSProperties}
        data-choosing={props.choice.isOn || undefined}
        {...handlers}
      >
        {rows.map(({ row: _, ...tileProps }) => (
          <Tile key={tileProps.item.id} count={props.found.length} {...tileProps} />
        ))}
      </ul>
    </div>
  )
}

interface TileProps {
  readonly item: ItemListEntry
  readonly place: number
  readonly count: number
  readonly tabStop: boolean
  readonly chosen: boolean
}

const Tile = memo(function Tile({ item, place, count, tabStop, chosen }: TileProps) {
  return (
    <li
      aria-posinset={place + 1}
      aria-setsize={count}
      className={styles.tile}
      title={item.name}
      data-chosen={chosen || undefined}
    >
      <div className={styles.item}>
        <SelectionCheckbox place={place} chosen={chosen} tabStop={tabStop} />
        <a className={styles.link} {...itemLinkProps(item, place, tabStop)}>
          <Thumbnail item={item} />
          <span className={`cut ${styles.caption}`}>
            <WithHiddenMark item={item}>{item.identifier}</WithHiddenMark>
          </span>
        </a>
      </div>
    </li>
  )
})
