import { stocktakeLimits } from '@vitrine/contract'

/** Tells the same code again, for as long as it is in sight and three seconds after. */
export function makeRepeats() {
  const lastSeen = new Map<string, number>()
  return {
    isRepeat(code: string, now: number): boolean {
      const before = lastSeen.get(code)
      lastSeen.set(code, now)
      return before !== undefined && now - before < stocktakeLimits.repeatMs
    },
    /** Of a code that could not be stored: the next sight of it counts. */
    forget: (code: string) => lastSeen.delete(code),
  }
}
