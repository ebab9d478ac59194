import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type Decision,
  decisions as decisionWords,
  stocktakeLimits,
  type TaskFields,
} from '@vitrine/contract'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { formatNumber } from '../../ui/text/format.ts'

export interface DecisionRequest {
  readonly keys: readonly string[]
  readonly decision: Decision
  readonly task?: TaskFields
}

interface DecisionSummary {
  readonly batches: readonly string[]
  readonly decided: number
  /** Number of differences that were skipped. */
  readonly skipped: number
  /** Why the first of them was skipped. */
  readonly reason: string
}

/** Decides about differences of a stocktake, and offers to undo it. */
export function useDecideDifferences(stocktakeId: number) {
  const queries = useQueryClient()
  const refresh = () =>
    queries.invalidateQueries({ queryKey: callQuery('GET /stocktake').queryKey })

  return useMutation({
    mutationFn: (request: DecisionRequest) => decideInBatches(stocktakeId, request),
    onSuccess: ({ batches, decided, skipped, reason }, { decision }) => {
      const skippedText = skipped > 0 ? `. Skipped: ${formatNumber(skipped)} (${reason})` : ''
      offerUndo({
        id: 'stocktake decided',
        message: `${decisionWords[decision].mark}: ${formatNumber(decided)}${skippedText}`,
        undo: () => undoAll(stocktakeId, batches).finally(() => void refresh()),
      })
    },
    onError: (error) => showFailure('Nothing was decided.', error),
    onSettled: refresh,
  })
}

/** Sends batches, because the server limits a call. If one fails, the earlier ones stay decided. */
async function decideInBatches(
  id: number,
  { keys, decision, task }: DecisionRequest,
): Promise<DecisionSummary> {
  const batchSize = stocktakeLimits.decided[decision]
  const batches: string[] = []
  let decided = 0
  let skipped = 0
  let reason = ''

  for (let start = 0; start < keys.length; start += batchSize) {
    try {
      const body = { keys: keys.slice(start, start + batchSize), decision, task }
      const answer = await call('POST /stocktake/:id/decide', { params: { id }, body })
      batches.push(answer.batch)
      decided += answer.decided
      skipped += answer.left.length
      reason ||= answer.left[0]?.reason ?? ''
    } catch (error) {
      if (start === 0) throw error
      skipped += keys.length - start
      reason ||= getServerMessage(error)
      break
    }
  }

  return { batches, decided, skipped, reason }
}

async function undoAll(id: number, batches: readonly string[]): Promise<void> {
  for (const batch of batches.toReversed())
    await call('POST /stocktake/:id/undo', { params: { id }, body: { batch } })
}
