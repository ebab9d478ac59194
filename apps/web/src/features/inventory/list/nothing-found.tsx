import { useQuery } from '@tanstack/react-query'
import { type GroupedSearchHits, maxSearchLength } from '@vitrine/contract'
import { callQuery } from '../../../client/query.ts'
import { EmptyState } from '../../../ui/feedback/list-states.tsx'
import { SecondaryButton, SmallButton } from '../../../ui/forms/buttons.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import styles from './inventory-page.module.css'
import { useList } from './list-context.ts'

interface NothingFoundProps {
  readonly onClear: () => void
}

/** Shown if no row matches. Offers the full search, which covers more than the columns shown. */
export function NothingFound({ onClear }: NothingFoundProps) {
  const { search, features } = useList()
  const text = search.filter?.trim().slice(0, maxSearchLength) ?? ''
  const { data } = useQuery({
    ...callQuery('GET /search', { query: { q: text } }),
    enabled: text !== '',
  })
  const count = data && countMatches(data)
  const offer = count !== undefined && count > 0 && (
    <>
      “{text}”: {count === 1 ? '1 match' : `${formatNumber(count)} matches`} in all fields{' '}
      <SmallButton onClick={() => features.onSearchEverything(text)}>Show</SmallButton>
    </>
  )

  return (
    <EmptyState
      action={
        <>
          <SecondaryButton onClick={onClear}>Clear the filter</SecondaryButton>
          <p role="status" className={styles.offer}>
            {offer}
          </p>
        </>
      }
    >
      No item matches the filter.
    </EmptyState>
  )
}

function countMatches(hitsByKind: GroupedSearchHits): number {
  let total = 0
  for (const { count } of Object.values(hitsByKind)) total += count
  return total
}
