import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { seconds } from './clock.ts'
import { Failure } from './failure.ts'
import type { JobAnswer, JobMessage, JobTasks } from './job-program.ts'
import { createQueue, type QueuedJob, type QueueLimits } from './queue.ts'

/** A kind of heavy work: its program, and its bounds. */
export interface JobSettings<Program extends JobTasks> {
  /** The module that calls `serveJobs`. */
  readonly program: URL
  /** Milliseconds for one job, once it has begun. */
  readonly timeoutMs: { readonly [Name in keyof Program]: number }
  /** How many run and wait. Without it the caller limits them. */
  readonly queue?: QueueLimits
  /** Lets the server and everything else go first. */
  readonly isBackground?: boolean
  /** Flags of Node, such as bounds on memory and permissions. */
  readonly execArgv?: readonly string[]
  /** Milliseconds for which a process waits for its next job; 0 gives each job a process of its own. */
  readonly idleMs?: number
  /** A process that holds more ends with its job. */
  readonly maxIdleBytes?: number
  /** How often a job is begun whose process ends without an answer. */
  readonly tries?: number
  /** Called before another try. */
  readonly onCrash?: (error: Error) => void
}

type Input<Program extends JobTasks, Name extends keyof Program> = Parameters<Program[Name]>[0]
type Output<Program extends JobTasks, Name extends keyof Program> = Awaited<
  ReturnType<Program[Name]>
>

export interface JobRunner<Program extends JobTasks> {
  /**
   * Does a job in a process that is killed when `signal` aborts. Fails with `JobFailed`, and with `JobStopped` when time or
   * tries are over.
   */
  run<Name extends keyof Program & string>(
    name: Name,
    input: Input<Program, Name>,
    job?: QueuedJob,
  ): Promise<Output<Program, Name>>
  /** Ends the processes that have nothing to do. */
  endIdle(): Promise<void>
  close(): Promise<void>
}

/** The program answered that it can’t do the job. */
export class JobFailed extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** The job took too long, or ended its process, as one does that takes too much memory. */
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
 * Runs jobs in processes that can be killed at any moment: `terminate()` of a thread does not stop native code. Each process
 * does one job at a time, starts on demand, and does not keep the server alive while it is idle.
 */
export function jobRunner<Program extends JobTasks>(
  settings: JobSettings<Program>,
): JobRunner<Program> {
  const {
    timeoutMs,
    queue: limits = unlimited,
    idleMs = seconds(30),
    tries = 2,
    onCrash,
  } = settings
  const { maxIdleBytes = Number.POSITIVE_INFINITY } = settings
  const queue = createQueue(limits)
  const closing = new AbortController()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const running = new Set<Promise<unknown>>()

  function takeProcess(): ChildProcess {
    const [waiting] = idle.keys()
    if (waiting) {
      leaveIdle(waiting)
      setReferenced(waiting, true)
      return waiting
    }
    const child = startProcess(settings)
    child.once('exit', () => leaveIdle(child))
    return child
  }

  function leaveIdle(child: ChildProcess): void {
    clearTimeout(idle.get(child))
    idle.delete(child)
  }

  async function end(child: ChildProcess): Promise<void> {
    leaveIdle(child)
    await terminate(child)
  }

  function keep(child: ChildProcess): void {
    idle.set(child, setTimeout(() => void end(child), idleMs).unref())
    setReferenced(child, false)
  }

  async function runOnce(message: JobMessage, signal: AbortSignal): Promise<JobAnswer> {
    signal.throwIfAborted()
    const child = takeProcess()
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    let isKept = false
    try {
      const answer = await answerOf(child, message)
      isKept = idleMs > 0 && answer.memoryBytes <= maxIdleBytes && !signal.aborted
      return answer
    } finally {
      signal.removeEventListener('abort', kill)
      if (isKept) keep(child)
      else await terminate(child)
    }
  }

  async function runNow(message: JobMessage, cancelled: AbortSignal): Promise<unknown> {
    const { task } = message
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new JobStopped('timeout', `${task} took too long`)),
      timeoutMs[task],
    )
    const signal = AbortSignal.any([cancelled, late.signal])
    try {
      for (let left = tries - 1; ; left--) {
        try {
          const answer = await runOnce(message, signal)
          if ('problem' in answer) throw new JobFailed(answer.problem, answer.code)
          return answer.result
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof ProcessEnded)) throw error
          if (left <= 0) throw new JobStopped('crash', error.message, error)
          onCrash?.(error)
        }
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async function endIdle(): Promise<void> {
    await Promise.all([...idle.keys()].map(end))
  }

  async function run(task: string, input: unknown, job: QueuedJob = {}): Promise<unknown> {
    const signal = job.signal ? AbortSignal.any([closing.signal, job.signal]) : closing.signal
    const done = queue(() => runNow({ task, input }, signal), { ...job, signal })
    running.add(done)
    try {
      return await done
    } finally {
      running.delete(done)
    }
  }

  return {
    run: run as JobRunner<Program>['run'],
    endIdle,
    async close() {
      closing.abort(
        new Failure('unavailable', 'The server is shutting down. Please try again in a minute.'),
      )
      await Promise.allSettled(running)
      await endIdle()
    },
  }
}

/** A process ended without an answer, or never began. */
class ProcessEnded extends Error {}

// Makes glibc return large blocks to the system as soon as they are freed, and share its pools between threads.
const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' }

/** It gets none of the server’s environment, but its compile cache, which halves the start-up work. */
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
  // Its answer or its exit reports what went wrong.
  child.on('error', () => undefined)
  if (isBackground) lowerPriority(child)
  return child
}

/** Keeps the server responsive even on a single core. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has exited, or we lack the permission: the priority stays normal.
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

async function answerOf(child: ChildProcess, message: JobMessage): Promise<JobAnswer> {
  let stderr = ''
  // Drain stderr; a full pipe blocks the child.
  const keepEnd = (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000)
  }
  child.stderr?.on('data', keepEnd)
  const settled = new AbortController()
  const { signal } = settled
  try {
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as JobAnswer)
    const exited = once(child, 'exit', { signal }).then(([code, killedBy]): JobAnswer => {
      throw new Error(`the process ended with ${killedBy ?? code}: ${stderr}`)
    })
    const unsent = new Promise<never>((_, reject) =>
      child.send(message, (error) => error && reject(error)),
    )
    return await Promise.race([answered, exited, unsent])
  } catch (error) {
    throw new ProcessEnded((error as Error).message, { cause: error })
  } finally {
    settled.abort()
    child.stderr?.off('data', keepEnd)
  }
}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const change = isReferenced ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  // A pipe, which Node’s types take for any stream.
  const errors = child.stderr as Socket | null
  errors?.[change]()
}
