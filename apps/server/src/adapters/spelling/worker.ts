import { workerData } from 'node:worker_threads'
import { type Corrector, createCorrector } from './correct.ts'
import { lexiconFile, readLexicon } from './lexicon/lexicon-file.ts'

/** What the speller asks this thread, one at a time. */
export interface Question {
  readonly text: string
  readonly house: readonly string[]
}

const { folder } = workerData as { folder: string }
const read = (language: 'de' | 'fr' | 'en') => readLexicon(lexiconFile(folder, language))
let corrector: Corrector | undefined

export function run({ text, house }: Question): string {
  corrector ??= createCorrector({ de: read('de'), fr: read('fr'), en: read('en') })
  return corrector.correct(text, new Set(house))
}
