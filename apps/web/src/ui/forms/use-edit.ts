import { useRef, useState } from 'react'
import { fieldErrors, findConflict, serverMessage } from '../../client/api-error.ts'
import {
  applyProposals,
  type ConflictResponse,
  type ConflictSide,
  chooseSide,
  type EditState,
  type FieldDifference,
  findDifferences,
  mergeNewerVersion,
} from './edit-conflicts.ts'
import { type EditDraft, type FieldValues, hasEdits } from './edit-drafts.ts'

interface Versioned {
  readonly version: number
}

interface SaveProblem {
  readonly problem: string
  readonly errors: Readonly<Record<string, string | boolean>>
}

/** What this form last knew. */
interface Known<Thing> {
  readonly seen: Thing
  /** What the fields held before they were edited: for a restored draft that may be older than `seen`. */
  readonly base: FieldValues
}

interface EditOptions<Thing extends Versioned> {
  readonly thing: Thing
  readonly read: (thing: Thing) => FieldValues
  readonly write: (values: FieldValues, version: number, known: Known<Thing>) => Promise<unknown>
  readonly explain: (error: unknown) => SaveProblem
  /** Where what is typed is kept over a reload. */
  readonly draft?: {
    readonly draft: EditDraft | null
    readonly keep: (draft: EditDraft | null) => void
  }
}

/** The server names a field by its path in the request, such as 'item.name'; a form by its last part. */
export const explainFieldErrors =
  (within: string) =>
  (error: unknown): SaveProblem => ({
    problem: formatSaveError(error),
    errors: Object.fromEntries(
      Object.entries(fieldErrors(error)).map(([path, sentence]) => [
        path.replace(`${within}.`, ''),
        sentence,
      ]),
    ),
  })

/** Edits some fields of a thing. A save over a newer change shows both versions first. */
export function useEdit<Thing extends Versioned>(options: EditOptions<Thing>) {
  const { thing, read, write, explain, draft: kept } = options
  const [restored] = useState(kept?.draft ?? null)
  const [draft, setDraft] = useState<EditState<Thing>>(() => {
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
  const change = (next: (old: EditState<Thing>) => EditState<Thing>) => {
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
      const theirs = findConflict<ConflictResponse<Thing>>(error)
      if (!theirs) throw error
      change((old) => mergeNewerVersion(old, read(theirs.current), theirs))
      // The newer change concerns none of this form's fields: save over it.
      return latest.current.conflict === null && attempt()
    }
  }

  const errors = failure === null ? {} : explain(failure).errors
  const set = (field: string, value: string) =>
    change((old) => ({ ...old, values: { ...old.values, [field]: value } }))

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
    choose: ({ field }: FieldDifference, side: ConflictSide) =>
      change((old) =>
        old.conflict ? { ...old, ...chooseSide(old.values, old.conflict, field, side) } : old,
      ),

    /** The same person changed it elsewhere on the page: the form goes on from there, where it can. */
    follow: (current: Thing) =>
      change((old) => {
        const found = findDifferences(old.base, old.values, read(current))
        if (found.some(({ proposed }) => proposed === 'mine')) return old
        const fresh = read(current)
        const values = { ...fresh, ...applyProposals(old.values, found) }
        return { seen: current, base: fresh, values, conflict: null }
      }),

    /** Back to what it started from. */
    reset: () => change((old) => ({ ...old, values: old.base, conflict: null })),

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

export type EditStatus = Pick<
  ReturnType<typeof useEdit>,
  'isDirty' | 'isRestored' | 'isSaved' | 'discard' | 'problem' | 'saving'
>

/** Why something was not saved; where the reasons are shown beside the fields, just that. */
export function formatSaveError(error: unknown): string {
  const isAboutFields = Object.keys(fieldErrors(error)).length > 0
  return `Error while saving. ${isAboutFields ? 'Please check the marked fields.' : serverMessage(error)}`.trim()
}
