import { parentPort, workerData } from 'node:worker_threads'
import { createCorrector } from './correct.ts'
import { lexiconFile, readLexicon } from './lexicon/lexicon-file.ts'

/** What the speller asks this thread, one at a time, and what it answers. */
export interface Question {
  readonly text: string
  readonly house: readonly string[]
}

export type Answer = { readonly text: string } | { readonly problem: string }

const { folder } = workerData as { folder: string }
const corrector = createCorrector({
  de: readLexicon(lexiconFile(folder, 'de')),
  fr: readLexicon(lexiconFile(folder, 'fr')),
  en: readLexicon(lexiconFile(folder, 'en')),
})

parentPort?.on('message', ({ text, house }: Question) => parentPort?.postMessage(answer(text, house)))

function answer(text: string, house: readonly string[]): Answer {
  try {
    return { text: corrector.correct(text, new Set(house)) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
