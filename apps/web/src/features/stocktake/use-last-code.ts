import type { Outcome, StocktakeItem } from '@vitrine/contract'
import { useRef, useState } from 'react'

/** What the last code led to. */
export interface LastCode {
  readonly kind: Outcome | 'place' | 'placeFirst' | 'several' | 'dismissed' | 'failed'
  readonly code: string
  readonly item?: StocktakeItem | undefined
  /** The items with this number, to choose from. */
  readonly several?: readonly StocktakeItem[]
  /** It was chosen in a list, which stays in view. */
  readonly isFromList?: boolean
}

/** What each code led to, to show it again; and the one in view. */
export function useLastCode() {
  const [last, setLast] = useState<LastCode>()
  const ledTo = useRef(new Map<string, LastCode>())
  const keyInView = useRef('')
  return {
    last,
    keyInView: () => keyInView.current,
    ledTo: (key: string): LastCode | undefined => ledTo.current.get(key),
    /** For a code that is no longer in view. */
    remember: (key: string, outcome: LastCode) => void ledTo.current.set(key, outcome),
    show(key: string, outcome: LastCode): void {
      ledTo.current.set(key, outcome)
      keyInView.current = key
      setLast(outcome)
    },
  }
}
