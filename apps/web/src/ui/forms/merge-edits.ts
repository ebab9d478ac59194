/** Fields of an item by name; one that is not there is empty. */
export type Values = Readonly<Record<string, string>>
export type Side = 'mine' | 'theirs'

export interface Difference {
  readonly field: string
  readonly was: string
  readonly mine: string
  readonly theirs: string
  /** What is kept unless the person says otherwise: what was typed, or else what somebody else changed. */
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
