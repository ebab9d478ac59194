/** BM25 weight of a word that occurs in `count` of `total` texts. */
export const computeRarityWeight = (count: number, total: number): number =>
  Math.log(1 + (total - count + 0.5) / (count + 0.5))

/** Inserts a candidate into a sorted list and drops the last element beyond the limit. */
export function keepBest<T>(
  best: T[],
  candidate: T,
  limit: number,
  compare: (a: T, b: T) => number,
): void {
  const last = best.at(-1)
  if (best.length === limit && last !== undefined && compare(candidate, last) >= 0) return
  const index = best.findIndex((other) => compare(candidate, other) < 0)
  best.splice(index < 0 ? best.length : index, 0, candidate)
  if (best.length > limit) best.pop()
}
