import { workerData } from 'node:worker_threads'
import { type Corrector, createCorrector, readLexicons } from '@vitrine/spelling'

/** What the speller asks this thread, one at a time. */
export interface Question {
  readonly text: string
  readonly protectedWords: readonly string[]
}

let corrector: Corrector | undefined

export function run({ text, protectedWords }: Question): string {
  corrector ??= createCorrector(readLexicons(workerData.folder))
  return corrector.correct(text, new Set(protectedWords))
}
