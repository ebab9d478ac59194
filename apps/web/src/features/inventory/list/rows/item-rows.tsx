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
import {
  useRendersAllRows,
  useRowFocus,
  useVirtualRows,
} from '../../../../ui/lists/virtual-rows.ts'
import { rememberItemList } from '../../opened-from.ts'
import {
  findItemId,
  itemLinkId,
  type RowSelection,
  useSelectionHandlers,
} from '../selection/row-selection.tsx'
import styles from './item-rows.module.css'

export interface ListHandle {
  /** Focuses the first item of the list. */
  readonly focusFirst: () => void
}

/** Props of the table and the grid. */
export interface ItemRowsProps {
  readonly ref?: Ref<ListHandle>
  readonly items: readonly ItemListEntry[]
  /** Indexes into `items` of the rows to show, in order. */
  readonly foundRows: Uint32Array
  readonly selection: RowSelection
}

interface LineLayout {
  readonly height: number
  /** Number of items side by side; 0 until it has been measured. */
  readonly perLine: number
}

/** Lists the items near the viewport, with event handlers for the element around them. */
export function useItemRows(
  list: RefObject<HTMLElement | null>,
  { ref, items, foundRows, selection }: ItemRowsProps,
  { height: rowHeight, perLine }: LineLayout,
) {
  const lineCount = perLine === 0 ? 0 : Math.ceil(foundRows.length / perLine)
  const rendersAll = useRendersAllRows(items.length)

  const { first, end, height, offset, scrollTo } = useVirtualRows(list, {
    count: lineCount,
    rowHeight,
    rendersAll,
  })
  const startIndex = first * perLine
  const renderedRows = foundRows.subarray(startIndex, end * perLine)

  const { focus, onKeyDown, tabStop } = useRowFocus({
    list,
    count: foundRows.length,
    perLine,
    rendered: [startIndex, startIndex + renderedRows.length - 1],
    scrollTo: (index) => scrollTo(Math.floor(index / perLine)),
  })
  useImperativeHandle(ref, () => ({ focusFirst: () => focus(0) }))

  const { handleLinkClick, handlers } = useSelectionHandlers(
    selection,
    (index) => items[foundRows[index] ?? -1]?.id,
  )
  const onClick = useItemLinks(items, foundRows, handleLinkClick)

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
    rows: Array.from(renderedRows, (row, position) => {
      const item = items[row]
      if (!item) return undefined

      const index = startIndex + position
      const isSelected = selection.selectedIds.has(item.id)
      return { item, row, index, tabStop: index === tabStop, isSelected }
    }).filter((row) => row !== undefined),
  }
}

/**
 * Click handler that opens plain links inside the app: the router's link component would cost a
 * tenth of a millisecond per row and key. Leaves other mouse buttons and modifier keys to the browser.
 */
function useItemLinks(
  items: readonly ItemListEntry[],
  foundRows: Uint32Array,
  handleLinkClick: (event: MouseEvent, id: number) => boolean,
): (event: MouseEvent) => void {
  const router = useRouter()
  useEffect(() => {
    void router.preloadRoute({ to: '/inventory-detail/$id', params: { id: '0' } })
  }, [router])

  return (event) => {
    const id = findItemId(event.target)
    const isForBrowser = event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey
    if (id === null || isForBrowser) return

    if (handleLinkClick(event, id)) {
      event.preventDefault()
      return
    }
    if (event.shiftKey) return

    event.preventDefault()
    rememberItemList({
      href: router.state.location.href,
      ids: Array.from(foundRows, (row) => items[row]?.id ?? 0),
    })
    void router.navigate({
      to: '/inventory-detail/$id',
      params: { id: String(id) },
      state: { fromList: true },
    })
  }
}

/** Props of an anchor that links to the item at an index of the list. */
export const itemLinkProps = ({ id }: ItemListEntry, index: number, tabStop: boolean) => ({
  id: itemLinkId(index),
  href: `/inventory-detail/${id}`,
  'data-item': id,
  'data-place': index,
  tabIndex: tabStop ? 0 : -1,
})

interface WithHiddenMarkProps {
  readonly item: ItemListEntry
  readonly children: string | undefined
}

/** Shows a text of an item, followed by an icon if visitors don't see the item. */
export const WithHiddenMark = ({ item, children }: WithHiddenMarkProps) =>
  item.public === false ? (
    <span className={`flex-middle ${styles.marked}`}>
      <span className={styles.words}>{children}</span>
      <IconEyeOff size={14} role="img" title="Not shown to visitors" className={styles.sign} />
    </span>
  ) : (
    children
  )
