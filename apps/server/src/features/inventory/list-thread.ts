import { Worker } from 'node:worker_threads'
import type { ListWish } from './list-worker.ts'
import type { ListBody } from './make-list.ts'

/** Makes a list in a thread with a database connection of its own, so that everybody else is served meanwhile. */
export async function makeListApart(wish: ListWish): Promise<ListBody> {
  const { promise, resolve, reject } = Promise.withResolvers<{ plain: Uint8Array; brotli: Uint8Array }>()
  const worker = new Worker(new URL('list-worker.ts', import.meta.url), { workerData: wish })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`the thread that makes a list ended with ${code}`)))
  const { plain, brotli } = await promise
  return { plain: asBuffer(plain), brotli: asBuffer(brotli) }
}

// Between threads a Buffer travels as the plain array that it is.
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
