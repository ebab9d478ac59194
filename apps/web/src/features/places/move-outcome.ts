import type { Api, HandlerOutput, Place } from '@vitrine/contract'
import { formatItemCount } from '../../ui/feedback/bulk-outcome.tsx'
import { formatDate, formatNumber } from '../../ui/text/format.ts'

export interface MoveOutcome extends HandlerOutput<Api['places']['move']> {
  readonly to: Pick<Place, 'id' | 'name'>
}

/** An item that was moved again after the day of a movement. */
interface ItemMovedAgain {
  readonly identifier: string
  readonly latestDay: string
}

/** Tells how many items were in the place that they should be moved to. */
export const formatAlreadyThere = (count: number): string =>
  `${formatItemCount(count)} ${count === 1 ? 'was' : 'were'} there already`

const maxNamed = 5

/** Tells that a movement changes the history of these items, but not where they are. */
export function formatMovedAgain(items: readonly ItemMovedAgain[]): string {
  const [first] = items
  if (!first) return ''
  if (items.length === 1)
    return `${first.identifier} was moved again on ${formatDate(first.latestDay)} and stays where it is; this movement goes into its history.`

  const names = items.slice(0, maxNamed).map(({ identifier }) => identifier)
  if (items.length > maxNamed) names.push(`${formatNumber(items.length - maxNamed)} more`)
  const list = new Intl.ListFormat('en').format(names)
  return `${formatNumber(items.length)} items were moved again since and stay where they are; this movement goes into their histories: ${list}.`
}
