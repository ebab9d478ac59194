import { diffArrays } from 'diff'

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** With more edits, the whole text counts as replaced: a diff by words would not help readers. */
const maxEditLength = 600

/** Compares two texts word by word, and returns parts that are easy to read. */
export function diffWords(before: string, after: string): DiffPart[] {
  const oldWords = splitWords(before)
  const newWords = splitWords(after)
  const changes = diffArrays(oldWords, newWords, { maxEditLength }) ?? [
    { value: oldWords, removed: true, added: false },
    { value: newWords, removed: false, added: true },
  ]
  const parts = changes.flatMap(({ value, removed, added }) => {
    const kind = toKind(removed, added)
    return value.map((text): DiffPart => ({ kind, text }))
  })
  return joinReadably(parts)
}

/** Splits a text into words and the white space between them. */
const splitWords = (text: string): string[] => text.match(/\s+|\S+/g) ?? []

function toKind(isRemoved: boolean, isAdded: boolean): DiffPart['kind'] {
  if (isRemoved) return 'removed'
  return isAdded ? 'added' : 'same'
}

/** Neighbouring parts that are all unchanged, or make up one change. */
interface Run {
  readonly isChange: boolean
  readonly parts: DiffPart[]
}

/** Joins neighbouring parts; one or two unchanged words between larger changes join the change. */
function joinReadably(parts: readonly DiffPart[]): DiffPart[] {
  const runs = parts.map((part): Run => ({ isChange: part.kind !== 'same', parts: [part] }))
  const withoutGaps = mergeRuns(runs, (run) => run.parts.every(({ text }) => text.trim() === ''))
  const merged = mergeRuns(
    withoutGaps,
    (run, last, next) => run.parts.length <= Math.min(countParts(last), countParts(next)),
  )
  return merged.flatMap(joinParts)
}

/** Merges runs of the same kind, and unchanged runs between two changes if they are negligible. */
function mergeRuns(
  runs: readonly Run[],
  isNegligible: (run: Run, last: Run, next: Run) => boolean,
): Run[] {
  const merged: Run[] = []
  runs.forEach((run, index) => {
    const last = merged.at(-1)
    const next = runs[index + 1]
    const isGap = last?.isChange && !run.isChange && next?.isChange
    const joinsLast = last?.isChange === run.isChange || (isGap && isNegligible(run, last, next))
    if (last && joinsLast) last.parts.push(...run.parts)
    else merged.push(run)
  })
  return merged
}

/** Counts the removed words and spaces, and the others, and returns the greater number. */
function countParts({ parts }: Run): number {
  const removedCount = parts.filter(({ kind }) => kind === 'removed').length
  return Math.max(removedCount, parts.length - removedCount)
}

function joinParts({ isChange, parts }: Run): DiffPart[] {
  const joinTexts = (...kinds: DiffPart['kind'][]) =>
    parts
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text }) => text)
      .join('')

  if (!isChange) return [{ kind: 'same', text: joinTexts('same') }]

  const change: DiffPart[] = [
    { kind: 'removed', text: joinTexts('same', 'removed') },
    { kind: 'added', text: joinTexts('same', 'added') },
  ]
  return change.filter(({ text }) => text !== '')
}
