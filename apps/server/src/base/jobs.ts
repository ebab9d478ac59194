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
  /** How often a job is started if its process ends without an answer. */
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
  const {
    timeoutMs,
    queue: limits = unlimited,
    idleMs = seconds(30),
    maxAttempts = 2,
    onCrash,
  } = settings
  const { maxIdleBytes = Number.POSITIVE_INFINITY } = settings
  const queue = createQueue(limits)
  const closing = new AbortController()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()

  function acquireProcess(): ChildProcess {
    const [idleChild] = idle.keys()
    if (idleChild) {
      removeFromIdle(idleChild)
      setReferenced(idleChild, true)
      return idleChild
    }

    const child = startProcess(settings)
    child.once('exit', () => removeFromIdle(child))
    return child
  }

  function removeFromIdle(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  async function endProcess(child: ChildProcess): Promise<void> {
    removeFromIdle(child)
    await terminate(child)
  }

  function keepIdle(child: ChildProcess): void {
    idle.set(child, setTimeout(() => void endProcess(child), idleMs).unref())
    setReferenced(child, false)
  }

  async function runOnce(message: JobMessage, signal: AbortSignal): Promise<JobReply> {
    signal.throwIfAborted()
    const child = acquireProcess()
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    let isReusable = false
    try {
      const answer = await requestAnswer(child, message)
      isReusable = idleMs > 0 && answer.memoryBytes <= maxIdleBytes && !signal.aborted
      return answer
    } finally {
      signal.removeEventListener('abort', kill)
      if (isReusable) keepIdle(child)
      else await terminate(child)
    }
  }

  async function runWithRetries(message: JobMessage, cancelled: AbortSignal): Promise<unknown> {
    const { task } = message
    const timeout = new AbortController()
    const timer = setTimeout(
      () => timeout.abort(new JobStopped('timeout', `${task} took too long`)),
      timeoutMs[task],
    )
    const signal = AbortSignal.any([cancelled, timeout.signal])
    try {
      for (let retriesLeft = maxAttempts - 1; ; retriesLeft--) {
        try {
          const answer = await runOnce(message, signal)
          if ('problem' in answer) throw new JobFailed(answer.problem, answer.code)
          return answer.result
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof ProcessEnded)) throw error
          if (retriesLeft <= 0) throw new JobStopped('crash', error.message, error)
          onCrash?.(error)
        }
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async function endIdleProcesses(): Promise<void> {
    await Promise.all([...idle.keys()].map(endProcess))
  }

  async function run(task: string, input: unknown, job: QueuedJob = {}): Promise<unknown> {
    const signal = job.signal ? AbortSignal.any([closing.signal, job.signal]) : closing.signal
    const done = queue(() => runWithRetries({ task, input }, signal), { ...job, signal })
    running.add(done)
    try {
      return await done
    } finally {
      running.delete(done)
    }
  }

  return {
    run: run as JobRunner<Program>['run'],
    endIdleProcesses,
    async close() {
      closing.abort(
        new Failure('unavailable', 'The server is shutting down. Please try again in a minute.'),
      )
      await Promise.allSettled(running)
      await endIdleProcesses()
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
function startProcess({
  program,
  execArgv = [],
  isBackground,
}: Omit<JobSettings<JobTasks>, 'timeoutMs'>): ChildProcess {
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

async function requestAnswer(child: ChildProcess, message: JobMessage): Promise<JobReply> {
  let stderr = ''
  // Drain stderr; a full pipe blocks the child.
  const keepLastOutput = (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000)
  }
  child.stderr?.on('data', keepLastOutput)
  const listening = new AbortController()
  const { signal } = listening
  try {
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as JobReply)
    const exited = once(child, 'exit', { signal }).then(([code, killedBy]): JobReply => {
      throw new Error(`the process ended with ${killedBy ?? code}: ${stderr}`)
    })
    const sendFailed = new Promise<never>((_, reject) =>
      child.send(message, (error) => error && reject(error)),
    )
    return await Promise.race([answered, exited, sendFailed])
  } catch (error) {
    throw new ProcessEnded((error as Error).message, { cause: error })
  } finally {
    listening.abort()
    child.stderr?.off('data', keepLastOutput)
  }
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const change = isReferenced ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  // Node’s types don’t tell that it is a pipe.
  const stderr = child.stderr as Socket | null
  stderr?.[change]()
}
