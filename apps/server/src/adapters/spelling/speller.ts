import { Worker } from 'node:worker_threads'
import { minutes } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { Answer, Question } from './worker.ts'

/** Corrects spelling in German, French and English, in a thread of its own, with no network. */
export interface Speller {
  /** `house` are the words never to be touched, written as by `houseKey`. */
  correct(text: string, house: readonly string[]): Promise<string>
  close(): Promise<void>
}

interface Waiting {
  resolve(text: string): void
  reject(error: Error): void
}

/** The thread starts when it is first needed and ends when nobody has needed it for a while. */
export function createSpeller(folder: string, log: Log, idle = minutes(10)): Speller {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let questions = 0
  let rest: NodeJS.Timeout | undefined

  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('worker.ts', import.meta.url), { workerData: { folder } })
    // It must not keep the process alive.
    thread.unref()
    thread.on('message', (answer: Answer) => receive(answer))
    thread.on('error', (error) => {
      log.error({ err: error }, 'the spelling thread failed')
      abandon(thread, error)
    })
    thread.on('exit', () => abandon(thread, new Error('the spelling thread ended')))
    worker = thread
    return thread
  }

  /** To end it takes a moment; a text that comes meanwhile gets a new one. */
  function giveBack(): void {
    const thread = worker
    worker = undefined
    void thread?.terminate()
  }

  function receive(answer: Answer): void {
    if ('note' in answer) {
      log.warn({}, answer.note)
      return
    }
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) rest = setTimeout(giveBack, idle).unref()
    if ('problem' in answer) asker?.reject(new Error(answer.problem))
    else asker?.resolve(answer.text)
  }

  function abandon(thread: Worker, error: Error): void {
    if (worker !== thread) return
    worker = undefined
    for (const asker of waiting.values()) asker.reject(error)
    waiting.clear()
  }

  return {
    correct(text, house) {
      clearTimeout(rest)
      return new Promise((resolve, reject) => {
        const id = ++questions
        waiting.set(id, { resolve, reject })
        started().postMessage({ id, text, house } satisfies Question)
      })
    },
    async close() {
      clearTimeout(rest)
      await worker?.terminate()
    },
  }
}
