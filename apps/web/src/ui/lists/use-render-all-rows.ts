import { startTransition, useEffect, useState } from 'react'
import { usePrinting } from './use-printing.ts'

/** Up to this length the browser's own search finds every row of a list. */
export const maxFullRows = 500

/** How long the remaining rows of a newly opened list wait. */
const delayMs = 2_000

/**
 * Whether all rows of a list are drawn: of a short one soon after the first screenful, or at once when somebody searches
 * the page; of any other on paper. `length` is that of the whole list: to draw hundreds of hits of a long one anew
 * with every key would be felt.
 */
export function useRenderAllRows(length: number): boolean {
  const printing = usePrinting()
  const isShort = length <= maxFullRows
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isShort || isDue) return
    const timer = setTimeout(() => startTransition(() => setDue(true)), delayMs)
    const onKey = (event: KeyboardEvent) => {
      if (isPageSearch(event)) setDue(true)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey)
    }
  }, [isShort, isDue])
  return (isShort && isDue) || printing
}

const isPageSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')
