import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** For a link to a list: one step back in the browser's history where that is the list, scrolled as it was. */
export function useStepBack(isBefore: boolean) {
  const router = useRouter()
  return (event: MouseEvent) => {
    if (!isBefore || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.back()
  }
}
