/** The weight of a word that `count` of `total` texts have: the rarer, the more (as in BM25). */
export const rarityWeight = (count: number, total: number): number =>
  Math.log(1 + (total - count + 0.5) / (count + 0.5))

/** Inserts into a sorted list of limited length. */
export function keepBest<T>(
  best: T[],
  candidate: T,
  limit: number,
  compare: (a: T, b: T) => number,
): void {
  const last = best.at(-1)
  if (best.length === limit && last !== undefined && compare(candidate, last) >= 0) return
  const at = best.findIndex((other) => compare(candidate, other) < 0)
  best.splice(at < 0 ? best.length : at, 0, candidate)
  if (best.length > limit) best.pop()
}
