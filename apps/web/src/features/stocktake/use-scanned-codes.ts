import type { ScanOutcome, StocktakeItem } from '@vitrine/contract'
import { useRef, useState } from 'react'

/** A code and the outcome of scanning it. */
export interface ScannedCode {
  readonly kind: ScanOutcome | 'place' | 'placeFirst' | 'several' | 'dismissed' | 'failed'
  readonly code: string
  readonly item?: StocktakeItem | undefined
  /** The items with this number, to choose from. */
  readonly several?: readonly StocktakeItem[]
  /** Whether it was chosen in the list below, which then stays in view. */
  readonly isFromList?: boolean
}

/** Remembers the outcome of each code, to show it again, and which one is shown. */
export function useScannedCodes() {
  const [lastCode, setLastCode] = useState<ScannedCode>()
  const outcomesByKey = useRef(new Map<string, ScannedCode>())
  const shownKey = useRef('')

  return {
    lastCode,
    shownKey: () => shownKey.current,
    findOutcome: (key: string): ScannedCode | undefined => outcomesByKey.current.get(key),
    /** Stores the outcome of a code that is no longer shown. */
    remember: (key: string, outcome: ScannedCode) => void outcomesByKey.current.set(key, outcome),
    show(key: string, outcome: ScannedCode): void {
      outcomesByKey.current.set(key, outcome)
      shownKey.current = key
      setLastCode(outcome)
    },
  }
}
