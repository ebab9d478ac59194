import { loadModule } from 'hunspell-asm'
import { spellingLanguages } from '../src/lexicon/lexicon.ts'
import { readDictionaries } from '../src/lexicon/sources.ts'
import { tokenise } from '../src/tokens.ts'
import type { Sentence } from './sentences.ts'

export type Correct = (sentence: Sentence) => string

/** Takes Hunspell's first suggestion for each unknown word, given the right language. */
export async function createHunspellCorrector(): Promise<Correct> {
  const factory = await loadModule()
  const encoder = new TextEncoder()
  const spellers = new Map(
    spellingLanguages.map((language) => {
      const source = readDictionaries(language).at(-1)
      const mounted = [source?.affixes, source?.words].map((text) =>
        factory.mountBuffer(encoder.encode(text)),
      )
      return [language, factory.create(mounted[0] ?? '', mounted[1] ?? '')] as const
    }),
  )
  return ({ language, written }) => {
    const speller = spellers.get(language)
    let result = ''
    let copied = 0
    for (const { word, start } of tokenise(written)) {
      if (!speller || speller.spell(word)) continue
      // Scoring compares word by word. A suggestion with a space counts as wrong either way.
      const suggestion = speller.suggest(word)[0]?.replaceAll(' ', '_') ?? word
      result += written.slice(copied, start) + suggestion
      copied = start + word.length
    }
    return result + written.slice(copied)
  }
}
