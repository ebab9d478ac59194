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

interface ListStepsProps {
  readonly id: number
  readonly type: ItemType | undefined
}

export function ListNavigation({ id, type }: ListStepsProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const fromList = useLocation({ select: ({ state }) => state.fromList === true })
  const goBack = useBackLink(fromList)
  const list = useMemo(() => findPositionInList(id), [id])

  // In place of the present one, so that the browser's own way back leads to the list, too.
  const goTo = (other: number | undefined, button?: HTMLElement) => {
    if (other === undefined || document.querySelector('[role="dialog"]')) return
    // Another screen takes the focus; a pressed button takes it back, to be pressed again.
    const keepFocus = ({ target }: FocusEvent) =>
      target instanceof Element && target.matches('main') && button?.focus({ preventScroll: true })
    if (button) document.addEventListener('focusin', keepFocus, { once: true })
    void router.navigate({
      to: '/inventory-detail/$id',
      params: { id: String(other) },
      replace: true,
      state: { fromList },
    })
  }
  const withKeys = useSingleKeyShortcuts()
  useHotkeys(
    withKeys
      ? [
          ['J', () => goTo(list?.next)],
          ['K', () => goTo(list?.previous)],
        ]
      : [],
  )
  useEffect(() => {
    for (const other of [list?.next, list?.previous]) {
      if (other !== undefined)
        void queries.prefetchQuery({ ...inventoryQueries.item(other), staleTime: 30_000 })
    }
  }, [list, queries])

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
      {...(withKeys && { 'aria-keyshortcuts': key })}
      title={withKeys ? `${label} item (${key})` : `${label} item`}
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
            {list.place} of {list.count}
          </span>
          {step('Next', 'J', list.next, IconChevronRight)}
        </div>
      )}
    </nav>
  )
}
