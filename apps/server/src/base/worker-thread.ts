import { Piscina } from 'piscina'
import { busy, Failure } from './failure.ts'
import type { Log } from './log.ts'
import { createQueue } from './queue.ts'

interface Settings<Result> {
  /** The module whose export `run` does a job; what it needs is opened with the first one, whose error is told. */
  readonly entry: URL
  /** What the module finds as its `workerData`. */
  readonly data?: unknown
  /** Without, the thread sees the environment of the process. */
  readonly env?: NodeJS.ProcessEnv
  readonly log: Log
  /** Milliseconds without work after which the thread ends. */
  readonly idleMs: number
  /** Milliseconds for one job, once it has begun. */
  readonly timeoutMs: number
  readonly timeoutError: () => Error
  /** How many jobs may wait; the next one is rejected. */
  readonly maxWaiting: number
  /** Whether the thread should be replaced after this result. */
  readonly isWorn?: (result: Result) => boolean
}

export interface WorkerThread<Job, Result> {
  /** A job that is aborted or takes too long ends its thread; those that wait get a new one. */
  run(job: Job, signal?: AbortSignal): Promise<Result>
  close(): Promise<void>
}

/** Runs one job after the other in a thread, which starts when it is needed and does not keep the process alive. */
export function workerThread<Job, Result>(settings: Settings<Result>): WorkerThread<Job, Result> {
  const { entry, data, env, log, idleMs, timeoutMs, timeoutError, maxWaiting, isWorn } = settings
  const queue = createQueue({ concurrency: 1, maxWaiting, rejection: busy })
  const closing = new AbortController()
  let stop = new AbortController()
  let pool: Piscina<Job, Result> | undefined

  function started(): Piscina<Job, Result> {
    const thread = new Piscina<Job, Result>({
      filename: entry.href,
      name: 'run',
      workerData: data,
      ...(env && { env }),
      execArgv: [],
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      // Otherwise connections that the thread holds would stand still between two jobs.
      atomics: 'disabled',
      recordTiming: false,
    })
    // It failed before it had a job, or between two: the pool itself would let the next one wait for ever.
    thread.on('error', (error) => {
      log.error({ err: error, entry: entry.pathname }, 'a worker thread failed')
      stop.abort(error)
    })
    return thread
  }

  /** To end it takes a moment; a job that comes meanwhile gets a new one. */
  async function end(): Promise<void> {
    const ending = pool
    pool = undefined
    await ending?.destroy()
  }

  async function runNow(job: Job, left: AbortSignal): Promise<Result> {
    stop = new AbortController()
    const timer = setTimeout(() => stop.abort(timeoutError()), timeoutMs).unref()
    const signal = AbortSignal.any([left, stop.signal])
    pool ??= started()
    try {
      const result = await pool.run(job, { signal })
      if (isWorn?.(result)) void end()
      return result
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run(job, signal) {
      const left = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      return queue(() => runNow(job, left), { signal: left })
    },
    async close() {
      closing.abort(new Failure('unavailable', 'The server is closing. Please try again in a minute.'))
      await end()
    },
  }
}
