import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from '../../apps/server/test/client.ts'
import { measureMemoryMb } from '../../apps/server/test/waiting.ts'
import { benchUser } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import type { Row } from '../report.ts'
import { fillLargeDatabase } from './large-data.ts'
import { type LargeRequest, listLargeRequests } from './large-requests.ts'

export const concurrentRequests = 20
const allowedMs = 500
const quietMs = 1_000

/** The same request many times at once, one after the other, on the data that Vitrine is designed for. */
export async function measureLargeAttacks(): Promise<Row[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-attack-large-'))
  const data = await fillLargeDatabase(join(folder.path, 'vitrine.sqlite'))
  await using server = await startVitrine(folder.path)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const watcher = fork(new URL('watcher.ts', import.meta.url), [`${server.url}/api/health`])

  async function longestWait(work: () => Promise<unknown>): Promise<number> {
    watcher.send('begin')
    await once(watcher, 'message')
    await work()
    watcher.send('end')
    const [longest] = await once(watcher, 'message')
    return longest
  }

  async function measure({ what, send }: LargeRequest): Promise<Row> {
    const quiet = await longestWait(() => setTimeout(quietMs))
    await server.usage()
    const before = await measureMemoryMb(server.pid)
    let peak = before
    const watch = setInterval(async () => {
      peak = Math.max(peak, await measureMemoryMb(server.pid))
    }, 50)
    let answers: Answer[] = []
    const started = performance.now()
    const waited = await longestWait(async () => {
      answers = await Promise.all(
        Array.from({ length: concurrentRequests }, () => read(send(staff))),
      )
    })
    const took = performance.now() - started
    clearInterval(watch)
    return {
      what,
      figure: waited,
      unit: 'ms',
      target: { atMost: allowedMs },
      beside: {
        'before, ms': quiet,
        'CPU at once, ms': (await server.usage()).longestTurnMs,
        'all answered, s': took / 1_000,
        answered: [...new Set(answers.map(({ status }) => status))].join(' '),
        'one answer, MB': Math.max(...answers.map(({ bytes }) => bytes)) / 1e6,
        'memory more, MB': peak - before,
      },
    }
  }

  const rows: Row[] = []
  for (const one of listLargeRequests(data)) rows.push(await measure(one))
  watcher.kill()
  return rows
}

interface Answer {
  readonly status: number
  readonly bytes: number
}

/** Counts the bytes and drops them. */
async function read(sent: Promise<Response>): Promise<Answer> {
  const { status, body } = await sent
  let bytes = 0
  for await (const chunk of body ?? []) bytes += chunk.length
  return { status, bytes }
}
