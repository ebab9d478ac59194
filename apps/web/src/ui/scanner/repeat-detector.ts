import { stocktakeLimits } from '@vitrine/contract'

/** Longer than the 300 ms that slow phones need to read a picture. */
const inSightMs = 500

/**
 * Recognises a code that was read already, while it stays in the picture and for three seconds
 * after.
 */
export function createRepeatDetector() {
  const lastSeen = new Map<string, number>()
  const wasSeenWithin = (code: string, timeMs: number, ms: number) =>
    timeMs - (lastSeen.get(code) ?? Number.NEGATIVE_INFINITY) < ms

  return {
    isRepeat(code: string, timeMs: number): boolean {
      const isRepeat = wasSeenWithin(code, timeMs, stocktakeLimits.repeatMs)
      lastSeen.set(code, timeMs)
      return isRepeat
    },
    isInSight: (code: string, timeMs: number) => wasSeenWithin(code, timeMs, inSightMs),
    /** Lets the next reading of a code count, because this one could not be stored. */
    forget: (code: string) => lastSeen.delete(code),
  }
}
