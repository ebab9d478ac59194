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
  const fromList = useLocation({ select: ({ state }) => state.fromList === true })
  const goBack = useBackLink(fromList)
  const listPosition = useMemo(() => findPositionInList(id), [id])
  const goTo = useGoToItem(fromList)
  usePrefetchItems(listPosition?.next, listPosition?.previous)

  const hasShortcuts = useSingleKeyShortcuts()
  useHotkeys(
    hasShortcuts
      ? [
          ['J', () => goTo(listPosition?.next)],
          ['K', () => goTo(listPosition?.previous)],
        ]
      : [],
  )

  return (
    <nav aria-label="List" className={`flex-middle ${styles.steps}`}>
      {type && (
        <Link
          to={listPosition?.href ?? inventoryRoute(type)}
          onClick={goBack}
          className={`inline-middle ${styles.back}`}
        >
          <IconArrowLeft size={16} aria-hidden="true" />
          {inventoryTypes[type].museum}
        </Link>
      )}
      {listPosition && (
        <div className={`flex-middle ${styles.position} no-print`}>
          <StepButton
            label="Previous item"
            shortcut={hasShortcuts ? 'K' : undefined}
            itemId={listPosition.previous}
            Icon={IconChevronLeft}
            onStep={goTo}
          />
          <span className="tabular dimmed">
            {listPosition.position} of {listPosition.count}
          </span>
          <StepButton
            label="Next item"
            shortcut={hasShortcuts ? 'J' : undefined}
            itemId={listPosition.next}
            Icon={IconChevronRight}
            onStep={goTo}
          />
        </div>
      )}
    </nav>
  )
}

/** Opens another item of the list. Replaces the history entry, so that Back returns to the list. */
function useGoToItem(fromList: boolean) {
  const router = useRouter()

  return (itemId: number | undefined, button?: HTMLElement): void => {
    if (itemId === undefined || document.querySelector('[role="dialog"]')) return

    // A new screen takes the focus; gives it back to the pressed button, to be pressed again.
    const returnFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches('main'))
        button?.focus({ preventScroll: true })
    }
    if (button) document.addEventListener('focusin', returnFocus, { once: true })

    void router.navigate({
      to: '/inventory-detail/$id',
      params: { id: String(itemId) },
      replace: true,
      state: { fromList },
    })
  }
}

function usePrefetchItems(nextId: number | undefined, previousId: number | undefined): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    for (const itemId of [nextId, previousId]) {
      if (itemId !== undefined)
        void queryClient.prefetchQuery({ ...inventoryQueries.item(itemId), staleTime: 30_000 })
    }
  }, [nextId, previousId, queryClient])
}

interface StepButtonProps {
  readonly label: string
  readonly shortcut: string | undefined
  /** Undefined at the end of the list. */
  readonly itemId: number | undefined
  readonly Icon: typeof IconChevronLeft
  readonly onStep: (itemId: number | undefined, button: HTMLElement) => void
}

function StepButton({ label, shortcut, itemId, Icon, onStep }: StepButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      // Only looks disabled: a disabled button would lose the focus at the end of the list.
      aria-disabled={itemId === undefined}
      {...(itemId === undefined && { 'data-disabled': true })}
      data-repeatable
      onClick={(event) => onStep(itemId, event.currentTarget)}
    >
      <Icon size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  )
}
