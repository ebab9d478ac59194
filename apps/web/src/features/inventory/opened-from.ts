import { useRouter } from '@tanstack/react-router'
import type { LabelLanguage } from '@vitrine/contract'
import type { MouseEvent } from 'react'

/** The visitor's question that is being answered, and the list of questions that it was chosen from. */
export interface AnsweredQuestion {
  readonly question: string
  readonly lang: LabelLanguage
  readonly from: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one in the browser's history is the list that the item was opened from. */
    fromList?: boolean
    isNew?: boolean
    answering?: AnsweredQuestion
  }
}

/** The list that items are opened from in this tab: its address, and its items in the order shown. */
interface ItemList {
  readonly href: string
  readonly ids: readonly number[]
}

const key = 'item list'

export function rememberItemList(list: ItemList): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Without storage an item has neither a previous nor a next one.
  }
}

/** The position of an item in the list it was opened from, counted from 1. */
export function findPositionInList(id: number) {
  try {
    const { href, ids } = JSON.parse(sessionStorage.getItem(key) ?? '{"ids":[]}') as ItemList
    const index = ids.indexOf(id)
    return index < 0
      ? null
      : {
          href,
          place: index + 1,
          count: ids.length,
          previous: ids[index - 1],
          next: ids[index + 1],
        }
  } catch {
    return null
  }
}

/** For a link to a list: one step back in the browser's history where that is the list, scrolled as it was. */
export function useBackLink(isBefore: boolean) {
  const router = useRouter()
  return (event: MouseEvent) => {
    if (
      !isBefore ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    router.history.back()
  }
}
