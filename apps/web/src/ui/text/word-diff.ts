import { diffArrays } from 'diff'

export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** With more edits than this, a word-by-word comparison no longer helps. */
const maxEditLength = 600

export function diffWords(before: string, after: string): DiffPart[] {
  const [old, fresh] = [words(before), words(after)]
  const changes = diffArrays(old, fresh, { maxEditLength }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ]
  const parts = changes.flatMap(({ value, removed, added }) => {
    const kind = removed ? 'removed' : added ? 'added' : 'same'
    return value.map((text): DiffPart => ({ kind, text }))
  })
  return readable(parts)
}

const words = (text: string): string[] => text.match(/\s+|\S+/g) ?? []

interface Run {
  readonly isChange: boolean
  readonly parts: DiffPart[]
}

/** Neighbours become one part; a word or two that stayed between larger changes belong to the change. */
function readable(parts: readonly DiffPart[]): DiffPart[] {
  const runs = parts.map((part): Run => ({ isChange: part.kind !== 'same', parts: [part] }))
  const changes = merged(runs, (run) => run.parts.every(({ text }) => text.trim() === ''))
  return merged(
    changes,
    (run, last, next) => run.parts.length <= Math.min(size(last), size(next)),
  ).flatMap(joined)
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

function joined({ isChange, parts }: Run): DiffPart[] {
  const textOf = (...kinds: DiffPart['kind'][]) =>
    parts.flatMap(({ kind, text }) => (kinds.includes(kind) ? text : [])).join('')
  if (!isChange) return [{ kind: 'same', text: textOf('same') }]
  const [removed, added] = [textOf('same', 'removed'), textOf('same', 'added')]
  return [
    { kind: 'removed' as const, text: removed },
    { kind: 'added' as const, text: added },
  ].filter(({ text }) => text !== '')
}
