import { IconEyeOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { ItemListEntry } from '@vitrine/contract'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
} from 'react'
import { useRendersAllRows, useRowFocus, useWindowRows } from '../../../../ui/lists/window-rows.ts'
import { rememberItemList } from '../../opened-from.ts'
import {
  findItemId,
  itemLinkId,
  type RowSelection,
  useSelectionHandlers,
} from '../selection/row-selection.tsx'
import styles from './item-rows.module.css'

export interface ListHandle {
  readonly focusFirst: () => void
}

/** What the table and the grid both show. */
export interface ItemRowsProps {
  readonly ref?: Ref<ListHandle>
  readonly items: readonly ItemListEntry[]
  readonly found: Uint32Array
  readonly choice: RowSelection
}

interface Lines {
  readonly height: number
  /** How many items are side by side; 0 until that is known. */
  readonly perLine: number
}

/** The items that the window shows, and what the element around them does with keys and clicks. */
export function useItemRows(
  list: RefObject<HTMLElement | null>,
  { ref, items, found, choice }: ItemRowsProps,
  { height: rowHeight, perLine }: Lines,
) {
  const count = perLine === 0 ? 0 : Math.ceil(found.length / perLine)
  const rendersAll = useRendersAllRows(items.length)
  const { first, end, height, offset, scrollTo } = useWindowRows(list, {
    count,
    rowHeight,
    rendersAll,
  })
  const start = first * perLine
  const shown = found.subarray(start, end * perLine)
  const { focus, onKeyDown, tabStop } = useRowFocus({
    list,
    count: found.length,
    perLine,
    rendered: [start, start + shown.length - 1],
    scrollTo: (place) => scrollTo(Math.floor(place / perLine)),
  })
  useImperativeHandle(ref, () => ({ focusFirst: () => focus(0) }))
  const { takesClick, handlers } = useSelectionHandlers(
    choice,
    (place) => items[found[place] ?? -1]?.id,
  )
  const onClick = useItemLinks(items, found, takesClick)
  return {
    height,
    offset,
    handlers: {
      ...handlers,
      onClick,
      onKeyDown(event: KeyboardEvent): void {
        onKeyDown(event)
        handlers.onKeyDown(event)
      },
    },
    rows: Array.from(shown, (row, index) => {
      const place = start + index
      const item = items[row]
      return (
        item && { item, row, place, tabStop: place === tabStop, chosen: choice.chosen.has(item.id) }
      )
    }).filter((row) => row !== undefined),
  }
}

/**
 * Plain links, opened inside the app by one handler around them all: the router's own link costs
 * a tenth of a millisecond for each row and key. Other buttons and keys are left to the browser.
 */
function useItemLinks(
  items: readonly ItemListEntry[],
  found: Uint32Array,
  takesClick: (event: MouseEvent, id: number) => boolean,
): (event: MouseEvent) => void {
  const router = useRouter()
  useEffect(() => {
    void router.preloadRoute({ to: '/inventory-detail/$id', params: { id: '0' } })
  }, [router])

  return (event) => {
    const id = findItemId(event.target)
    if (id === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return
    if (takesClick(event, id)) {
      event.preventDefault()
      return
    }
    if (event.shiftKey) return
    event.preventDefault()
    rememberItemList({
      href: router.state.location.href,
      ids: Array.from(found, (row) => items[row]?.id ?? 0),
    })
    void router.navigate({
      to: '/inventory-detail/$id',
      params: { id: String(id) },
      state: { fromList: true },
    })
  }
}

/** What makes an anchor the link of the item at a place of the list. */
export const itemLinkProps = ({ id }: ItemListEntry, place: number, tabStop: boolean) => ({
  id: itemLinkId(place),
  href: `/inventory-detail/${id}`,
  'data-item': id,
  'data-place': place,
  tabIndex: tabStop ? 0 : -1,
})

interface MarkedProps {
  readonly item: ItemListEntry
  readonly children: string | undefined
}

/** The words that stand for an item, with a sign behind them when visitors don’t see it. */
export const WithHiddenMark = ({ item, children }: MarkedProps) =>
  item.public === false ? (
    <span className={`flex-middle ${styles.marked}`}>
      <span className={styles.words}>{children}</span>
      <IconEyeOff size={14} role="img" title="Not shown to visitors" className={styles.sign} />
    </span>
  ) : (
    children
  )
