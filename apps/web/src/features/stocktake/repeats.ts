import { stocktakeLimits } from '@vitrine/contract'

/** Slow phones read a picture in 300 ms. */
const inSightMs = 500

/** Tells the same code again, for as long as it is in sight and three seconds after. */
export function makeRepeats() {
  const lastSeen = new Map<string, number>()
  const isWithin = (code: string, now: number, ms: number) =>
    now - (lastSeen.get(code) ?? Number.NEGATIVE_INFINITY) < ms
  return {
    isRepeat(code: string, now: number): boolean {
      const isRepeat = isWithin(code, now, stocktakeLimits.repeatMs)
      lastSeen.set(code, now)
      return isRepeat
    },
    isInSight: (code: string, now: number) => isWithin(code, now, inSightMs),
    /** Of a code that could not be stored: the next sight of it counts. */
    forget: (code: string) => lastSeen.delete(code),
  }
}
