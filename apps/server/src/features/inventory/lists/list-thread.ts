import { minutes, seconds } from '../../../base/clock.ts'
import type { Log } from '../../../base/log.ts'
import { workerThread } from '../../../base/worker-thread.ts'
import type { ListJob, ListWorkerData } from './list-worker.ts'
import type { ListBody } from './make-list.ts'

/**
 * Builds lists in a thread with its own database connection, so that the event loop stays free. Edits come in series and
 * starting takes a third of the time, so the thread stays alive for a while.
 */
export function listThread({ database, databaseTimeoutMs }: ListWorkerData, log: Log, idleMs = seconds(30)) {
  const thread = workerThread<ListJob, { [Form in keyof ListBody]: Uint8Array }>({
    entry: new URL('list-worker.ts', import.meta.url),
    data: { database, databaseTimeoutMs } satisfies ListWorkerData,
    log,
    idleMs,
    timeoutMs: minutes(2),
    timeoutError: () => new Error('making a list took too long'),
    // A list in progress is shared, so there is at most one job per list.
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  return {
    async make(list: ListJob): Promise<ListBody> {
      const { plain, brotli } = await thread.run(list)
      return { plain: asBuffer(plain), brotli: asBuffer(brotli) }
    },
    close: thread.close,
  }
}

// A Buffer arrives from another thread as a plain Uint8Array.
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
