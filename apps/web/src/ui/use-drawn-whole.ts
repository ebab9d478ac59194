import { useDeferredValue } from 'react'
import { usePrinting } from './use-printing.ts'

/** Up to this length the browser's own search finds every row of a list. */
export const longestWhole = 500

/**
 * Whether all rows of a list are drawn: of a short one once the first screenful is there, of any other on paper.
 * `length` is that of the whole list: to draw hundreds of hits of a long one anew with every key would be felt.
 */
export function useDrawnWhole(length: number): boolean {
  const printing = usePrinting()
  const isShort = length <= longestWhole
  const isSettled = useDeferredValue(isShort, false)
  return (isShort && isSettled) || printing
}
