import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from '../../apps/server/test/client.ts'
import { measureMemoryMb } from '../../apps/server/test/measurements.ts'
import { benchUser } from '../driver/collection.ts'
import { startVitrine } from '../driver/measured-process.ts'
import type { Row } from '../report.ts'
import { fillLargeDatabase } from './large-data.ts'
import { type LargeRequest, listLargeRequests } from './large-requests.ts'

export const concurrentRequests = 20
const allowedMs = 500
const quietMs = 1_000

/**
 * Measures each large request, sent many times at once, on the data that Vitrine is designed for.
 */
export async function measureLargeAttacks(): Promise<Row[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-attack-large-'))
  const data = await fillLargeDatabase(join(folder.path, 'vitrine.sqlite'))
  await using server = await startVitrine(folder.path)
  const staff = await new Client(server.url).signInWithPassword(benchUser)
  const watcher = fork(new URL('watcher.ts', import.meta.url), [`${server.url}/api/health`])

  async function measureLongestWait(work: () => Promise<unknown>): Promise<number> {
    watcher.send('begin')
    await once(watcher, 'message')
    await work()
    watcher.send('end')
    const [longest] = await once(watcher, 'message')
    return longest
  }

  async function measure({ what, send }: LargeRequest): Promise<Row> {
    const quietWaitMs = await measureLongestWait(() => setTimeout(quietMs))
    await server.usage()
    const memoryBefore = await measureMemoryMb(server.pid)
    let peakMemory = memoryBefore
    const sampling = setInterval(async () => {
      peakMemory = Math.max(peakMemory, await measureMemoryMb(server.pid))
    }, 50)
    let answers: Answer[] = []
    const startedAt = performance.now()
    const waitedMs = await measureLongestWait(async () => {
      answers = await Promise.all(
        Array.from({ length: concurrentRequests }, () => readAnswer(send(staff))),
      )
    })
    const durationMs = performance.now() - startedAt
    clearInterval(sampling)
    return {
      what,
      figure: waitedMs,
      unit: 'ms',
      target: { atMost: allowedMs },
      beside: {
        'before, ms': quietWaitMs,
        'CPU at once, ms': (await server.usage()).longestTurnMs,
        'all answered, s': durationMs / 1_000,
        answered: [...new Set(answers.map(({ status }) => status))].join(' '),
        'one answer, MB': Math.max(...answers.map(({ bytes }) => bytes)) / 1e6,
        'memory more, MB': peakMemory - memoryBefore,
      },
    }
  }

  const rows: Row[] = []
  for (const request of listLargeRequests(data)) rows.push(await measure(request))
  watcher.kill()
  return rows
}

interface Answer {
  readonly status: number
  readonly bytes: number
}

/** Reads an answer, counting its bytes without storing them. */
async function readAnswer(sent: Promise<Response>): Promise<Answer> {
  const { status, body } = await sent
  let bytes = 0
  for await (const chunk of body ?? []) bytes += chunk.length
  return { status, bytes }
}
