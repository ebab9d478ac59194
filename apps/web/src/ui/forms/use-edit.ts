import { useRef, useState } from 'react'
import { conflictOf, fieldErrors, serverMessage } from '../../client/api-error.ts'
import { isText } from './drafts.ts'

export interface Conflict {
  readonly by: string
  readonly at: string
  readonly differences: readonly Difference[]
  readonly chosen: Readonly<Record<string, Side>>
}

interface Versioned {
  readonly version: number
}

/** `obj` of the 409 that answers a save over a newer change. */
interface EditConflict<Thing> {
  readonly current: Thing
  readonly changedBy: string
  readonly changedAt: string
}

interface Explained {
  readonly problem: string
  readonly errors: Readonly<Record<string, string | boolean>>
}

/** What this form last knew. */
interface Known<Thing> {
  readonly seen: Thing
  /** What the fields held before they were edited: for a restored draft that may be older than `seen`. */
  readonly base: Values
}

interface EditOptions<Thing extends Versioned> {
  readonly thing: Thing
  readonly read: (thing: Thing) => Values
  readonly write: (values: Values, version: number, known: Known<Thing>) => Promise<unknown>
  readonly explain: (error: unknown) => Explained
  /** Where what is typed is kept over a reload. */
  readonly draft?: { readonly draft: EditDraft | null; readonly keep: (draft: EditDraft | null) => void }
}

/** What was typed, and what it was typed over: what others save meanwhile is still a conflict. */
export interface EditDraft {
  readonly version: number
  readonly base: Values
  readonly values: Values
}

export function readEditDraft(kept: unknown): EditDraft | null {
  const { version, base, values } = (kept ?? {}) as Partial<Record<keyof EditDraft, unknown>>
  return typeof version === 'number' && areValues(base) && areValues(values) ? { version, base, values } : null
}

export const areValues = (kept: unknown): kept is Values =>
  typeof kept === 'object' && kept !== null && Object.values(kept).every(isText)

/** The server names a field by its path in the request, such as 'item.name'; a form by its last part. */
export const explainFieldErrors =
  (within: string) =>
  (error: unknown): Explained => ({
    problem: saveFailure(error),
    errors: Object.fromEntries(
      Object.entries(fieldErrors(error)).map(([path, sentence]) => [path.replace(`${within}.`, ''), sentence]),
    ),
  })

interface Draft<Thing> {
  readonly seen: Thing
  readonly base: Values
  readonly values: Values
  readonly conflict: Conflict | null
}

/** Edits some fields of a thing. A save over a newer change shows both versions first. */
export function useEdit<Thing extends Versioned>(options: EditOptions<Thing>) {
  const { thing, read, write, explain, draft: kept } = options
  const [restored] = useState(kept?.draft ?? null)
  const [draft, setDraft] = useState<Draft<Thing>>(() => {
    const values = read(thing)
    if (!restored) return { seen: thing, base: values, values, conflict: null }
    return {
      seen: { ...thing, version: restored.version },
      // A draft from before a field was added must not empty that field.
      base: { ...values, ...restored.base },
      values: { ...values, ...restored.values },
      conflict: null,
    }
  })
  // Beside the state, because what is typed while an answer is on its way counts as well.
  const latest = useRef(draft)
  const change = (next: (old: Draft<Thing>) => Draft<Thing>) => {
    latest.current = next(latest.current)
    setDraft(latest.current)
    const { seen, base, values } = latest.current
    kept?.keep(hasEdits(base, values) ? { version: seen.version, base, values } : null)
  }
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaved, setSaved] = useState(false)

  async function attempt(): Promise<boolean> {
    try {
      const { values, seen, base } = latest.current
      await write(values, seen.version, { seen, base })
      return true
    } catch (error) {
      const theirs = conflictOf<EditConflict<Thing>>(error)
      if (!theirs) throw error
      change((old) => compared(old, read(theirs.current), theirs))
      // The newer change concerns none of this form's fields: save over it.
      return latest.current.conflict === null && attempt()
    }
  }

  const errors = failure === null ? {} : explain(failure).errors
  const set = (field: string, value: string) => change((old) => ({ ...old, values: { ...old.values, [field]: value } }))

  return {
    seen: draft.seen,
    values: draft.values,
    conflict: draft.conflict,
    isDirty: hasEdits(draft.base, draft.values),
    /** Whether it shows what was typed before the page was loaded. */
    isRestored: restored !== null && !isSaved,
    discard: () => kept?.keep(null),
    saving,
    /** Whether it was saved and is still open. */
    isSaved,
    problem: failure === null ? null : explain(failure).problem,
    errors,
    set,

    field: (name: string) => ({
      value: draft.values[name] ?? '',
      readOnly: saving,
      error: errors[name],
      onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
        set(name, currentTarget.value),
    }),

    addFields: (fields: readonly string[]) =>
      change((old) => ({
        ...old,
        values: { ...Object.fromEntries(fields.map((field) => [field, ''])), ...old.values },
      })),

    /** What was typed into the field since stays with the side it was typed on. */
    choose: ({ field }: Difference, side: Side) =>
      change((old) => (old.conflict ? { ...old, ...chosen(old.values, old.conflict, field, side) } : old)),

    /** The same person changed it elsewhere on the page: the form goes on from there, where it can. */
    follow: (current: Thing) =>
      change((old) => {
        const found = differences(old.base, old.values, read(current))
        if (found.some(({ proposed }) => proposed === 'mine')) return old
        const fresh = read(current)
        const values = { ...fresh, ...withProposals(old.values, found) }
        return { seen: current, base: fresh, values, conflict: null }
      }),

    /** Goes on with `done` once it is saved; else there is something to decide or to correct first. */
    async save(done: () => Promise<void>): Promise<void> {
      if (saving) return
      setSaving(true)
      setFailure(null)
      try {
        if (!(await attempt())) return
        kept?.keep(null)
        await done()
        setSaved(true)
      } catch (error) {
        setFailure(error)
      } finally {
        setSaving(false)
      }
    },
  }
}

/** What others did since becomes what this form starts from. Where both changed a field, the person decides. */
function compared<Thing>(
  old: Draft<Thing>,
  theirs: Values,
  { current, changedBy, changedAt }: EditConflict<Thing>,
): Draft<Thing> {
  const found = differences(old.base, old.values, theirs)
  return {
    base: theirs,
    seen: current,
    values: withProposals(old.values, found),
    conflict:
      found.length === 0
        ? null
        : {
            by: changedBy,
            at: changedAt,
            differences: found,
            chosen: Object.fromEntries(found.map(({ field, proposed }) => [field, proposed])),
          },
  }
}

function chosen(
  values: Values,
  conflict: Conflict,
  field: string,
  side: Side,
): Pick<Draft<unknown>, 'values' | 'conflict'> {
  const left = conflict.chosen[field] ?? side
  const found = conflict.differences.map((difference) =>
    difference.field === field ? { ...difference, [left]: values[field] ?? '' } : difference,
  )
  return {
    values: { ...values, [field]: found.find((difference) => difference.field === field)?.[side] ?? '' },
    conflict: { ...conflict, differences: found, chosen: { ...conflict.chosen, [field]: side } },
  }
}

export type Edit = Pick<
  ReturnType<typeof useEdit>,
  'isDirty' | 'isRestored' | 'isSaved' | 'discard' | 'problem' | 'saving'
>

/** Fields of an item by name; one that is not there is empty. */
export type Values = Readonly<Record<string, string>>
export type Side = 'mine' | 'theirs'

export interface Difference {
  readonly field: string
  readonly was: string
  readonly mine: string
  readonly theirs: string
  /** The default choice: what was typed, or else the newer value. */
  readonly proposed: Side
}

/**
 * Two people started from the same item. Of the fields in this form, those that the other one changed to
 * something other than what is in the form.
 */
export const differences = (base: Values, mine: Values, theirs: Values): Difference[] =>
  Object.keys(mine).flatMap((field) => {
    const [was, typed, saved] = [base[field] ?? '', mine[field] ?? '', theirs[field] ?? '']
    if (saved === was || saved === typed) return []
    return [{ field, was, mine: typed, theirs: saved, proposed: typed === was ? 'theirs' : 'mine' } as const]
  })

export const withProposals = (mine: Values, found: readonly Difference[]): Values => ({
  ...mine,
  ...Object.fromEntries(found.map((difference) => [difference.field, difference[difference.proposed]])),
})

export const hasEdits = (base: Values, mine: Values): boolean =>
  Object.keys(mine).some((field) => (mine[field] ?? '') !== (base[field] ?? ''))

/** Why something was not saved; where the reasons are shown beside the fields, just that. */
export function saveFailure(error: unknown): string {
  const isAboutFields = Object.keys(fieldErrors(error)).length > 0
  return `Error while saving. ${isAboutFields ? 'Please check the marked fields.' : serverMessage(error)}`.trim()
}
