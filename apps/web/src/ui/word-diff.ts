export interface Part {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond this, two texts have so little in common that comparing them word by word helps nobody. */
const largestTable = 1_000_000

/** What became of a text, word by word. */
export function wordDiff(before: string, after: string): Part[] {
  const [old, fresh] = [words(before), words(after)]
  const start = commonStart(old, fresh)
  const end = commonStart(old.slice(start).reverse(), fresh.slice(start).reverse())
  return joined([
    ...old.slice(0, start).map(same),
    ...changed(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(same),
  ])
}

const words = (text: string): string[] => text.match(/\s+|\S+/g) ?? []
const same = (text: string): Part => ({ kind: 'same', text })
const removed = (text: string): Part => ({ kind: 'removed', text })
const added = (text: string): Part => ({ kind: 'added', text })

function commonStart(one: readonly string[], other: readonly string[]): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  return length
}

function changed(old: readonly string[], fresh: readonly string[]): Part[] {
  if (old.length * fresh.length > largestTable) return [...old.map(removed), ...fresh.map(added)]
  const width = fresh.length + 1
  // lengths[i * width + j]: how many words the texts from i and from j on have in common, in order.
  const lengths = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const parts: Part[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const [was = '', is = ''] = [old[i], fresh[j]]
    if (i < old.length && j < fresh.length && was === is) {
      parts.push(same(was))
      i++
      j++
    } else if (j >= fresh.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push(removed(was))
      i++
    } else {
      parts.push(added(is))
      j++
    }
  }
  return parts
}

/** Neighbours of one kind become one part. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (last?.kind === part.kind) result[result.length - 1] = { ...part, text: last.text + part.text }
    else result.push(part)
  }
  return result
}
