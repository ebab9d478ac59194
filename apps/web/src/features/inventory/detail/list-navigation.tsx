import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ItemType, inventoryRoute, inventoryTypes } from '@vitrine/contract'
import { useEffect, useMemo } from 'react'
import { useSingleKeyShortcuts } from '../../../ui/forms/single-keys.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { findPositionInList, useBackLink } from '../opened-from.ts'
import styles from './list-navigation.module.css'

interface ListNavigationProps {
  readonly id: number
  readonly type: ItemType | undefined
}

/** Links back to the list, and to the previous and the next item in it. */
export function ListNavigation({ id, type }: ListNavigationProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const fromList = useLocation({ select: ({ state }) => state.fromList === true })
  const goBack = useBackLink(fromList)
  const list = useMemo(() => findPositionInList(id), [id])

  // Replaces the history entry, so that Back returns to the list.
  const goTo = (otherId: number | undefined, button?: HTMLElement) => {
    if (otherId === undefined || document.querySelector('[role="dialog"]')) return

    // A new screen takes the focus; gives it back to the pressed button, to be pressed again.
    const keepFocus = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches('main') && button?.focus({ preventScroll: true })
    if (button) document.addEventListener('focusin', keepFocus, { once: true })
    void router.navigate({
      to: '/inventory-detail/$id',
      params: { id: String(otherId) },
      replace: true,
      state: { fromList },
    })
  }
  const hasShortcuts = useSingleKeyShortcuts()
  useHotkeys(
    hasShortcuts
      ? [
          ['J', () => goTo(list?.next)],
          ['K', () => goTo(list?.previous)],
        ]
      : [],
  )
  useEffect(() => {
    for (const otherId of [list?.next, list?.previous]) {
      if (otherId !== undefined)
        void queryClient.prefetchQuery({ ...inventoryQueries.item(otherId), staleTime: 30_000 })
    }
  }, [list, queryClient])

  const step = (
    label: string,
    key: string,
    other: number | undefined,
    Icon: typeof IconChevronLeft,
  ) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={`${label} item`}
      {...(hasShortcuts && { 'aria-keyshortcuts': key })}
      title={hasShortcuts ? `${label} item (${key})` : `${label} item`}
      // Not disabled: it would lose the focus at the end of the list.
      aria-disabled={other === undefined}
      data-repeatable
      {...(other === undefined && { 'data-disabled': true })}
      onClick={(event) => goTo(other, event.currentTarget)}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  )

  return (
    <nav aria-label="List" className={`flex-middle ${styles.steps}`}>
      {type && (
        <Link
          to={list?.href ?? inventoryRoute(type)}
          onClick={goBack}
          className={`inline-middle ${styles.back}`}
        >
          <IconArrowLeft size={16} aria-hidden="true" />
          {inventoryTypes[type].museum}
        </Link>
      )}
      {list && (
        <div className={`flex-middle ${styles.places} no-print`}>
          {step('Previous', 'K', list.previous, IconChevronLeft)}
          <span className="tabular dimmed">
            {list.position} of {list.count}
          </span>
          {step('Next', 'J', list.next, IconChevronRight)}
        </div>
      )}
    </nav>
  )
}
