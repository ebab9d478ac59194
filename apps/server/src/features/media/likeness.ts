import type { Db } from '../../db/tables.ts'
import type { PictureSizes } from './sizes.ts'
import { mediaStore } from './store.ts'

/** In how many of 64 bits pictures may differ that look alike: as one that was saved again, made smaller or trimmed. */
const maxDistance = 6
/** What is nearly of one colour looks like everything else that is. */
const fewestBits = 6

/** Whether another picture looks like this one, by what is known of both. */
export function looksLike(likeness: string): (other: string) => boolean {
  const [high, low] = halvesOf(likeness)
  if (isPlain(likeness)) return () => false
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

/** Works out what pictures look like that came before anybody did, one after the other; returns how many. */
export async function rememberLikenesses(db: Db, sizes: PictureSizes, signal?: AbortSignal): Promise<number> {
  const store = mediaStore(db)
  let remembered = 0
  for (const { name } of await store.withoutLikeness()) {
    signal?.throwIfAborted()
    const likeness = await sizes.likeness(name)
    if (likeness === null) continue
    await store.setLikeness(name, likeness)
    remembered++
  }
  return remembered
}
