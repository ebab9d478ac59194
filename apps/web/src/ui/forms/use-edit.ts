import { useRef, useState } from 'react'
import { findConflict, getFieldErrors, getServerMessage } from '../../client/api-error.ts'
import {
  type ConflictResponse,
  type ConflictSide,
  chooseSide,
  type EditState,
  type FieldDifference,
  mergeNewerVersion,
  rebaseState,
} from './edit-conflicts.ts'
import { type EditDraft, type FieldValues, hasEdits } from './edit-drafts.ts'

interface Versioned {
  readonly version: number
}

interface SaveProblem {
  readonly problem: string
  readonly errors: Readonly<Record<string, string | boolean>>
}

interface SeenState<Entity> {
  /** The last version received from the server. */
  readonly seen: Entity
  /** Values before the edits; those of a restored draft may be older than `seen`. */
  readonly base: FieldValues
}

interface EditOptions<Entity extends Versioned> {
  readonly entity: Entity
  /** Returns the values of the form's fields. */
  readonly read: (entity: Entity) => FieldValues
  /** Saves the values as a change of `version`. */
  readonly write: (
    values: FieldValues,
    version: number,
    state: SeenState<Entity>,
  ) => Promise<unknown>
  /** Turns a failed save into messages. */
  readonly explain: (error: unknown) => SaveProblem
  /** Keeps edits over a reload. */
  readonly draft?: {
    readonly draft: EditDraft | null
    readonly keep: (draft: EditDraft | null) => void
  }
}

/**
 * Turns a failed save into messages. The server names fields by their path in the request, such as
 * 'item.name'; forms omit the prefix, here 'item'.
 */
export const explainFieldErrors =
  (pathPrefix: string) =>
  (error: unknown): SaveProblem => {
    const errors = Object.entries(getFieldErrors(error)).map(([path, message]) => [
      path.replace(`${pathPrefix}.`, ''),
      message,
    ])
    return { problem: formatSaveError(error), errors: Object.fromEntries(errors) }
  }

/**
 * State of a form that edits some fields of a versioned record. A save that conflicts with a newer
 * version shows both versions first.
 */
export function useEdit<Entity extends Versioned>(options: EditOptions<Entity>) {
  const { read, write, explain, draft: draftStorage } = options
  const { state, latest, change, wasRestored } = useEditState(options)
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaved, setSaved] = useState(false)
  const { problem, errors } = failure === null ? noProblem : explain(failure)

  const set = (field: string, value: string) =>
    change((old) => ({ ...old, values: { ...old.values, [field]: value } }))

  /** Returns false if the save led to a conflict that the user must decide. */
  async function trySave(): Promise<boolean> {
    try {
      const { values, seen, base } = latest.current
      await write(values, seen.version, { seen, base })
      return true
    } catch (error) {
      const theirs = findConflict<ConflictResponse<Entity>>(error)
      if (!theirs) throw error

      change((old) => mergeNewerVersion(old, read(theirs.current), theirs))
      // Without a conflict the newer version differs in other fields only: save on top of it.
      return latest.current.conflict === null && trySave()
    }
  }

  return {
    seen: state.seen,
    values: state.values,
    conflict: state.conflict,
    isDirty: hasEdits(state.base, state.values),
    /** Whether the form shows edits restored from a draft. */
    isRestored: wasRestored && !isSaved,
    discard: () => draftStorage?.keep(null),
    saving,
    /** Whether the open form has been saved at least once. */
    isSaved,
    problem,
    errors,
    set,

    fieldProps: (name: string) => ({
      value: state.values[name] ?? '',
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

    choose: ({ field }: FieldDifference, side: ConflictSide) =>
      change((old) =>
        old.conflict ? { ...old, ...chooseSide(old.values, old.conflict, { field, side }) } : old,
      ),

    /** Rebases the form on a change made elsewhere on the page, unless both changed a field. */
    rebase: (current: Entity) => change((old) => rebaseState(old, current, read(current))),

    /** Reverts all edits. */
    reset: () => change((old) => ({ ...old, values: old.base, conflict: null })),

    /** Calls `onSaved` after a successful save; otherwise shows the conflict or the errors. */
    async save(onSaved: () => Promise<void>): Promise<void> {
      if (saving) return
      setSaving(true)
      setFailure(null)

      try {
        if (!(await trySave())) return
        draftStorage?.keep(null)
        await onSaved()
        setSaved(true)
      } catch (error) {
        setFailure(error)
      } finally {
        setSaving(false)
      }
    },
  }
}

const noProblem: { readonly problem: null; readonly errors: SaveProblem['errors'] } = {
  problem: null,
  errors: {},
}

/** The fields and an open conflict. Begins with the draft, if there is one, and stores each change. */
function useEditState<Entity extends Versioned>({
  entity,
  read,
  draft: draftStorage,
}: Pick<EditOptions<Entity>, 'entity' | 'read' | 'draft'>) {
  const [restoredDraft] = useState(draftStorage?.draft ?? null)
  const [state, setState] = useState(() => createEditState(entity, read(entity), restoredDraft))
  // Also in a ref: responses must take account of what was typed after the request.
  const latest = useRef(state)

  const change = (getNewState: (old: EditState<Entity>) => EditState<Entity>) => {
    latest.current = getNewState(latest.current)
    setState(latest.current)
    const { seen, base, values } = latest.current
    draftStorage?.keep(hasEdits(base, values) ? { version: seen.version, base, values } : null)
  }

  return { state, latest, change, wasRestored: restoredDraft !== null }
}

function createEditState<Entity extends Versioned>(
  entity: Entity,
  values: FieldValues,
  draft: EditDraft | null,
): EditState<Entity> {
  if (!draft) return { seen: entity, base: values, values, conflict: null }

  return {
    seen: { ...entity, version: draft.version },
    // A draft from before a field was added must not empty that field.
    base: { ...values, ...draft.base },
    values: { ...values, ...draft.values },
    conflict: null,
  }
}

export type EditStatus = Pick<
  ReturnType<typeof useEdit>,
  'isDirty' | 'isRestored' | 'isSaved' | 'discard' | 'problem' | 'saving'
>

/** Message for a failed save; if reasons are shown beside the fields, it points to those. */
export function formatSaveError(error: unknown): string {
  const hasFieldErrors = Object.keys(getFieldErrors(error)).length > 0
  const reason = hasFieldErrors ? 'Please check the marked fields.' : getServerMessage(error)
  return `Error while saving. ${reason}`.trim()
}
