import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { drawing, pictureFile } from '../../apps/server/test/media-files.ts'
import { build } from '../../scripts/build.mjs'
import { fillCollection, person } from '../driver/collection.ts'
import { drive, percentile } from '../driver/drive.ts'
import { startVitrine } from '../driver/measured-process.ts'
import { report } from '../report.ts'
import { acknowledged, lostOf } from './acknowledged.ts'
import { mixedRequests } from './mix.ts'

/**
 * Many clients at once, none of which ever pauses, on a collection of the usual size. Then the process is killed, started
 * again, and asked for everything that it had acknowledged.
 */
const clients = 200
const seconds = 60
const items = 1_000

build()
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-load-'))
try {
  const ids = await fillCollection({ kind: 'sqlite', file: join(folder, 'vitrine.sqlite') }, items)
  const kept = acknowledged()
  const { driven, memory, cpuMs, refusals } = await underLoad(ids, kept)
  const lost = await afterKill(kept)

  const count = (matches: (status: number) => boolean) =>
    [...driven.statuses].reduce((sum, [status, times]) => sum + (matches(status) ? times : 0), 0)
  const failures = count((status) => status >= 500) - refusals
  report({
    title: 'Load',
    text: [
      `${clients} clients for ${seconds} s on ${items.toLocaleString('en')} items, each asking again as soon as it is`,
      'answered: lists that are known and new ones, items, pages, thumbnails, comments, edits, sign-ins. Then SIGKILL, a new',
      'start, and a look whether every comment and every edit that was acknowledged is there.',
    ].join('\n'),
    tables: [
      {
        title: `${clients} clients`,
        rows: [
          { what: 'answers', figure: driven.requests / driven.seconds, unit: 'per second' },
          { what: 'CPU per answer', figure: cpuMs / driven.requests, unit: 'ms' },
          { what: 'half of them within', figure: percentile(driven.times, 0.5), unit: 'ms' },
          { what: '99 of 100 within', figure: percentile(driven.times, 0.99), unit: 'ms' },
          { what: 'the slowest', figure: driven.times.at(-1) ?? 0, unit: 'ms' },
          { what: 'answers that were failures (5xx)', figure: failures, unit: '', target: { atMost: 0 } },
          { what: 'sent away with 503 and Retry-After', figure: refusals, unit: '' },
          { what: 'refused by rule (4xx)', figure: count((status) => status >= 400 && status < 500), unit: '' },
          { what: 'comments acknowledged', figure: kept.comments.size, unit: '' },
          { what: 'edits acknowledged', figure: kept.edits.size, unit: '' },
          { what: 'acknowledged, then lost', figure: lost, unit: '', target: { atMost: 0 } },
          { what: 'most memory', figure: memory / 1e6, unit: 'MB' },
        ],
      },
    ],
  })
} finally {
  await rm(folder, { recursive: true })
}

async function underLoad(ids: readonly number[], kept: ReturnType<typeof acknowledged>) {
  const server = await startVitrine(folder)
  const staff = await new Client(server.url).signInWithPassword(person)
  const [pictured = 0] = ids
  await staff.call(api.media.uploadImage, {
    body: { itemId: pictured },
    file: await pictureFile(drawing({ width: 1_500, height: 1_000 }).jpeg()),
  })
  const { next, refusals } = await mixedRequests({ staff, ids, pictured, kept })
  const before = await server.usage()
  const driven = await drive({ port: server.port, connections: clients, seconds, next })
  const after = await server.usage()
  // Killed, not stopped: what was acknowledged must not depend on a clean shutdown.
  await server.end('SIGKILL')
  return { driven, memory: after.peak, cpuMs: after.cpuMs - before.cpuMs, refusals: refusals() }
}

async function afterKill(kept: ReturnType<typeof acknowledged>): Promise<number> {
  await using server = await startVitrine(folder)
  const staff = await new Client(server.url).signInWithPassword(person)
  return await lostOf(kept, staff)
}
