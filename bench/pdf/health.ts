import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { createLogger } from '../../apps/server/src/runtime/logger.ts'
import { Client } from '../../apps/server/test/client.ts'
import { createPhotograph } from '../../apps/server/test/photograph.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'

export interface MergeHealth {
  /** Times of /api/health in milliseconds, ascending. */
  readonly healthTimesMs: readonly number[]
  readonly firstDownloadMs: number
  readonly secondDownloadMs: number
  /** Peak memory of the server in megabytes, without the process that renders the pages. */
  readonly peakMb: number
}

/** Downloads the PDF of this many cars while polling /api/health. */
export async function measureHealthWhileMerging(count: number): Promise<MergeHealth> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-'))
  const database = { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') } as const
  const [first = 0] = await fillCollection(database, count)
  await using server = await startVitrine(folder.path)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const file = new File([new Uint8Array(await createPhotograph(0))], 'photograph.jpg')
  await staff.call(api.media.uploadImage, { body: { itemId: first }, file })
  await sharePicture(database, first)

  const healthTimesMs: number[] = []
  let isMerging = true
  const polling = (async () => {
    while (isMerging) {
      const startedAt = performance.now()
      await (await fetch(`${server.url}/api/health`)).arrayBuffer()
      healthTimesMs.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const firstDownloadMs = await measureDownloadMs(() => staff.send(api.documents.carSheets))
  isMerging = false
  await polling
  const secondDownloadMs = await measureDownloadMs(() => staff.send(api.documents.carSheets))
  const { peak } = await server.usage()
  return {
    healthTimesMs: healthTimesMs.sort((a, b) => a - b),
    firstDownloadMs,
    secondDownloadMs,
    peakMb: peak / 1024 ** 2,
  }
}

async function measureDownloadMs(download: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now()
  const response = await download()
  if (!response.ok) throw new Error(`the PDF was rejected: ${await response.text()}`)
  for await (const _chunk of response.body ?? []);
  return performance.now() - startedAt
}

/** Gives every item the picture of one. */
async function sharePicture(
  database: Parameters<typeof openDatabase>[0],
  itemId: number,
): Promise<void> {
  const db = openDatabase(database, createLogger('warn'))
  const { picture_id } = await db
    .selectFrom('item')
    .select('picture_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  await db.updateTable('item').set({ picture_id }).execute()
  await db.destroy()
}
