import type { Source } from '@vitrine/guide'
import { chosenSources, type SourcedQuestion } from '../../adapters/models/from-sources.ts'
import type { Model } from '../../adapters/models/model.ts'
import { seconds } from '../../base/clock.ts'

const timeoutMs = seconds(8)
/** The model writes for staff as well: visitors leave it a turn. */
const maxAtOnce = 2
const task =
  'A visitor stands before an object in a museum and asks about it. The lines are all that the museum tells about it.'

/**
 * The lines that a model chooses to answer a visitor; nothing where the guide has to answer by itself. `spend` takes one answer out of
 * the day's budget, and says no once it is used up.
 */
export const modelAnswer = (model: Model, spend: () => Promise<boolean>) => {
  let running = 0
  return async (request: SourcedQuestion, signal: AbortSignal): Promise<Source[] | null> => {
    if (running >= maxAtOnce || request.sources.length === 0) return null
    running++
    try {
      return (await spend()) ? await chosenSources(model, request, { signal, timeoutMs, task }) : null
    } finally {
      running--
    }
  }
}
