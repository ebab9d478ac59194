import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { seconds } from './clock.ts'
import { Failure } from './failure.ts'
import type { JobMessage, JobReply, JobTasks } from './job-program.ts'
import { createQueue, type QueuedJob, type QueueLimits } from './queue.ts'

/** Program and limits of one kind of heavy work. */
export interface JobSettings<Program extends JobTasks> {
  /** The module that calls `serveJobs`. */
  readonly program: URL
  /** Timeout per task in milliseconds, counted from the start of the job. */
  readonly timeoutMs: { readonly [Name in keyof Program]: number }
  /** Limits running and waiting jobs. Without it, the caller must limit them. */
  readonly queue?: QueueLimits
  /** Runs the processes at a lower priority. */
  readonly isBackground?: boolean
  /** Node flags, such as memory limits and permissions. */
  readonly execArgv?: readonly string[]
  /** How long a process waits for its next job; 0 gives each job a process of its own. */
  readonly idleMs?: number
  /** A process using more memory than this ends after its job. */
  readonly maxIdleBytes?: number
  /** How many times a job is started at most if its process ends without an answer. */
  readonly maxAttempts?: number
  /** Called before each retry. */
  readonly onCrash?: (error: Error) => void
}

type Input<Program extends JobTasks, Name extends keyof Program> = Parameters<Program[Name]>[0]
type Output<Program extends JobTasks, Name extends keyof Program> = Awaited<
  ReturnType<Program[Name]>
>

export interface JobRunner<Program extends JobTasks> {
  /**
   * Runs a job in a process that is killed when `signal` aborts. Rejects with `JobFailed` if the
   * task fails, and with `JobStopped` on a timeout or when its process ended at every attempt.
   */
  run<Name extends keyof Program & string>(
    name: Name,
    input: Input<Program, Name>,
    job?: QueuedJob,
  ): Promise<Output<Program, Name>>
  /** Ends the processes without a job. */
  endIdleProcesses(): Promise<void>
  /** Cancels all jobs, rejects further ones, and resolves when every process has ended. */
  close(): Promise<void>
}

/** The task threw an error. */
export class JobFailed extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** The job timed out, or its process ended, for example for lack of memory. */
export class JobStopped extends Error {
  readonly reason: 'timeout' | 'crash'

  constructor(reason: JobStopped['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const unlimited: QueueLimits = {
  concurrency: Number.POSITIVE_INFINITY,
  maxWaiting: 0,
  rejection: () => new Error('there is no queue'),
}

/**
 * Runs jobs in child processes, which can be killed at any moment: terminating a thread does not
 * stop native code. Each process runs one job at a time, starts on demand, and does not keep
 * the server alive while it is idle.
 */
export function jobRunner<Program extends JobTasks>(
  settings: JobSettings<Program>,
): JobRunner<Program> {
  const { timeoutMs, queue: limits = unlimited, maxAttempts = 2, onCrash } = settings
  const queue = createQueue(limits)
  const pool = createProcessPool(settings)
  const closing = new AbortController()
  const runningJobs = new Set<Promise<unknown>>()

  async function runOnce(message: JobMessage, signal: AbortSignal): Promise<JobReply> {
    signal.throwIfAborted()
    const child = pool.acquire()
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    let memoryBytes: number | null = null
    try {
      const reply = await requestReply(child, message)
      // After an abort the process has been killed: null keeps it from being reused.
      if (!signal.aborted) memoryBytes = reply.memoryBytes
      return reply
    } finally {
      signal.removeEventListener('abort', kill)
      await pool.release(child, memoryBytes)
    }
  }

  async function runWithRetries(message: JobMessage, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await runOnce(message, signal)
        if ('problem' in reply) throw new JobFailed(reply.problem, reply.code)
        return reply.result
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof ProcessEnded)) throw error
        if (attempt >= maxAttempts) throw new JobStopped('crash', error.message, error)
        onCrash?.(error)
      }
    }
  }

  async function runWithTimeout(message: JobMessage, cancelled: AbortSignal): Promise<unknown> {
    const { task } = message
    const timeout = new AbortController()
    const timer = setTimeout(
      () => timeout.abort(new JobStopped('timeout', `${task} took too long`)),
      timeoutMs[task],
    )
    try {
      return await runWithRetries(message, AbortSignal.any([cancelled, timeout.signal]))
    } finally {
      clearTimeout(timer)
    }
  }

  async function run(task: string, input: unknown, job: QueuedJob = {}): Promise<unknown> {
    const signal = job.signal ? AbortSignal.any([closing.signal, job.signal]) : closing.signal
    const done = queue(() => runWithTimeout({ task, input }, signal), { ...job, signal })
    runningJobs.add(done)
    try {
      return await done
    } finally {
      runningJobs.delete(done)
    }
  }

  return {
    run: run as JobRunner<Program>['run'],
    endIdleProcesses: pool.endIdle,
    async close() {
      closing.abort(
        new Failure('unavailable', 'The server is shutting down. Please try again in a minute.'),
      )
      await Promise.allSettled(runningJobs)
      await pool.endIdle()
    },
  }
}

type PoolSettings = Omit<JobSettings<JobTasks>, 'timeoutMs'>

/** Starts processes on demand, and keeps those without a job for a while. */
function createProcessPool(settings: PoolSettings) {
  const { idleMs = seconds(30), maxIdleBytes = Number.POSITIVE_INFINITY } = settings
  const idleTimers = new Map<ChildProcess, NodeJS.Timeout>()

  function removeFromIdle(child: ChildProcess): void {
    clearTimeout(idleTimers.get(child))
    idleTimers.delete(child)
  }

  async function endIdleProcess(child: ChildProcess): Promise<void> {
    removeFromIdle(child)
    await terminate(child)
  }

  function keepIdle(child: ChildProcess): void {
    idleTimers.set(child, setTimeout(() => void endIdleProcess(child), idleMs).unref())
    setReferenced(child, false)
  }

  return {
    acquire(): ChildProcess {
      const [idleChild] = idleTimers.keys()
      if (idleChild) {
        removeFromIdle(idleChild)
        setReferenced(idleChild, true)
        return idleChild
      }

      const child = startProcess(settings)
      child.once('exit', () => removeFromIdle(child))
      return child
    },

    /**
     * Keeps the process for the next job if it uses little memory, else ends it. `memoryBytes` is
     * null for a process that must not be reused.
     */
    async release(child: ChildProcess, memoryBytes: number | null): Promise<void> {
      const isReusable = idleMs > 0 && memoryBytes !== null && memoryBytes <= maxIdleBytes
      if (isReusable) keepIdle(child)
      else await terminate(child)
    },

    async endIdle(): Promise<void> {
      await Promise.all([...idleTimers.keys()].map(endIdleProcess))
    },
  }
}

/** The process ended without an answer, or could not be started. */
class ProcessEnded extends Error {}

// Makes glibc return large blocks to the system as soon as they are freed, and share its pools
// among threads.
const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' }

/**
 * The process gets no environment variables of the server except its compile cache, which halves
 * the start-up work.
 */
function startProcess({ program, execArgv = [], isBackground }: PoolSettings): ChildProcess {
  const cacheFolder = getCompileCacheDir()
  const child = fork(fileURLToPath(program), {
    execArgv: [...execArgv],
    env: { ...mallocSettings, ...(cacheFolder && { NODE_COMPILE_CACHE: cacheFolder }) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Errors are reported by its answer or its exit.
  child.on('error', () => undefined)
  if (isBackground) lowerPriority(child)
  return child
}

/** Keeps the server responsive even on a single core. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has exited or the permission is missing: the priority stays normal.
  }
}

/** Resolves when the process has exited and its memory is free. */
async function terminate(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  // An idle child is unreferenced: the event loop would end before its exit is noticed.
  child.ref()
  child.kill('SIGKILL')
  await exit
}

// In characters: the end of standard error usually tells why a process ended.
const maxReportedOutput = 2_000

/** Sends a job to a process; fails with `ProcessEnded` if it does not reply. */
async function requestReply(child: ChildProcess, message: JobMessage): Promise<JobReply> {
  let stderr = ''
  // Read in any case, because a full pipe blocks the child.
  const keepLastOutput = (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-maxReportedOutput)
  }
  child.stderr?.on('data', keepLastOutput)
  const listening = new AbortController()
  const { signal } = listening
  try {
    const replied = once(child, 'message', { signal }).then(([reply]) => reply as JobReply)
    const exited = once(child, 'exit', { signal }).then(([code, killedBy]): JobReply => {
      throw new Error(`the process ended with ${killedBy ?? code}: ${stderr}`)
    })
    const sendFailed = new Promise<never>((_, reject) =>
      child.send(message, (error) => error && reject(error)),
    )
    return await Promise.race([replied, exited, sendFailed])
  } catch (error) {
    throw new ProcessEnded((error as Error).message, { cause: error })
  } finally {
    listening.abort()
    child.stderr?.off('data', keepLastOutput)
  }
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const method = isReferenced ? 'ref' : 'unref'
  child[method]()
  child.channel?.[method]()
  // A pipe, which is a socket; Node’s types do not say so.
  const stderr = child.stderr as Socket | null
  stderr?.[method]()
}
