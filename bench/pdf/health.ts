import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { createLogger } from '../../apps/server/src/runtime/logger.ts'
import { Client } from '../../apps/server/test/client.ts'
import { photograph } from '../../apps/server/test/photograph.ts'
import { benchUser, fillCollection } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'

export interface MergeHealth {
  /** Milliseconds that /api/health took, sorted. */
  readonly healths: readonly number[]
  readonly firstDownload: number
  readonly secondDownload: number
  /** The peak memory of the server itself (not of the process that sets the pages), in megabytes. */
  readonly peak: number
}

/** Requests the PDF of this many cars while polling /api/health. */
export async function measureHealthWhileMerging(count: number): Promise<MergeHealth> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-bench-'))
  const database = { kind: 'sqlite', file: join(folder.path, 'vitrine.sqlite') } as const
  const [first = 0] = await fillCollection(database, count)
  await using server = await startVitrine(folder.path)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const file = new File([new Uint8Array(await photograph(0))], 'photograph.jpg')
  await staff.call(api.media.uploadImage, { body: { itemId: first }, file })
  await giveAllThePicture(database, first)

  const healths: number[] = []
  let merging = true
  const asking = (async () => {
    while (merging) {
      const started = performance.now()
      await (await fetch(`${server.url}/api/health`)).arrayBuffer()
      healths.push(performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  const firstDownload = await timeOf(() => staff.send(api.documents.carSheets))
  merging = false
  await asking
  const secondDownload = await timeOf(() => staff.send(api.documents.carSheets))
  const { peak } = await server.usage()
  return {
    healths: healths.sort((a, b) => a - b),
    firstDownload,
    secondDownload,
    peak: peak / 1024 ** 2,
  }
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  const response = await ask()
  if (!response.ok) throw new Error(`the PDF was refused: ${await response.text()}`)
  for await (const _chunk of response.body ?? []);
  return performance.now() - started
}

async function giveAllThePicture(
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
