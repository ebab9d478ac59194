import type { ItemType } from '@vitrine/contract'
import { minutes, seconds } from '../../../base/clock.ts'
import type { Log } from '../../../base/log.ts'
import { workerThread } from '../../../base/worker-thread.ts'
import type { ListWorkerData } from './list-worker.ts'
import type { ListBody } from './make-list.ts'

/**
 * Makes lists in a thread with a database connection of its own, so that everybody else is served meanwhile. People change
 * one item after the other, and a third of the work is the start: the thread stays for the next list for a while.
 */
export function listThread({ database, databaseTimeoutMs }: ListWorkerData, log: Log, idleMs = seconds(30)) {
  const thread = workerThread<ItemType, { [Form in keyof ListBody]: Uint8Array }>({
    entry: new URL('list-worker.ts', import.meta.url),
    data: { database, databaseTimeoutMs } satisfies ListWorkerData,
    log,
    idleMs,
    timeoutMs: minutes(2),
    timeoutError: () => new Error('making a list took too long'),
    // Nobody asks for a list that is being made already.
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  return {
    async make(type: ItemType): Promise<ListBody> {
      const { plain, brotli } = await thread.run(type)
      return { plain: asBuffer(plain), brotli: asBuffer(brotli) }
    },
    close: thread.close,
  }
}

// Between threads a Buffer travels as the plain array that it is.
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
