import { maxRecentItems } from '@vitrine/contract'
import { useEffect } from 'react'
import { createRecentList } from '../../session/recent-list.ts'
import { useSignedIn } from '../../session/use-session.ts'

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** The ids of the items that a user opened in this browser, latest first. */
export const { read: readRecentItems, add: addRecentItem } = createRecentList(
  'recent items',
  isId,
  maxRecentItems,
)

/** Adds an item to the recent items of the user when its page is opened. */
export function useRememberItem(id: number): void {
  const { user } = useSignedIn()
  useEffect(() => addRecentItem(user.email, id), [user.email, id])
}
