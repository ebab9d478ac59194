import { type Corrector, createCorrector, readLexicons } from '@vitrine/spelling'
import { serveJobs } from '../../base/job-program.ts'

interface Question {
  /** Where the compiled dictionaries are. */
  readonly folder: string
  readonly text: string
  readonly protectedWords: readonly string[]
}

let corrector: Corrector | undefined

const tasks = {
  correct({ folder, text, protectedWords }: Question): string {
    corrector ??= createCorrector(readLexicons(folder))
    return corrector.correct(text, new Set(protectedWords))
  },
}

export type SpellingTasks = typeof tasks

serveJobs(tasks)
