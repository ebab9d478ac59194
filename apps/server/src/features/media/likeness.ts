import type { Db } from '../../db/tables.ts'
import type { PictureSizes } from './sizes.ts'
import { mediaStore } from './store.ts'

const likenessBits = 64

/**
 * The number of bits in which the likenesses of similar pictures may differ, for instance after
 * saving, scaling or trimming.
 */
const maxDistance = 6
/**
 * With fewer bits set, or unset, a picture has nearly one colour. All such pictures have similar
 * likenesses.
 */
const minVariedBits = 6

/**
 * Creates a predicate for the likenesses of similar pictures; null for a picture of nearly one
 * colour.
 */
export function createLikenessTest(likeness: string): ((other: string) => boolean) | null {
  const [high, low] = parseHalves(likeness)
  if (isNearlyUniform(likeness)) return null
  return (other) => {
    if (other === '') return false
    const [otherHigh, otherLow] = parseHalves(other)
    return countBits(high ^ otherHigh) + countBits(low ^ otherLow) <= maxDistance
  }
}

const parseHalves = (likeness: string): [number, number] => [
  Number.parseInt(likeness.slice(0, 8), 16),
  Number.parseInt(likeness.slice(8), 16),
]

function isNearlyUniform(likeness: string): boolean {
  const [high, low] = parseHalves(likeness)
  const bits = countBits(high) + countBits(low)
  return likeness === '' || bits < minVariedBits || bits > likenessBits - minVariedBits
}

function countBits(number: number): number {
  let bits = 0
  // `n & (n - 1)` clears the lowest set bit.
  for (let remaining = number; remaining !== 0; remaining &= remaining - 1) bits++
  return bits
}

/**
 * Computes and stores missing likenesses, one after the other. Returns how many, and the names of
 * pictures that can't be read.
 */
export async function storeMissingLikenesses(db: Db, sizes: PictureSizes, signal?: AbortSignal) {
  const store = mediaStore(db)
  const failed: string[] = []
  let computed = 0
  for (let lastName: string | undefined = ''; lastName !== undefined; ) {
    const batch = await store.withoutLikeness(lastName)
    for (const { name } of batch) {
      signal?.throwIfAborted()
      const likeness = await sizes.likeness(name).catch(() => null)
      if (likeness === null) {
        failed.push(name)
      } else {
        await store.setLikeness(name, likeness)
        computed++
      }
    }
    lastName = batch.at(-1)?.name
  }
  return { computed, failed }
}
