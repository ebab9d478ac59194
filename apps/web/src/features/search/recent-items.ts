import { maxRecentItems } from '@vitrine/contract'
import { useEffect } from 'react'
import { useSignedIn } from '../../session/use-session.ts'

const keyOf = (email: string): string => `vitrine recent items ${email.toLowerCase()}`

/** The ids of the items that a person opened last in this browser, the last one first. */
export function recentItems(email: string): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(email)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, maxRecentItems) : []
  } catch {
    return []
  }
}

export function rememberItem(email: string, id: number): void {
  const ids = [id, ...recentItems(email).filter((other) => other !== id)].slice(0, maxRecentItems)
  localStorage.setItem(keyOf(email), JSON.stringify(ids))
}

/** Remembers the item on the screen. */
export function useRememberItem(id: number): void {
  const { user } = useSignedIn()
  useEffect(() => rememberItem(user.email, id), [user.email, id])
}
