import { Worker } from 'node:worker_threads'
import { seconds } from '../../clock.ts'
import type { ListWish, MadeApart } from './list-worker.ts'
import type { ListBody } from './make-list.ts'

export interface ListThread {
  /** One at a time. */
  make(): Promise<ListBody>
  end(): Promise<void>
}

/**
 * Makes a list in a thread with a database connection of its own, so that everybody else is served meanwhile. People change
 * one item after the other, and a third of the work is the start: the thread stays for the next list, and when none is asked
 * for, what it took is given back.
 */
export function listThread(wish: ListWish, idle = seconds(30)): ListThread {
  let thread: Worker | undefined
  let rest: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(rest)
    const ending = thread
    // To end it takes a moment; a list asked for meanwhile gets a new one.
    thread = undefined
    await ending?.terminate()
  }

  function started(): Worker {
    const worker = new Worker(new URL('list-worker.ts', import.meta.url), { workerData: wish })
    const forget = () => {
      if (thread === worker) thread = undefined
    }
    // Also while nobody waits: an error that nobody listens to would end the whole process.
    return worker.on('error', forget).on('exit', forget)
  }

  return {
    async make() {
      clearTimeout(rest)
      thread ??= started()
      try {
        const { plain, brotli } = await answerOf(thread)
        return { plain: asBuffer(plain), brotli: asBuffer(brotli) }
      } finally {
        rest = setTimeout(end, idle).unref()
      }
    },
    end,
  }
}

function answerOf(worker: Worker): Promise<MadeApart> {
  const { promise, resolve, reject } = Promise.withResolvers<MadeApart>()
  const ended = (code: number) => reject(new Error(`the thread that makes a list ended with ${code}`))
  worker.once('message', resolve).once('error', reject).once('exit', ended)
  worker.postMessage('make')
  return promise.finally(() => worker.off('message', resolve).off('error', reject).off('exit', ended))
}

// Between threads a Buffer travels as the plain array that it is.
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
