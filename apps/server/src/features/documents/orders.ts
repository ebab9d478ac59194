import { readFile } from 'node:fs/promises'
import type { ItemType } from '@vitrine/contract'
import type { House } from '@vitrine/pages'
import type { Scratch } from '../../adapters/files/scratch.ts'
import { type PaperOrder, type Papers, PaperTimeout } from '../../adapters/pdf/papers.ts'
import { busy, Failure } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { LabelInput } from './labels/label-paper.ts'
import type { ReportInput } from './reports/report-paper.ts'
import type { Sheet } from './sheet.ts'

/** What is laid out and set in a process of its own. */
export interface OrderInputs {
  readonly sheets: {
    readonly type: ItemType
    readonly sheets: readonly Sheet[]
    readonly house: House
    readonly title: string
  }
  readonly labels: LabelInput
  readonly report: ReportInput
}

export type Order = {
  [Kind in keyof OrderInputs]: { readonly kind: Kind; readonly input: OrderInputs[Kind] }
}[keyof OrderInputs]

const entry = new URL('order-process.ts', import.meta.url)

export const orderOf = <Kind extends keyof OrderInputs>(
  kind: Kind,
  input: OrderInputs[Kind],
  pictures: PaperOrder['pictures'] = [],
): PaperOrder => ({ entry, input: { kind, input }, pictures })

interface Parts {
  readonly papers: Papers
  readonly scratch: Scratch
}

interface Limits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** What to tell when the time is over. */
  readonly tooLong: string
}

// Each takes a processor and a good deal of memory while it runs.
const longestQueue = 4

/**
 * Papers that staff order and nobody keeps. They have a queue of their own: visitors’ papers are set elsewhere and never
 * wait for them.
 */
export function orderDesk({ papers, scratch }: Parts) {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: longestQueue, rejection: busy })

  async function set(order: PaperOrder, { signal, timeoutMs, tooLong }: Limits): Promise<Buffer> {
    await using file = await scratch.newFile()
    try {
      await papers.renderToFile(order, file.path, { signal, timeoutMs })
    } catch (error) {
      if (signal.aborted) throw new Failure('unavailable', 'Nobody waits for this PDF any more.')
      throw error instanceof PaperTimeout ? new Failure('tooLarge', tooLong) : error
    }
    return readFile(file.path)
  }

  return <Kind extends keyof OrderInputs>(kind: Kind, input: OrderInputs[Kind], limits: Limits): Promise<Buffer> =>
    inTurn(() => set(orderOf(kind, input), limits), { signal: limits.signal })
}

export type OrderDesk = ReturnType<typeof orderDesk>
