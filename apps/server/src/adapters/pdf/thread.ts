import { Worker } from 'node:worker_threads'
import { seconds } from '../../clock.ts'
import { busy } from '../../failure.ts'
import type { Log } from '../../log.ts'
import type { ThreadAnswer, ThreadJob } from './thread-main.ts'

// At some thirty milliseconds a paper nobody waits longer than two seconds; who comes later is asked to come again.
const longestQueue = 60

interface Waiting {
  readonly job: ThreadJob
  resolve(pdf: Buffer): void
  reject(error: Error): void
}

/** Sets one paper after the other. The thread starts when it is needed and ends when nobody has needed it for a while. */
export function paperThread(log: Log, idle = seconds(40), patience = seconds(30)) {
  const waiting: Waiting[] = []
  let current: Waiting | undefined
  let worker: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  let closed = false

  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('thread-main.ts', import.meta.url), { execArgv: [], env: {} })
    // It must not keep the process alive.
    thread.unref()
    // The paper of one that was given up may still arrive: whoever waits now asked for another.
    thread.on('message', (answer: ThreadAnswer) => {
      if (worker === thread) finish(answer)
    })
    thread.on('error', (error) => {
      log.error({ err: error }, 'the thread that sets papers failed')
      abandon(thread, error)
    })
    thread.on('exit', () => abandon(thread, new Error('the thread that sets papers ended')))
    worker = thread
    return thread
  }

  /** To end it takes a moment; a paper that comes meanwhile gets a new one. */
  function giveBack(): void {
    const thread = worker
    worker = undefined
    void thread?.terminate()
  }

  function next(): void {
    if (current || closed) return
    current = waiting.shift()
    clearTimeout(rest)
    if (!current) {
      rest = setTimeout(giveBack, idle).unref()
      return
    }
    const thread = started()
    rest = setTimeout(() => abandon(thread, new Error('setting a paper took too long')), patience).unref()
    thread.postMessage(current.job)
  }

  function finish(answer: ThreadAnswer): void {
    const asker = current
    current = undefined
    if (answer.worn) giveBack()
    next()
    if ('problem' in answer) asker?.reject(new Error(answer.problem))
    else asker?.resolve(Buffer.from(answer.pdf.buffer))
  }

  /** Only the paper on which it ended fails; those in the queue get a new thread. */
  function abandon(thread: Worker, error: Error): void {
    if (worker !== thread) return
    worker = undefined
    void thread.terminate()
    const asker = current
    current = undefined
    asker?.reject(error)
    next()
  }

  return {
    render(job: ThreadJob): Promise<Buffer> {
      if (waiting.length >= longestQueue) return Promise.reject(busy())
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        next()
      })
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(rest)
      for (const asker of waiting.splice(0)) asker.reject(new Error('the server is closing'))
      await worker?.terminate()
    },
  }
}
