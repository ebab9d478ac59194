import { useRouter } from '@tanstack/react-router'
import type { ItemListEntry } from '@vitrine/contract'
import { type MouseEvent, useEffect } from 'react'
import { rememberList } from '../came-from.ts'

export const itemAddress = (id: number): string => `/inventory-detail/${id}`

/**
 * Plain links, opened inside the app by one handler around them all: the router's own link costs
 * a tenth of a millisecond for each row and key. Other buttons and keys are left to the browser.
 */
export function useItemLinks(items: readonly ItemListEntry[], found: Uint32Array): (event: MouseEvent) => void {
  const router = useRouter()
  useEffect(() => {
    void router.preloadRoute({ to: '/inventory-detail/$id', params: { id: '0' } })
  }, [router])

  return (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null
    const id = link?.dataset.item
    if (!id || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    rememberList({ href: router.state.location.href, ids: Array.from(found, (row) => items[row]?.id ?? 0) })
    void router.navigate({ to: '/inventory-detail/$id', params: { id }, state: { fromList: true } })
  }
}
