import { type Corrector, createCorrector, readLexicons } from '@vitrine/spelling'
import { serveJobs } from '../../base/job-program.ts'

interface CorrectionInput {
  /** Folder of the compiled dictionaries. */
  readonly folder: string
  readonly text: string
  readonly protectedWords: readonly string[]
}

let corrector: Corrector | undefined

const tasks = {
  correct({ folder, text, protectedWords }: CorrectionInput): string {
    corrector ??= createCorrector(readLexicons(folder))
    return corrector.correct(text, new Set(protectedWords))
  },
}

export type SpellingTasks = typeof tasks

serveJobs(tasks)
