import type { FieldValues } from './edit-drafts.ts'

export type ConflictSide = 'mine' | 'theirs'

export interface FieldDifference {
  readonly field: string
  readonly was: string
  readonly mine: string
  readonly theirs: string
  /** The default choice: what was typed, or else the newer value. */
  readonly proposed: ConflictSide
}

export interface UnresolvedConflict {
  readonly by: string
  readonly at: string
  readonly differences: readonly FieldDifference[]
  readonly chosen: Readonly<Record<string, ConflictSide>>
}

/** `obj` of the 409 that answers a save over a newer change. */
export interface ConflictResponse<Thing> {
  readonly current: Thing
  readonly changedBy: string
  readonly changedAt: string
}

/** A form's fields, what they were filled from, and a conflict to decide. */
export interface EditState<Thing> {
  readonly seen: Thing
  readonly base: FieldValues
  readonly values: FieldValues
  readonly conflict: UnresolvedConflict | null
}

/** What others did since becomes what this form starts from. Where both changed a field, the person decides. */
export function mergeNewerVersion<Thing>(
  old: EditState<Thing>,
  theirs: FieldValues,
  { current, changedBy, changedAt }: ConflictResponse<Thing>,
): EditState<Thing> {
  const found = findDifferences(old.base, old.values, theirs)
  return {
    base: theirs,
    seen: current,
    values: applyProposals(old.values, found),
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

export function chooseSide(
  values: FieldValues,
  conflict: UnresolvedConflict,
  field: string,
  side: ConflictSide,
): Pick<EditState<unknown>, 'values' | 'conflict'> {
  const left = conflict.chosen[field] ?? side
  const found = conflict.differences.map((difference) =>
    difference.field === field ? { ...difference, [left]: values[field] ?? '' } : difference,
  )
  return {
    values: {
      ...values,
      [field]: found.find((difference) => difference.field === field)?.[side] ?? '',
    },
    conflict: { ...conflict, differences: found, chosen: { ...conflict.chosen, [field]: side } },
  }
}

/**
 * Two people started from the same item. Of the fields in this form, those that the other one changed to
 * something other than what is in the form.
 */
export const findDifferences = (
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
): FieldDifference[] =>
  Object.keys(mine).flatMap((field) => {
    const [was, typed, saved] = [base[field] ?? '', mine[field] ?? '', theirs[field] ?? '']
    if (saved === was || saved === typed) return []
    return [
      {
        field,
        was,
        mine: typed,
        theirs: saved,
        proposed: typed === was ? 'theirs' : 'mine',
      } as const,
    ]
  })

export const applyProposals = (
  mine: FieldValues,
  found: readonly FieldDifference[],
): FieldValues => ({
  ...mine,
  ...Object.fromEntries(
    found.map((difference) => [difference.field, difference[difference.proposed]]),
  ),
})
