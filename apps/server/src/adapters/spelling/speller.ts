import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { minutes, seconds } from '../../clock.ts'
import { busy, Failure } from '../../failure.ts'
import type { Log } from '../../log.ts'
import { spellingLanguages } from './lexicon/languages.ts'
import { builtFolder, lexiconFile } from './lexicon/lexicon-file.ts'
import type { Answer, Question } from './worker.ts'

/** Corrects spelling in German, French and English, in a thread of its own, with no network. */
export interface Speller {
  /** `house` are the words never to be touched, written as by `houseKey`. */
  correct(text: string, house: readonly string[], signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

export interface SpellerSettings {
  /** Where the compiled dictionaries are. */
  readonly folder?: string
  /** Milliseconds without work after which the thread ends. */
  readonly idle?: number
  /** Milliseconds for one text; an ordinary one of the longest length takes about a second. */
  readonly timeLimit?: number
  /** How many may wait for their turn. */
  readonly longestQueue?: number
}

interface Job {
  readonly question: Question
  resolve(text: string): void
  reject(error: Error): void
}

/** Corrects one text after the other. The thread starts when it is needed and ends when it has not been for a while. */
export function createSpeller(
  log: Log,
  { folder = builtFolder, idle = minutes(10), timeLimit = seconds(10), longestQueue = 8 }: SpellerSettings = {},
): Speller {
  const waiting: Job[] = []
  let current: Job | undefined
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function started(): Worker {
    if (worker) return worker
    const thread = new Worker(new URL('worker.ts', import.meta.url), { workerData: { folder }, execArgv: [], env: {} })
    // It must not keep the process alive.
    thread.unref()
    // An answer of a thread that was replaced belongs to nobody.
    thread.on('message', (answer: Answer) => {
      if (worker === thread) finish(answer)
    })
    thread.on('error', (error) => {
      log.error({ err: error }, 'the spelling thread failed')
      replace(thread, error)
    })
    thread.on('exit', () => replace(thread, new Error('the spelling thread ended')))
    worker = thread
    return thread
  }

  function next(): void {
    if (current || closed) return
    current = waiting.shift()
    clearTimeout(timer)
    if (!current) {
      timer = setTimeout(endIdle, idle).unref()
      return
    }
    const thread = started()
    timer = setTimeout(() => replace(thread, tookTooLong()), timeLimit).unref()
    thread.postMessage(current.question)
  }

  /** To end it takes a moment; a text that comes meanwhile gets a new one. */
  function endIdle(): void {
    const thread = worker
    worker = undefined
    void thread?.terminate()
  }

  function finish(answer: Answer): void {
    const job = current
    current = undefined
    next()
    if ('problem' in answer) job?.reject(new Error(answer.problem))
    else job?.resolve(answer.text)
  }

  /** Only the text on which the thread ended fails; those in the queue get a new thread. */
  function replace(thread: Worker, error: Error): void {
    if (worker !== thread) return
    worker = undefined
    void thread.terminate()
    const job = current
    current = undefined
    job?.reject(error)
    next()
  }

  function cancel(job: Job): void {
    const place = waiting.indexOf(job)
    if (place >= 0) {
      waiting.splice(place, 1)
      job.reject(cancelled())
    } else if (job === current && worker) replace(worker, cancelled())
  }

  return {
    async correct(text, house, signal) {
      if (signal.aborted) throw cancelled()
      if (!spellingLanguages.every((language) => existsSync(lexiconFile(folder, language)))) {
        log.error({ folder }, 'the dictionaries are not compiled: run npm run build')
        throw new Failure('unavailable', 'The dictionaries are missing. Please tell the people who run Vitrine.')
      }
      if (waiting.length >= longestQueue) throw busy()
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const job: Job = { question: { text, house }, resolve, reject }
      const leave = () => cancel(job)
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(job)
      next()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      for (const job of waiting.splice(0)) job.reject(cancelled())
      await worker?.terminate()
    },
  }
}

const cancelled = () => new Failure('unavailable', 'The request was cancelled.')

const tookTooLong = () =>
  new Failure('timedOut', 'Correcting this text took too long. Please try again with a part of it.')
