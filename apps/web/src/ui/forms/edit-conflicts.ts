import type { FieldValues } from './edit-drafts.ts'

export type ConflictSide = 'mine' | 'theirs'

export interface FieldDifference {
  readonly field: string
  /** The value from which both edits started. */
  readonly before: string
  readonly mine: string
  readonly theirs: string
  /** The default choice: 'mine' if the user has edited the field, else 'theirs'. */
  readonly proposed: ConflictSide
}

export interface UnresolvedConflict {
  readonly changedBy: string
  readonly changedAt: string
  readonly differences: readonly FieldDifference[]
  /** The chosen side by field. */
  readonly chosen: Readonly<Record<string, ConflictSide>>
}

/** `obj` of the 409 response to a save that would overwrite a newer version. */
export interface ConflictResponse<Entity> {
  readonly current: Entity
  readonly changedBy: string
  readonly changedAt: string
}

/** State of a form: its fields, the values they started from, and an open conflict. */
export interface EditState<Entity> {
  /** The last version received from the server. */
  readonly seen: Entity
  /** Values before the edits. */
  readonly base: FieldValues
  readonly values: FieldValues
  readonly conflict: UnresolvedConflict | null
}

/**
 * Rebases the form on a newer version. Fields that the other user changed become a conflict, in
 * which unedited fields have the newer value by default.
 */
export function mergeNewerVersion<Entity>(
  old: EditState<Entity>,
  theirs: FieldValues,
  { current, changedBy, changedAt }: ConflictResponse<Entity>,
): EditState<Entity> {
  const differences = findDifferences(old.base, old.values, theirs)
  const values = applyProposals(old.values, differences)
  const merged = { base: theirs, seen: current, values }
  if (differences.length === 0) return { ...merged, conflict: null }

  const chosen = Object.fromEntries(differences.map(({ field, proposed }) => [field, proposed]))
  return { ...merged, conflict: { changedBy, changedAt, differences, chosen } }
}

/** Adopts a version that was saved elsewhere; unchanged if the form has edited one of its changes. */
export function rebaseState<Entity>(
  old: EditState<Entity>,
  current: Entity,
  currentValues: FieldValues,
): EditState<Entity> {
  const differences = findDifferences(old.base, old.values, currentValues)
  if (differences.some(({ proposed }) => proposed === 'mine')) return old

  const values = { ...currentValues, ...applyProposals(old.values, differences) }
  return { seen: current, base: currentValues, values, conflict: null }
}

interface SideChoice {
  readonly field: string
  readonly side: ConflictSide
}

/** Fills a field with the chosen side; edits made since the last choice stay with that side. */
export function chooseSide(
  values: FieldValues,
  conflict: UnresolvedConflict,
  { field, side }: SideChoice,
): Pick<EditState<unknown>, 'values' | 'conflict'> {
  const previousSide = conflict.chosen[field] ?? side
  const differences = conflict.differences.map((difference) =>
    difference.field === field
      ? { ...difference, [previousSide]: values[field] ?? '' }
      : difference,
  )
  const chosenText = differences.find((difference) => difference.field === field)?.[side] ?? ''
  return {
    values: { ...values, [field]: chosenText },
    conflict: { ...conflict, differences, chosen: { ...conflict.chosen, [field]: side } },
  }
}

/** Fields that the other user changed since `base` and that differ from the form's values. */
export function findDifferences(
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
): FieldDifference[] {
  const differences: FieldDifference[] = []

  for (const [field, typed] of Object.entries(mine)) {
    const before = base[field] ?? ''
    const saved = theirs[field] ?? ''
    if (saved === before || saved === typed) continue

    const proposed = typed === before ? 'theirs' : 'mine'
    differences.push({ field, before, mine: typed, theirs: saved, proposed })
  }

  return differences
}

/** Fills the fields of the differences with the proposed values. */
export const applyProposals = (
  mine: FieldValues,
  differences: readonly FieldDifference[],
): FieldValues => ({
  ...mine,
  ...Object.fromEntries(
    differences.map((difference) => [difference.field, difference[difference.proposed]]),
  ),
})
