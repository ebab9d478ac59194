const shortest = 4

/** A bit for each letter: two words that differ by few edits differ by few bits. */
function letters(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

/** Finds the word that was probably meant: one slip, or two in a long word, with its beginning right. */
export function nearWords(
  words: Iterable<string>,
  most = Number.POSITIVE_INFINITY,
): (word: string) => string | undefined {
  const byFirst = new Map<string, { word: string; bits: number }[]>()
  for (const word of words) {
    if (word.length < shortest) continue
    const first = word.charAt(0)
    const bucket = byFirst.get(first) ?? []
    if (bucket.length < most) bucket.push({ word, bits: letters(word) })
    byFirst.set(first, bucket)
  }
  return (typed) => {
    if (typed.length < shortest || typed.length > 40) return undefined
    const bits = letters(typed)
    let limit = typed.length < 8 ? 1 : 2
    let best: string | undefined
    const beginning = typed.length < 8 ? 2 : 1
    for (const candidate of byFirst.get(typed.charAt(0)) ?? []) {
      if (!sameBeginning(candidate.word, typed, beginning)) continue
      if (Math.abs(candidate.word.length - typed.length) > limit) continue
      // In a short word, another letter makes another word.
      if (typed.length === shortest && candidate.word.length === shortest && candidate.bits !== bits) continue
      if (bitCount(candidate.bits ^ bits) > 2 * limit) continue
      const distance = slips(typed, candidate.word, limit)
      if (distance > limit || (distance === limit && best !== undefined)) continue
      best = candidate.word
      limit = distance
      if (limit === 0) break
    }
    return best
  }
}

/** Two letters may be swapped at the beginning as well. */
const sameBeginning = (a: string, b: string, length: number): boolean =>
  length < 2 || a[1] === b[1] || (a[1] === b[2] && a[2] === b[1])

/** How many letters are wrong, missing, too many or swapped; more than the limit where it is more. */
function slips(a: string, b: string, limit: number): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const wrong = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + wrong)
      if (i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1))
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > limit) return limit + 1
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
