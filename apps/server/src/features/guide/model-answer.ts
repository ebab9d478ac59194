import type { GroundedSentence } from '@vitrine/guide'
import { type CitedQuestion, citedAnswer } from '../../adapters/models/cited-answer.ts'
import type { Model } from '../../adapters/models/model.ts'
import { seconds } from '../../base/clock.ts'

const timeoutMs = seconds(8)
/** The model writes for staff as well: visitors leave it a turn. */
const maxAtOnce = 2
const task =
  'You answer a visitor who stands before an object in a museum. The lines are all that the museum tells about it.'

/**
 * What a model answers a visitor; nothing where the guide has to answer by itself. `spend` takes one answer out of the day's budget,
 * and says no once it is used up.
 */
export const modelAnswer = (model: Model, spend: () => Promise<boolean>) => {
  let running = 0
  return async (request: CitedQuestion, signal: AbortSignal): Promise<GroundedSentence[] | null> => {
    if (running >= maxAtOnce || request.sources.length === 0) return null
    running++
    try {
      return (await spend()) ? await citedAnswer(model, request, { signal, timeoutMs, task }) : null
    } finally {
      running--
    }
  }
}
