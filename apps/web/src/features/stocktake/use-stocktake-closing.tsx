import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isUndecided, type Stocktake } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { withConfirmation } from '../../ui/feedback/dialogs.ts'
import { showFailure } from '../../ui/feedback/undo-toast.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { stocktakeResultQuery } from './stocktake-result-query.ts'

/** Closes and reopens stocktakes, after confirmation. */
export function useStocktakeClosing() {
  const queries = useQueryClient()
  const refresh = () =>
    queries.invalidateQueries({ queryKey: callQuery('GET /stocktake').queryKey })

  const close = useMutation({
    mutationFn: ({ id }: Stocktake) => call('POST /stocktake/:id/close', { params: { id } }),
    onError: (error) => showFailure('The stocktake was not closed.', error),
    onSettled: refresh,
  })

  const reopen = useMutation({
    mutationFn: ({ id }: Stocktake) => call('POST /stocktake/:id/reopen', { params: { id } }),
    onError: (error) => showFailure('The stocktake was not reopened.', error),
    onSettled: refresh,
  })

  return {
    close: (stocktake: Stocktake) =>
      withConfirmation(
        { title: 'Close the stocktake', message: <ClosingWarning stocktake={stocktake} /> },
        () => close.mutate(stocktake),
      ),
    reopen: (stocktake: Stocktake) =>
      withConfirmation(
        {
          title: 'Reopen the stocktake',
          message: `Everyone who takes part in ‘${stocktake.name}’ can scan again. What arrived after the end stays uncounted until you count it.`,
        },
        () => reopen.mutate(stocktake),
      ),
  }
}

function ClosingWarning({
  stocktake: { id, name, seen, expected },
}: {
  readonly stocktake: Stocktake
}) {
  const result = useQuery({ ...stocktakeResultQuery(id), staleTime: 0 })

  return (
    <>
      <p>
        ‘{name}’: {formatNumber(seen)} of {formatNumber(expected)} were seen.{' '}
        <strong>
          {result.data && formatUndecidedCount(result.data.filter(isUndecided).length)}
          {result.isPending && 'Counting the differences …'}
          {result.isError && 'The differences could not be counted.'}
        </strong>
      </p>
      <p>
        Differences can still be decided after closing. Phones without reception may hold scans:
        what they send later is kept, and counts only if you count it.
      </p>
    </>
  )
}

function formatUndecidedCount(count: number): string {
  if (count === 0) return 'All differences are decided.'

  return count === 1
    ? '1 difference is not yet decided.'
    : `${formatNumber(count)} differences are not yet decided.`
}
