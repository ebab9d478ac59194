import { join } from 'node:path'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { createCorrector } from './correct.ts'
import type { Lexicon } from './lexicon.ts'
import { readLexicon, writeLexicon } from './lexicon-file.ts'
import { type SpellingLanguage, sourceVersions } from './sources.ts'

/** What the speller asks this thread, and what it answers. */
export interface Question {
  readonly id: number
  readonly text: string
  readonly house: readonly string[]
}

export type Answer =
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly problem: string }
  | { readonly note: string }

const { folder } = workerData as { folder: string }
const tell = (answer: Answer) => parentPort?.postMessage(answer)

const corrector = load()
corrector.catch(() => undefined)

parentPort?.on('message', async ({ id, text, house }: Question) => {
  try {
    tell({ id, text: (await corrector).correct(text, new Set(house)) })
  } catch (error) {
    tell({ id, problem: (error as Error).message })
  }
})

async function load() {
  // One after the other: the first time each takes a processor for some seconds, and the server has others to serve.
  const de = await lexiconOf('de')
  const fr = await lexiconOf('fr')
  const en = await lexiconOf('en')
  return createCorrector({ de, fr, en })
}

async function lexiconOf(language: SpellingLanguage): Promise<Lexicon> {
  const versions = sourceVersions(language)
  const file = join(folder, `${language}.lexicon`)
  const kept = readLexicon(file, versions)
  if (kept) return kept
  const lexicon = await compiledApart(language)
  try {
    writeLexicon(file, versions, lexicon)
  } catch (error) {
    tell({ note: `the lexicon can’t be kept and is made again next time: ${(error as Error).message}` })
  }
  return lexicon
}

/** In a thread of its own: what it takes while it works is given back when it ends. */
function compiledApart(language: SpellingLanguage): Promise<Lexicon> {
  return new Promise((resolve, reject) => {
    const compiler = new Worker(new URL('compile-worker.ts', import.meta.url), { workerData: { language } })
    compiler.once('message', resolve)
    compiler.once('error', reject)
    compiler.once('exit', (code) => reject(new Error(`compiling the lexicon ended with ${code}`)))
  })
}
