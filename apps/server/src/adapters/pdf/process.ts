import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { LargeOptions, Paper } from './papers.ts'
import type { ProcessAnswer, ProcessMessage } from './process-main.ts'
import { spoolOf } from './spool.ts'

// Tells glibc to give large blocks back to the system as soon as they are freed: a tenth less memory.
const memoryKept = { MALLOC_MMAP_THRESHOLD_: '65536' }

const entry = fileURLToPath(new URL('process-main.ts', import.meta.url))

/** Sets a paper in a process of its own: what it takes while it works is given back when it ends. */
export async function renderInProcess(paper: Paper, file: string, { signal, onSetting }: LargeOptions): Promise<void> {
  signal.throwIfAborted()
  // It needs nothing of what the server knows.
  const child = fork(entry, [file], {
    execArgv: [],
    env: memoryKept,
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
    for await (const picture of paper.pictures) {
      signal.throwIfAborted()
      await Promise.race([tell(child, { picture }), answer])
    }
    onSetting?.()
    const { template, data, pages } = paper
    await Promise.race([tell(child, { job: { template, data, pages } }), answer])
    const told = await answer
    if ('problem' in told) throw new Error(told.problem)
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await ended(child)
    await rm(spoolOf(file), { force: true })
  }
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
