import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { lowerPriority, startChild, terminate } from '../../base/child-process.ts'
import { seconds } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import type { VariantSpec } from './images.ts'
import type { Header, PictureFormat } from './picture-format.ts'
import type { TileJob } from './tiles.ts'

/** What the process can do, by name. */
export interface Jobs {
  readonly frames: { readonly file: string; readonly format: PictureFormat; readonly max: number }
  readonly measure: { readonly file: string }
  readonly prepare: { readonly file: string; readonly specs: readonly VariantSpec[]; readonly maxPixels: number }
  readonly likeness: { readonly picture: Uint8Array }
  readonly pyramid: { readonly original: string; readonly target: string }
  readonly tile: TileJob
}

export interface Results {
  /** Whether there are more frames or pages than `max`. */
  readonly frames: boolean
  readonly measure: Header
  readonly prepare: readonly Uint8Array[]
  readonly likeness: string
  readonly pyramid: undefined
  readonly tile: Uint8Array
}

export type JobName = keyof Jobs
export type Request = { readonly [Name in JobName]: { id: number; name: Name; job: Jobs[Name] } }[JobName]
export type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly problem: string })

/** The library could not do the job: its file is damaged or gone. */
export class LibvipsFailed extends Error {}

/** The job took too long or ended the process, as one does that takes too much memory. */
export class LibvipsExhausted extends Error {}

/** Everything that reads or makes pictures: in a process of low priority that can be killed, so that nobody waits for it. */
export interface Libvips {
  /** Fails with `LibvipsFailed` or `LibvipsExhausted`. */
  run<Name extends JobName>(name: Name, job: Jobs[Name]): Promise<Results[Name]>
  close(): Promise<void>
}

const entry = new URL('libvips-process.ts', import.meta.url)
const maxKills = 3
const idleMs = seconds(30)
// Generous: it gives way to everybody else, and a busy machine leaves it a tenth of a processor.
const timeouts: Record<JobName, number> = {
  frames: seconds(30),
  measure: seconds(30),
  prepare: seconds(180),
  likeness: seconds(30),
  pyramid: seconds(180),
  tile: seconds(20),
}

interface Running {
  readonly settle: (answer: Answer) => void
  readonly fail: (error: Error) => void
}

/** Starts with the first job, ends when there was none for a while, and keeps nobody from exiting meanwhile. */
export function libvipsProcess(timeoutMs = timeouts): Libvips {
  let child: ChildProcess | undefined
  let running = new Map<number, Running>()
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function start(): ChildProcess {
    const started = startChild(entry, { args: [], execArgv: ['--max-semi-space-size=4'] })
    const own = new Map<number, Running>()
    lowerPriority(started)
    // Nobody reads what the library complains about, and a full pipe would stop it.
    started.stderr?.resume()
    started.on('message', (answer: Answer) => own.get(answer.id)?.settle(answer))
    started.once('exit', () => {
      if (child === started) child = undefined
      // Killed by us, that is, for a job that took too long: the others are not to blame.
      const problem = started.killed ? new Interrupted() : new Killed('the process of pictures ended')
      for (const { fail } of own.values()) fail(problem)
    })
    child = started
    running = own
    return started
  }

  async function runOnce(name: JobName, job: Jobs[JobName]): Promise<unknown> {
    if (closed) throw new Failure('unavailable', 'The server is shutting down. Please try again in a minute.')
    clearTimeout(idle)
    const at = child ?? start()
    const own = running
    const id = ++lastId
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<Answer>()
    own.set(id, { settle, fail })
    setReferenced(at, true)
    const timer = setTimeout(() => {
      fail(new LibvipsExhausted(`${name} took too long`))
      at.kill('SIGKILL')
    }, timeoutMs[name])
    try {
      at.send({ id, name, job })
      const answer = await promise
      if ('problem' in answer) throw new LibvipsFailed(answer.problem)
      return answer.result
    } finally {
      clearTimeout(timer)
      own.delete(id)
      if (own.size === 0 && child === at) {
        setReferenced(at, false)
        idle = setTimeout(() => void terminate(at), idleMs).unref()
      }
    }
  }

  /** Again in a new process, as often as another job is to blame; what ends its process by itself has a few tries. */
  async function run(name: JobName, job: Jobs[JobName], kills = 0): Promise<unknown> {
    try {
      return await runOnce(name, job)
    } catch (error) {
      if (error instanceof Interrupted && !closed) return run(name, job, kills)
      if (!(error instanceof Killed) || closed) throw error
      if (kills + 1 >= maxKills) throw new LibvipsExhausted(`${name} ended the process`, { cause: error })
      return run(name, job, kills + 1)
    }
  }

  return {
    run: <Name extends JobName>(name: Name, job: Jobs[Name]) => run(name, job) as Promise<Results[Name]>,
    async close() {
      closed = true
      clearTimeout(idle)
      if (child) await terminate(child)
    },
  }
}

/**
 * A process for each job at a time: what a file does to its process, no other job notices. The caller limits how many
 * there are.
 */
export function libvipsProcesses(): Libvips {
  const all = new Set<Libvips>()
  const idle: Libvips[] = []

  return {
    async run(name, job) {
      const process = idle.pop() ?? libvipsProcess()
      all.add(process)
      try {
        return await process.run(name, job)
      } finally {
        idle.push(process)
      }
    },
    async close() {
      await Promise.all([...all].map((process) => process.close()))
    },
  }
}

/** The process ended by itself. */
class Killed extends Error {}

/** The process was killed for another job. */
class Interrupted extends Error {}

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const change = isReferenced ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
  // A pipe, which Node’s types take for any stream.
  const errors = child.stderr as Socket | null
  errors?.[change]()
}
