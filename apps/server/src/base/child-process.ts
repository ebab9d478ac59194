import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

// Makes glibc return large blocks to the system as soon as they are freed, and share its pools between threads.
const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' }

interface Settings {
  readonly args: readonly string[]
  /** Of Node itself. */
  readonly execArgv: readonly string[]
}

/** Starts a program of ours that can be killed at any moment. It gets none of the server’s environment. */
export function startChild(entry: URL, { args, execArgv }: Settings): ChildProcess {
  const child = fork(fileURLToPath(entry), args, {
    execArgv: [...execArgv],
    env: { ...mallocSettings, ...compiledSources() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Its answer or its exit reports what went wrong.
  child.on('error', () => undefined)
  return child
}

/** Shares the compile cache of the server, which halves the start-up work. */
function compiledSources(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}

/** Keeps the server responsive even on a single core. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has exited, or we lack the permission: the priority stays normal.
  }
}

/** Called in the child: the OOM killer shall end it rather than the server. */
export function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Only Linux has it.
  }
}

/** Resolves when the process has exited and its memory is free. */
export async function terminate(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  // An idle child is unreferenced: the event loop would end before its exit is noticed.
  child.ref()
  child.kill('SIGKILL')
  await exit
}

/** Waits until the message is sent, so that not all pictures are in memory at once. */
export const send = (child: ChildProcess, message: object): Promise<void> =>
  new Promise((resolve, reject) =>
    child.send(message, (error) => (error ? reject(new ProcessEnded(error.message, { cause: error })) : resolve())),
  )

/** A process ended without an answer, or never began. */
class ProcessEnded extends Error {}

/** Told of a process that ended by itself, before another one tries again. */
export type OnEnded = (error: Error) => void

/** Again where the process ended: when memory is short, the system kills it before the server (`raiseOomScore`). */
export async function withSecondTry<T>(work: () => Promise<T>, onEnded: OnEnded): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error
    onEnded(error)
    return work()
  }
}

/** The next message of the process; rejects when it exits without one. */
export async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  let stderr = ''
  const keep = (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000)
  }
  child.stderr?.on('data', keep)
  const ended = new AbortController()
  try {
    const answered = once(child, 'message', { signal: ended.signal }).then(([answer]) => answer as Answer)
    const exited = once(child, 'exit', { signal: ended.signal }).then(([code, signal]): Answer => {
      throw new Error(`the process ended with ${signal ?? code}: ${stderr}`)
    })
    return await Promise.race([answered, exited])
  } catch (error) {
    throw new ProcessEnded((error as Error).message, { cause: error })
  } finally {
    ended.abort()
    child.stderr?.off('data', keep)
  }
}
