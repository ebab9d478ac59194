export interface Part {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond so many, two texts have so little in common that comparing them word by word helps nobody. */
const mostEdits = 1_500

/** What became of a text, word by word. */
export function wordDiff(before: string, after: string): Part[] {
  return readable(edits(words(before), words(after)))
}

const words = (text: string): string[] => text.match(/\s+|\S+/g) ?? []
const same = (text: string): Part => ({ kind: 'same', text })
const removed = (text: string): Part => ({ kind: 'removed', text })
const added = (text: string): Part => ({ kind: 'added', text })

/**
 * The shortest way from one text to the other, as Myers found it: what takes long is how much they differ, not how
 * long they are. Diagonal k holds the places where k more words were taken from the old text than from the new one.
 */
function edits(old: readonly string[], fresh: readonly string[]): Part[] {
  const most = Math.min(old.length + fresh.length, mostEdits)
  const middle = most + 1
  const reached = new Int32Array(2 * middle + 1)
  const at = (k: number) => reached[middle + k] ?? 0
  const history: Int32Array[] = []
  for (let count = 0; count <= most; count++) {
    history.push(reached.slice(middle - count - 1, middle + count + 2))
    for (let k = -count; k <= count; k += 2) {
      let i = k === -count || (k !== count && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1
      while (i < old.length && i - k < fresh.length && old[i] === fresh[i - k]) i++
      reached[middle + k] = i
      if (i >= old.length && i - k >= fresh.length) return traced(old, fresh, history)
    }
  }
  return [...old.map(removed), ...fresh.map(added)]
}

/** Back along the way that was found. */
function traced(old: readonly string[], fresh: readonly string[], history: readonly Int32Array[]): Part[] {
  const parts: Part[] = []
  let [i, j] = [old.length, fresh.length]
  for (let count = history.length - 1; count >= 0; count--) {
    const at = (k: number) => history[count]?.[count + 1 + k] ?? 0
    const k = i - j
    const isAdded = k === -count || (k !== count && at(k - 1) < at(k + 1))
    const from = isAdded ? at(k + 1) : at(k - 1)
    const [fromI, fromJ] = count === 0 ? [0, 0] : [from, from - (isAdded ? k + 1 : k - 1)]
    while (i > fromI && j > fromJ) {
      parts.push(same(old[--i] ?? ''))
      j--
    }
    if (count > 0) parts.push(isAdded ? added(fresh[--j] ?? '') : removed(old[--i] ?? ''))
  }
  return parts.reverse()
}

interface Run {
  readonly isChange: boolean
  readonly parts: Part[]
}

/** Neighbours become one part; a word or two that stayed between larger changes belong to the change. */
function readable(parts: readonly Part[]): Part[] {
  const runs = parts.map((part): Run => ({ isChange: part.kind !== 'same', parts: [part] }))
  const changes = merged(runs, (run) => run.parts.every(({ text }) => text.trim() === ''))
  return merged(changes, (run, last, next) => run.parts.length <= Math.min(size(last), size(next))).flatMap(joined)
}

/** Runs of one kind become one; what stayed between two changes becomes a part of them where it is a crumb. */
function merged(runs: readonly Run[], isCrumb: (run: Run, last: Run, next: Run) => boolean): Run[] {
  const kept: Run[] = []
  runs.forEach((run, index) => {
    const [last, next] = [kept.at(-1), runs[index + 1]]
    const isBetween = last?.isChange && !run.isChange && next?.isChange
    if (last && (last.isChange === run.isChange || (isBetween && isCrumb(run, last, next))))
      last.parts.push(...run.parts)
    else kept.push(run)
  })
  return kept
}

/** How many words went or came, whichever is more. */
function size({ parts }: Run): number {
  const gone = parts.filter(({ kind }) => kind === 'removed').length
  return Math.max(gone, parts.length - gone)
}

function joined({ isChange, parts }: Run): Part[] {
  const without = (kind: Part['kind']) => parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('')
  if (!isChange) return [same(without('added'))]
  return [removed(without('added')), added(without('removed'))].filter(({ text }) => text !== '')
}
