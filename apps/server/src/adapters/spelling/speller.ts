import { builtFolder, isBuilt } from '@vitrine/spelling'
import { seconds } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import { workerThread } from '../../base/worker-thread.ts'
import type { Question } from './worker.ts'

/** Corrects spelling in German, French and English, in a thread of its own, with no network. */
export interface Speller {
  /** `protectedWords` are the words never to be touched, written as by `wordKey`. */
  correct(text: string, protectedWords: readonly string[], signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

export interface SpellerSettings {
  /** Where the compiled dictionaries are. */
  readonly folder?: string
  /** Milliseconds without work after which the thread ends. */
  readonly idleMs?: number
  /** Milliseconds for one text; an ordinary one of the longest length takes about a second. */
  readonly timeoutMs?: number
  /** The queue limit. */
  readonly maxWaiting?: number
}

/** Corrects one text at a time. */
export function createSpeller(
  log: Log,
  { folder = builtFolder, idleMs = seconds(30), timeoutMs = seconds(10), maxWaiting = 8 }: SpellerSettings = {},
): Speller {
  const thread = workerThread<Question, string>({
    entry: new URL('worker.ts', import.meta.url),
    data: { folder },
    env: {},
    log,
    idleMs,
    timeoutMs,
    timeoutError: tookTooLong,
    maxWaiting,
  })

  return {
    async correct(text, protectedWords, signal) {
      if (!isBuilt(folder)) {
        log.error({ folder }, 'the dictionaries are not compiled: run npm run build')
        throw new Failure('unavailable', 'The dictionaries are missing. Please tell your administrator.')
      }
      return thread.run({ text, protectedWords }, signal)
    },
    close: thread.close,
  }
}

const tookTooLong = () =>
  new Failure('timedOut', 'Correcting this text took too long. Please try again with a part of it.')
