import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Failure } from '../../base/failure.ts'
import { type LargeOptions, type PaperOrder, PaperTimeout } from './papers.ts'
import type { ProcessAnswer, ProcessMessage } from './process-main.ts'
import { spoolOf } from './spool.ts'

// Makes glibc return large blocks to the system as soon as they are freed: a tenth less memory.
const mallocSettings = { MALLOC_MMAP_THRESHOLD_: '65536' }

/**
 * Renders a paper in a separate process: its memory is released when it ends, and unlike a thread inside Typst it can be
 * killed at any moment.
 */
export async function renderInProcess(
  { entry, input, pictures }: PaperOrder,
  file: string,
  { signal: cancelled, timeoutMs, onSetting }: LargeOptions,
): Promise<void> {
  cancelled.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([cancelled, timeout])
  // It gets none of the server’s environment.
  const child = fork(fileURLToPath(entry), [file], {
    // Optimizing Typst’s WebAssembly takes a second and 100 MB, too much for a process that renders one paper.
    execArgv: ['--liftoff-only'],
    env: { ...mallocSettings, ...compiledSources() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // Its answer or its exit reports what went wrong.
  child.on('error', () => undefined)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    lowerPriority(child)
    const answer = answerOf(child)
    // It may exit while we await a picture: the rejection must not be unhandled.
    answer.catch(() => undefined)
    for await (const picture of pictures) {
      signal.throwIfAborted()
      await Promise.race([send(child, { picture }), answer])
    }
    onSetting?.()
    await Promise.race([send(child, { input }), answer])
    const result = await answer
    if ('problem' in result)
      throw result.isRefusal ? new Failure('tooLarge', result.problem) : new Error(result.problem)
  } catch (error) {
    if (cancelled.aborted) throw cancelled.reason
    throw timeout.aborted ? new PaperTimeout(`setting the paper took longer than ${timeoutMs} ms`) : error
  } finally {
    signal.removeEventListener('abort', stop)
    await terminate(child)
    await rm(spoolOf(file), { force: true })
  }
}

/** Shares the compile cache of the server, which halves the start-up work. */
function compiledSources(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}

/** Resolves when the process has exited and its memory is free. */
async function terminate(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Keeps the server responsive even on a single core. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has exited, or we lack the permission: the priority stays normal.
  }
}

/** Waits until the message is sent, so that not all pictures are in memory at once. */
const send = (child: ChildProcess, message: ProcessMessage): Promise<void> =>
  new Promise((resolve, reject) => child.send(message, (error) => (error ? reject(error) : resolve())))

async function answerOf(child: ChildProcess): Promise<ProcessAnswer> {
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = `${stderr}${chunk}`.slice(-2_000)
  })
  const ended = new AbortController()
  try {
    const answered = once(child, 'message', { signal: ended.signal }).then(([answer]) => answer as ProcessAnswer)
    const exited = once(child, 'exit', { signal: ended.signal }).then(([code, signal]): ProcessAnswer => {
      throw new Error(`setting the paper ended with ${signal ?? code}: ${stderr}`)
    })
    return await Promise.race([answered, exited])
  } finally {
    ended.abort()
  }
}
