import { isDeepStrictEqual } from 'node:util'
import {
  type Change,
  type ChangeKind,
  changeKinds,
  dayInWords,
  type FieldChange,
  type Fields,
  plainText,
} from '@vitrine/contract'
import { unreadable } from './codec.ts'
import {
  type Difference,
  differences,
  isOtherwise,
  type Path,
  withoutChange,
} from './differences.ts'
import type { ChangeRow } from './store.ts'

export interface HistoryPage {
  readonly changes: Change[]
  readonly hasMore: boolean
}

/** How the fields of a subject are shown. */
export interface Words<State extends object = object> {
  readonly fieldName: (path: Path) => string
  /** Formats the values, plain text by default; may name the field by what it was and is in. */
  show?(
    difference: Difference,
    states: { readonly before: State | null; readonly after: State | null },
  ): Omit<FieldChange, 'field'> & Partial<FieldChange>
  /** A state as it is compared field by field, where a list of things has fields of its own; and the state again. */
  spread?(state: State): object
  gather?(values: object): object
  /** Sort key of a field; by default the stored order. */
  readonly place?: (path: Path) => number
  /** The fields that are restored together with one, itself among them; none where it can't be restored. */
  together?(
    path: Path,
    states: { readonly before: State; readonly after: State | null; readonly now: State },
  ): Path[]
  /** Fields that stay as they are when everything else is restored. */
  readonly kept?: readonly string[]
}

type ChangeColumns = Pick<
  ChangeRow<object>,
  'id' | 'kind' | 'at' | 'user_name' | 'before' | 'after'
>

/** Whether the reader of a history may change a field. */
export type MayWrite = (path: Path) => boolean

/** A change, and what its reader can do about it now. `now` is null while the subject is deleted. */
export function toChange(
  row: ChangeColumns,
  words: Words,
  now: object | null,
  mayWrite: MayWrite = () => true,
): Change {
  const { id, kind, at, user_name, before, after } = row
  const change = {
    id,
    kind: isKnown(kind) ? kind : 'changed',
    at,
    by: user_name,
    restorable: false,
  } as const
  if (before === unreadable || after === unreadable)
    return { ...change, state: 'unreadable', fields: [] }
  const fields = describeDifferences(before, after, words, now).map((field) =>
    withAllowedPath(field, mayWrite),
  )
  if (before === null || fields.length === 0) return { ...change, state: 'beginning', fields }
  const restored = now === null ? [] : differences(now, wholeBefore(now, before, words))
  const restorable = restored.length > 0 && restored.every(({ path }) => mayWrite(path))
  const state = undoState(before, after, now, words)
  const isForbidden =
    state === 'undoable' && differences(before, after).some(({ path }) => !mayWrite(path))
  return { ...change, state: isForbidden ? 'forbidden' : state, fields, restorable }
}

function withAllowedPath({ path, ...field }: FieldChange, mayWrite: MayWrite): FieldChange {
  return path && mayWrite(path as unknown as Path) ? { ...field, path } : field
}

function undoState(
  before: object,
  after: object | null,
  now: object | null,
  { spread = same }: Words,
): Change['state'] {
  if (after === null) return now === null ? 'undoable' : 'taken-back'
  if (now === null) return 'changed-since'
  const is = spread(now)
  const { next, changedSince } = withoutChange(is, differences(spread(before), spread(after)))
  if (changedSince.length > 0) return 'changed-since'
  return isDeepStrictEqual(next, is) ? 'taken-back' : 'undoable'
}

const same = <State>(state: State): State => state

/** An earlier state, but for the fields that stay as they are. */
export const wholeBefore = (now: object, before: object, { kept = [] }: Words): object => ({
  ...before,
  ...Object.fromEntries(Object.entries(now).filter(([field]) => kept.includes(field))),
})

const isKnown = (kind: string): kind is ChangeKind =>
  (changeKinds as readonly string[]).includes(kind)

// More than attributes and translations have; changes of many pictures are cut off.
const maxFields = 300

/** The fields in which two states differ, without empty fields of something new; with `now`, what can be restored. */
export function describeDifferences<State extends object>(
  before: State | null,
  after: State | null,
  words: Words<State>,
  now: State | null = null,
): FieldChange[] {
  const {
    fieldName,
    show = plainDifference,
    place = () => 0,
    spread = same,
    together = singlePath,
  } = words
  const [is, was] = [now && spread(now), before && spread(before)]
  const restored = ({ path }: Difference) =>
    is && now && was && before && isOtherwise(is, was, together(path, { before, after, now }))
      ? { path: [...path] }
      : {}
  const fields = differences(was, after && spread(after))
    .toSorted((a, b) => place(a.path) - place(b.path))
    .map((difference) => {
      const shown = { field: fieldName(difference.path), ...show(difference, { before, after }) }
      return shown.before === '' ? shown : { ...shown, ...restored(difference) }
    })
    .filter((change) => change.before !== '' || change.after !== '')
  const more = { field: 'Further changes', before: '', after: String(fields.length - maxFields) }
  return fields.length > maxFields ? [...fields.slice(0, maxFields), more] : fields
}

export const singlePath = (path: Path): Path[] => [path]

/** Values as they are. */
export const plainDifference = ({ before, after }: Pick<Difference, 'before' | 'after'>) => ({
  before: textOf(before),
  after: textOf(after),
})

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** How the fields of a record are shown that the contract describes. */
export const fieldWords = (fields: Fields): Words => ({
  fieldName: ([name]) => fields[name]?.label ?? name,
  // An id has the label of the name beside it.
  together: ([name]) =>
    Object.keys(fields).flatMap((field) =>
      fields[field]?.label === fields[name]?.label ? [[field]] : [],
    ),
  show({ path: [name], before, after }) {
    const kind = fields[name]?.kind
    // The field beside it says the name.
    if (kind === 'id') return plainDifference({ before: '', after: '' })
    if (kind === 'day') return plainDifference({ before: day(before), after: day(after) })
    if (kind !== 'html') return plainDifference({ before, after })
    const [old, fresh] = [plainText(String(before ?? '')), plainText(String(after ?? ''))]
    // Markup is shown where it is all that differs.
    return plainDifference(old === fresh ? { before, after } : { before: old, after: fresh })
  },
})

const day = (value: unknown) => dayInWords(String(value ?? ''), 'en') || value
