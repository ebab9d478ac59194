import type { Db } from '../../db/tables.ts'
import type { PictureSizes } from './sizes.ts'
import { mediaStore } from './store.ts'

/** In how many of 64 bits similar pictures may differ, such as one that was saved again, made smaller or trimmed. */
const maxDistance = 6
/** Pictures of nearly one colour all look alike. */
const fewestBits = 6

/** Whether another picture looks like this one, by their likenesses; null where this one has too few bits. */
export function createLikenessTest(likeness: string): ((other: string) => boolean) | null {
  const [high, low] = halvesOf(likeness)
  if (isPlain(likeness)) return null
  return (other) => {
    if (other === '') return false
    const [otherHigh, otherLow] = halvesOf(other)
    return bitsIn(high ^ otherHigh) + bitsIn(low ^ otherLow) <= maxDistance
  }
}

const halvesOf = (likeness: string): [number, number] => [
  Number.parseInt(likeness.slice(0, 8), 16),
  Number.parseInt(likeness.slice(8), 16),
]

function isPlain(likeness: string): boolean {
  const [high, low] = halvesOf(likeness)
  const bits = bitsIn(high) + bitsIn(low)
  return likeness === '' || bits < fewestBits || bits > 64 - fewestBits
}

function bitsIn(number: number): number {
  let bits = 0
  for (let left = number; left !== 0; left &= left - 1) bits++
  return bits
}

/** Computes the missing likenesses of older pictures, one after the other; returns those that can't be read. */
export async function storeMissingLikenesses(db: Db, sizes: PictureSizes, signal?: AbortSignal) {
  const store = mediaStore(db)
  const failed: string[] = []
  let remembered = 0
  for (let last: string | undefined = ''; last !== undefined; ) {
    const some = await store.withoutLikeness(last)
    for (const { name } of some) {
      signal?.throwIfAborted()
      const likeness = await sizes.likeness(name).catch(() => null)
      if (likeness === null) {
        failed.push(name)
      } else {
        await store.setLikeness(name, likeness)
        remembered++
      }
    }
    last = some.at(-1)?.name
  }
  return { remembered, failed }
}
