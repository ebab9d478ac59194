import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TestTasks } from '../../test/job-program.ts'
import { overloaded } from './failure.ts'
import { JobFailed, type JobSettings, JobStopped, jobRunner } from './jobs.ts'

const program = new URL('../../test/job-program.ts', import.meta.url)
const minuteMs = 60_000
const timeoutMs = {
  echo: minuteMs,
  environment: minuteMs,
  pid: minuteMs,
  endless: minuteMs,
  crash: minuteMs,
  crashOnce: minuteMs,
  fail: minuteMs,
}

function openRunner(settings: Partial<JobSettings<TestTasks>> = {}) {
  const jobs = jobRunner<TestTasks>({ program, timeoutMs, ...settings })
  return Object.assign(jobs, { [Symbol.asyncDispose]: () => jobs.close() })
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('reuses a process for the next job, and starts another for a concurrent one', async () => {
  await using jobs = openRunner()
  const firstPid = await jobs.run('pid', undefined)
  expect(await jobs.run('pid', undefined)).toBe(firstPid)
  const pids = await Promise.all([jobs.run('pid', undefined), jobs.run('pid', undefined)])
  expect(new Set(pids).size).toBe(2)
  expect(pids).toContain(firstPid)
})

test('passes bytes to a job as a buffer', async () => {
  await using jobs = openRunner()
  const sent = Buffer.from('a part of a larger buffer')
  const part = sent.subarray('a '.length, 'a part'.length)
  expect(await jobs.run('echo', part)).toEqual(Buffer.from('part'))
})

test('passes no environment variable of the server', async () => {
  await using jobs = openRunner()
  const names = await jobs.run('environment', undefined)
  expect(names).not.toContain('PATH')
  expect(names).not.toContain('HOME')
})

test('ends a process that is idle for too long', async () => {
  await using jobs = openRunner({ idleMs: 10 })
  const pid = await jobs.run('pid', undefined)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await jobs.run('pid', undefined)).not.toBe(pid)
})

test.for([
  ['processes must not be idle', { idleMs: 0 }],
  ['its process uses too much memory', { maxIdleBytes: 1 }],
] as const)('ends a process with its job if %s', async ([, settings]) => {
  await using jobs = openRunner(settings)
  const pid = await jobs.run('pid', undefined)
  expect(isAlive(pid)).toBe(false)
})

test('ends idle processes on request', async () => {
  await using jobs = openRunner()
  const pid = await jobs.run('pid', undefined)
  expect(isAlive(pid)).toBe(true)
  await jobs.endIdleProcesses()
  expect(isAlive(pid)).toBe(false)
})

test('starts a new process for a job that arrives while its process is ending', async () => {
  await using jobs = openRunner({ idleMs: 1 })
  // The pauses are about as long as a process stays idle.
  for (const pauseMs of [0, 1, 2, 3]) {
    expect(await jobs.run('pid', undefined)).toBeGreaterThan(0)
    await setTimeout(pauseMs)
  }
})

test('kills a job that takes too long, and runs the next one in a new process', async () => {
  const queue = { concurrency: 1, maxWaiting: 5, rejection: overloaded }
  await using jobs = openRunner({ queue, timeoutMs: { ...timeoutMs, endless: 1_000 } })
  const [late, next] = [jobs.run('endless', undefined), jobs.run('pid', undefined)]
  await expect(late).rejects.toMatchObject({ reason: 'timeout' })
  expect(await next).toBeGreaterThan(0)
})

test('cancels a job in the queue and in its process, and frees its slot', async () => {
  await using jobs = openRunner({ queue: { concurrency: 1, maxWaiting: 5, rejection: overloaded } })
  const cancellation = new AbortController()
  const cancelled = Promise.allSettled(
    [1, 2].map(() => jobs.run('endless', undefined, { signal: cancellation.signal })),
  )
  const remaining = jobs.run('pid', undefined)
  // By then the first job may have begun.
  await setTimeout(100)
  const reason = new Error('gone')
  cancellation.abort(reason)
  expect(await cancelled).toEqual([1, 2].map(() => ({ status: 'rejected', reason })))
  expect(await remaining).toBeGreaterThan(0)
})

test('rejects a job when the queue is full', async () => {
  await using jobs = openRunner({ queue: { concurrency: 1, maxWaiting: 1, rejection: overloaded } })
  const [first, second, third] = [1, 2, 3].map(() => jobs.run('pid', undefined))
  await expect(third).rejects.toMatchObject({ status: 503 })
  expect(await first).toBe(await second)
})

test('retries a job whose process ends, reports its standard error, and then fails', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-jobs-'))
  const crashes: string[] = []
  await using jobs = openRunner({ onCrash: ({ message }) => crashes.push(message) })
  expect(await jobs.run('crashOnce', join(folder.path, 'once'))).toBe('second try')
  expect(crashes).toEqual(['the process ended with SIGKILL: too much memory'])
  const crashed = jobs.run('crash', undefined)
  await expect(crashed).rejects.toBeInstanceOf(JobStopped)
  await expect(crashed).rejects.toMatchObject({ reason: 'crash' })
  expect(crashes).toHaveLength(2)
})

test('reports a failed job with its code, and keeps its process', async () => {
  await using jobs = openRunner()
  const pid = await jobs.run('pid', undefined)
  const failed = jobs.run('fail', 'ENOSPC')
  await expect(failed).rejects.toBeInstanceOf(JobFailed)
  await expect(failed).rejects.toMatchObject({ message: 'can’t be done', code: 'ENOSPC' })
  expect(await jobs.run('pid', undefined)).toBe(pid)
})

test('kills running jobs on close, and rejects further ones', async () => {
  const jobs = openRunner()
  const pid = await jobs.run('pid', undefined)
  const running = jobs.run('endless', undefined)
  const refused = expect(running).rejects.toMatchObject({ code: 'unavailable' })
  await jobs.close()
  await refused
  expect(isAlive(pid)).toBe(false)
  await expect(jobs.run('pid', undefined)).rejects.toMatchObject({ code: 'unavailable' })
})

// Less than the thirty seconds after which an idle process ends by itself.
const exitTimeoutMs = 20_000

test.for([
  ['for an idle process', ''],
  ['once its runner is closed', 'await jobs.close()'],
])('does not keep a program alive %s', async ([, lastStatement]) => {
  const source = new URL('jobs.ts', import.meta.url).href
  const script = `
    const { jobRunner } = await import(${JSON.stringify(source)})
    const program = new URL(${JSON.stringify(program.href)})
    const jobs = jobRunner({ program, timeoutMs: { pid: ${minuteMs} } })
    console.log((await jobs.run('pid')) > 0)
    ${lastStatement}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await once(child.stdout, 'data')
  expect(String(output)).toBe('true\n')
  const [exitCode] = await once(child, 'exit', { signal: AbortSignal.timeout(exitTimeoutMs) })
  expect(exitCode).toBe(0)
})
