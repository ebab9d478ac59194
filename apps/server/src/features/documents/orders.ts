import { readFile } from 'node:fs/promises'
import { type PaperOrder, PaperTimeout } from '../../adapters/pdf/papers.ts'
import { Failure, overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Context } from '../../context.ts'
import type { ConditionReportInput } from './condition-report-paper.ts'
import type { LabelInput } from './label-paper.ts'
import type { ObjectIdInput } from './object-id-paper.ts'
import type { SheetsInput } from './paper.ts'
import type { ReportInput } from './report-paper.ts'
import type { StocktakeInput } from './stocktake-paper.ts'

/** Input of each kind of paper, which a separate process lays out and renders. */
export interface OrderInputs {
  readonly sheets: SheetsInput
  readonly labels: LabelInput
  readonly report: ReportInput
  readonly objectId: ObjectIdInput
  readonly conditionReport: ConditionReportInput
  readonly stocktake: StocktakeInput
}

export type LayoutOrder = {
  [Kind in keyof OrderInputs]: { readonly kind: Kind; readonly input: OrderInputs[Kind] }
}[keyof OrderInputs]

/** The program that lays out and sets papers. */
export const paperProgramUrl = new URL('order-process.ts', import.meta.url)

export const toPaperOrder = <Kind extends keyof OrderInputs>(
  kind: Kind,
  input: OrderInputs[Kind],
  pictures: PaperOrder['pictures'] = () => [],
): PaperOrder => ({ input: { kind, input }, pictures })

interface RenderLimits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Message for people when the time is over. */
  readonly timeoutMessage: string
}

/** Orders that may wait; more are rejected. */
const maxWaiting = 4

/**
 * Renders uncached papers for staff, in a queue of their own so that visitors’ papers never wait.
 */
export function orderQueue({ papers, scratch }: Pick<Context, 'papers' | 'scratch'>) {
  // Orders are rendered one at a time, because each takes a core and much memory.
  const queue = createQueue({ concurrency: 1, maxWaiting, rejection: overloaded })

  async function render(
    parts: readonly PaperOrder[],
    { signal, timeoutMs, timeoutMessage }: RenderLimits,
  ): Promise<Buffer> {
    await using file = await scratch.newFile()
    try {
      await papers.renderToFile(parts, file.path, { signal, timeoutMs })
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof PaperTimeout ? new Failure('tooLarge', timeoutMessage) : error
    }
    // Awaited here: the file is removed on return.
    return await readFile(file.path)
  }

  /** Renders the parts of a paper one by one to limit memory, and joins them. */
  return <Kind extends keyof OrderInputs>(
    kind: Kind,
    parts: readonly OrderInputs[Kind][],
    limits: RenderLimits,
    readPictures: (part: OrderInputs[Kind]) => ReturnType<PaperOrder['pictures']> = () => [],
  ): Promise<Buffer> =>
    queue(
      () =>
        render(
          parts.map((part) => toPaperOrder(kind, part, () => readPictures(part))),
          limits,
        ),
      { signal: limits.signal },
    )
}
