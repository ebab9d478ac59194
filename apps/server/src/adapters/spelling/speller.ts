import { hasAllLexicons, lexiconFolder } from '@vitrine/spelling'
import { seconds } from '../../base/clock.ts'
import { Failure, overloaded } from '../../base/failure.ts'
import { JobStopped, jobRunner } from '../../base/jobs.ts'
import type { Log } from '../../base/log.ts'
import type { SpellingTasks } from './spelling-process.ts'

/** Corrects spelling in German, French and English, in a process of its own. */
export interface Speller {
  /** Returns the corrected text. `protectedWords`, in the form of `wordKey`, are never changed. */
  correct(text: string, protectedWords: readonly string[], signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

export interface SpellerSettings {
  /** Folder of the compiled dictionaries. */
  readonly folder?: string
  /** Milliseconds without work after which the process ends. */
  readonly idleMs?: number
  /** Milliseconds per text; an ordinary text of the maximum length takes about a second. */
  readonly timeoutMs?: number
  /** How many texts may wait; further ones are rejected. */
  readonly maxWaiting?: number
}

/** Creates a speller that corrects one text at a time. */
export function createSpeller(
  log: Log,
  {
    folder = lexiconFolder,
    idleMs = seconds(30),
    timeoutMs = seconds(10),
    maxWaiting = 8,
  }: SpellerSettings = {},
): Speller {
  const jobs = jobRunner<SpellingTasks>({
    program: new URL('spelling-process.ts', import.meta.url),
    timeoutMs: { correct: timeoutMs },
    idleMs,
    queue: { concurrency: 1, maxWaiting, rejection: overloaded },
  })

  return {
    async correct(text, protectedWords, signal) {
      if (!hasAllLexicons(folder)) {
        log.error({ folder }, 'the dictionaries are not compiled: run npm run build')
        throw new Failure(
          'unavailable',
          'The dictionaries are missing. Please tell your administrator.',
        )
      }
      try {
        return await jobs.run('correct', { folder, text, protectedWords }, { signal })
      } catch (error) {
        const isTimeout = error instanceof JobStopped && error.reason === 'timeout'
        if (!isTimeout) throw error
        throw new Failure(
          'timedOut',
          'Correcting this text took too long. Please try again with a part of it.',
        )
      }
    },
    close: jobs.close,
  }
}
