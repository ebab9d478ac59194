import { useRouter } from '@tanstack/react-router'
import type { LabelLanguage } from '@vitrine/contract'
import type { MouseEvent } from 'react'

/** A visitor's question to answer in the item's text. */
export interface QuestionToAnswer {
  readonly question: string
  readonly lang: LabelLanguage
  /** Address of the list of questions, to return to. */
  readonly from: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the list that the item was opened from. */
    fromList?: boolean
    /** Whether the item has just been created. */
    isNew?: boolean
    answering?: QuestionToAnswer
  }
}

/** The list that items were last opened from in this tab: its address, and its items in order. */
interface ItemList {
  readonly href: string
  readonly ids: readonly number[]
}

const storageKey = 'item list'

/** Stores the list in which `findPositionInList` looks items up. */
export function rememberItemList(list: ItemList): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(list))
  } catch {
    // Without storage, items have no links to the previous and the next one.
  }
}

/** Finds an item's position (from 1) and neighbours in the list that it was opened from. */
export function findPositionInList(id: number) {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored === null) return null

    const { href, ids } = JSON.parse(stored) as ItemList
    const index = ids.indexOf(id)
    if (index < 0) return null

    const [previous, next] = [ids[index - 1], ids[index + 1]]
    return { href, position: index + 1, count: ids.length, previous, next }
  } catch {
    return null
  }
}

/**
 * Click handler for a link to a list. If the list is the previous history entry, goes back to it,
 * which restores its scroll position.
 */
export function useBackLink(isPreviousEntry: boolean) {
  const router = useRouter()
  return (event: MouseEvent) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!isPreviousEntry || event.button !== 0 || hasModifier) return

    event.preventDefault()
    router.history.back()
  }
}
