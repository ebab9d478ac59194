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

// Tells glibc to give large blocks back to the system as soon as they are freed: a tenth less memory.
const memoryKept = { MALLOC_MMAP_THRESHOLD_: '65536' }

/**
 * Lays out and sets a paper in a process of its own: what it takes while it works is given back when it ends, and it can
 * be killed at any moment, which a thread inside Typst can’t.
 */
export async function renderInProcess(
  { entry, input, pictures }: PaperOrder,
  file: string,
  { signal: stopped, timeoutMs, onSetting }: LargeOptions,
): Promise<void> {
  stopped.throwIfAborted()
  const tooLong = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([stopped, tooLong])
  // It needs nothing of what the server knows.
  const child = fork(fileURLToPath(entry), [file], {
    // To compile the hot parts of Typst’s WebAssembly once more takes a second and 100 MB, and it ends with this paper.
    execArgv: ['--liftoff-only'],
    env: { ...memoryKept, ...compiledSources() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // What goes wrong with it is told by its answer, or by its end.
  child.on('error', () => undefined)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  try {
    giveWay(child)
    const answer = answerOf(child)
    // It may end while we wait for a picture and nobody listens: that must not take the server with it.
    answer.catch(() => undefined)
    for await (const picture of pictures) {
      signal.throwIfAborted()
      await Promise.race([tell(child, { picture }), answer])
    }
    onSetting?.()
    await Promise.race([tell(child, { input }), answer])
    const told = await answer
    if ('problem' in told) throw told.isRefusal ? new Failure('tooLarge', told.problem) : new Error(told.problem)
  } catch (error) {
    if (stopped.aborted) throw stopped.reason
    throw tooLong.aborted ? new PaperTimeout(`setting the paper took longer than ${timeoutMs} ms`) : error
  } finally {
    signal.removeEventListener('abort', stop)
    await ended(child)
    await rm(spoolOf(file), { force: true })
  }
}

/** With what the server keeps of them, a start takes half the work. */
function compiledSources(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}

/** Its memory is free again when this is done. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** The server goes on answering, also where there is one processor for both. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It is gone already, or not ours to tell: then it works like any other.
  }
}

/** Waits until the message is out, so that not all pictures are in memory at once. */
const tell = (child: ChildProcess, message: ProcessMessage): Promise<void> =>
  new Promise((resolve, reject) => child.send(message, (error) => (error ? reject(error) : resolve())))

async function answerOf(child: ChildProcess): Promise<ProcessAnswer> {
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2_000)
  })
  const ended = new AbortController()
  try {
    const told = once(child, 'message', { signal: ended.signal }).then(([answer]) => answer as ProcessAnswer)
    const exited = once(child, 'exit', { signal: ended.signal }).then(([code, signal]): ProcessAnswer => {
      throw new Error(`setting the paper ended with ${signal ?? code}: ${complaint}`)
    })
    return await Promise.race([told, exited])
  } finally {
    ended.abort()
  }
}
