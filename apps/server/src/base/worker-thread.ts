import { Piscina } from 'piscina'
import { busy, Failure } from './failure.ts'
import type { Log } from './log.ts'
import { createQueue } from './queue.ts'

interface Settings<Result> {
  /** The module that exports `run`; it opens what it needs with the first job, which then fails if that fails. */
  readonly entry: URL
  /** The `workerData` of the module. */
  readonly data?: unknown
  /** Defaults to the environment of the process. */
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
  readonly shouldReplace?: (result: Result) => boolean
}

export interface WorkerThread<Job, Result> {
  /** A job that is aborted or times out terminates its thread; queued jobs get a new one. */
  run(job: Job, signal?: AbortSignal): Promise<Result>
  close(): Promise<void>
}

/** Runs jobs one at a time in a thread, which starts on demand and does not keep the process alive. */
export function workerThread<Job, Result>(settings: Settings<Result>): WorkerThread<Job, Result> {
  const { entry, data, env, log, idleMs, timeoutMs, timeoutError, maxWaiting, shouldReplace } = settings
  const queue = createQueue({ concurrency: 1, maxWaiting, rejection: busy })
  const closing = new AbortController()
  let stop = new AbortController()
  let pool: Piscina<Job, Result> | undefined

  function startPool(): Piscina<Job, Result> {
    const thread = new Piscina<Job, Result>({
      filename: entry.href,
      name: 'run',
      workerData: data,
      ...(env && { env }),
      execArgv: [],
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      // With atomics the thread blocks between jobs, and its open connections stall.
      atomics: 'disabled',
      recordTiming: false,
    })
    // The thread failed outside a job: the pool itself would let the next job wait forever.
    thread.on('error', (error) => {
      log.error({ err: error, entry: entry.pathname }, 'a worker thread failed')
      stop.abort(error)
    })
    return thread
  }

  /** Termination takes a moment; a job that arrives meanwhile gets a new thread. */
  async function end(): Promise<void> {
    const ending = pool
    pool = undefined
    await ending?.destroy()
  }

  async function runNow(job: Job, cancelled: AbortSignal): Promise<Result> {
    stop = new AbortController()
    const timer = setTimeout(() => stop.abort(timeoutError()), timeoutMs).unref()
    const signal = AbortSignal.any([cancelled, stop.signal])
    pool ??= startPool()
    try {
      const result = await pool.run(job, { signal })
      if (shouldReplace?.(result)) void end()
      return result
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run(job, signal) {
      const cancelled = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      return queue(() => runNow(job, cancelled), { signal: cancelled })
    },
    async close() {
      closing.abort(new Failure('unavailable', 'The server is shutting down. Please try again in a minute.'))
      await end()
    },
  }
}
