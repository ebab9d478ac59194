import type { FieldChange } from '@vitrine/contract'
import type { ItemState } from '../../db/items.ts'
import { fieldChanges } from '../inventory/index.ts'

/** The answer shows so many characters of changed texts in full; after that, long ones are cut. */
const fullTextBudget = 1_000_000
const cutLength = 100

/** What changes in each of many items, in words; texts are cut once the answer is long. */
export function shownChanges(): (before: ItemState, after: ItemState) => FieldChange[] {
  let budget = fullTextBudget
  const shown = (text: string) => {
    budget -= text.length
    return budget > 0 || text.length <= cutLength ? text : `${text.slice(0, cutLength)}…`
  }
  return (before, after) =>
    // A removed recording shows as a change of its attribute.
    fieldChanges(before, { ...after, recordingId: before.recordingId }).map((change) => ({
      ...change,
      before: shown(change.before),
      after: shown(change.after),
    }))
}
