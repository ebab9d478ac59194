import { useElementSize } from '@mantine/hooks'
import type { ItemListEntry } from '@vitrine/contract'
import { type CSSProperties, memo, type Ref, useImperativeHandle, useRef } from 'react'
import { Thumbnail } from '../../../ui/lists/thumbnail.tsx'
import { useRenderAllRows } from '../../../ui/lists/use-render-all-rows.ts'
import { useRowFocus } from '../../../ui/lists/use-row-focus.ts'
import { useWindowRows } from '../../../ui/lists/use-window-rows.ts'
import { textScale } from '../../../ui/text/text-scale.ts'
import { ChoiceBox, choiceHandlers } from './choice-box.tsx'
import styles from './item-grid.module.css'
import type { ListHandle } from './item-table.tsx'
import { Marked } from './marked.tsx'
import type { Choice } from './use-choice.ts'
import { itemAddress, useItemLinks } from './use-item-links.ts'

interface ItemGridProps {
  readonly ref?: Ref<ListHandle>
  readonly items: readonly ItemListEntry[]
  readonly found: Uint32Array
  /** Tiles are picked out instead of opened. */
  readonly choice?: Choice | undefined
}

const gap = 16
const smallest = 132
const captionHeight = 36 * textScale

export function ItemGrid({ ref, items, found, choice }: ItemGridProps) {
  const { ref: box, width } = useElementSize()
  const whole = useRenderAllRows(items.length)
  const list = useRef<HTMLUListElement>(null)
  const perLine = Math.max(2, Math.floor((width + gap) / (smallest + gap)))
  const tile = Math.max(0, Math.floor((width - gap * (perLine - 1)) / perLine))
  const {
    first: firstLine,
    end,
    height,
    offset,
    scrollTo,
  } = useWindowRows(list, {
    count: width === 0 ? 0 : Math.ceil(found.length / perLine),
    rowHeight: tile + captionHeight + gap,
    whole,
  })
  const first = firstLine * perLine
  const places = found.subarray(first, end * perLine)
  const rowFocus = useRowFocus({
    list,
    count: found.length,
    perLine,
    rendered: [first, first + places.length - 1],
    scrollTo: (place) => scrollTo(Math.floor(place / perLine)),
  })
  useImperativeHandle(ref, () => ({ focusFirst: () => rowFocus.focus(0) }))
  const openItem = useItemLinks(items, found)

  return (
    <div ref={box}>
      <ul
        ref={list}
        className={styles.list}
        style={
          {
            '--all-lines': `${height}px`,
            '--lines-before': `${offset}px`,
            '--per-line': perLine,
            '--tile': `${tile}px`,
          } as CSSProperties
        }
        {...(choice ? choiceHandlers(choice) : { onClick: openItem })}
        onKeyDown={rowFocus.onKeyDown}
      >
        {Array.from(places, (row, index) => {
          const item = items[row]
          const place = first + index
          return (
            item && (
              <Tile
                key={item.id}
                item={item}
                place={place}
                count={found.length}
                tabStop={place === rowFocus.tabStop}
                chosen={choice?.chosen.has(item.id)}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}

interface TileProps {
  readonly item: ItemListEntry
  readonly place: number
  readonly count: number
  readonly tabStop: boolean
  /** Undefined where tiles are links. */
  readonly chosen: boolean | undefined
}

const Tile = memo(function Tile({ item, place, count, tabStop, chosen }: TileProps) {
  const content = (
    <>
      <Thumbnail item={item} />
      <span className={styles.caption}>
        <Marked item={item}>{item.identifier}</Marked>
      </span>
    </>
  )
  return (
    <li
      aria-posinset={place + 1}
      aria-setsize={count}
      className={styles.tile}
      title={item.name}
      data-chosen={chosen || undefined}
    >
      {chosen === undefined ? (
        <a
          href={itemAddress(item.id)}
          data-item={item.id}
          data-place={place}
          tabIndex={tabStop ? 0 : -1}
          className={styles.link}
        >
          {content}
        </a>
      ) : (
        <div className={styles.choice}>
          <ChoiceBox item={item} place={place} chosen={chosen} tabStop={tabStop} />
          {content}
        </div>
      )}
    </li>
  )
})
