import { wordKeys } from '@vitrine/spelling'
import type { Speller } from '../../../adapters/spelling/speller.ts'
import type { Engine } from '../engine.ts'
import { digest } from './digest.ts'
import { keySentences } from './summary.ts'

/** Tells the words that a correction leaves alone, such as the names in the database, folded by `wordKey`. */
export type ProtectedWords = () => Promise<(word: string) => boolean>

/** Works without network or key: no text leaves the server. */
export const embeddedEngine = (speller: Speller, protectedWords: ProtectedWords): Engine => ({
  abilities: { engine: 'embedded', embedded: true, translates: false, followsInstructions: false },

  summarise: async (comment) => keySentences(comment),

  async correct(comment, signal) {
    const words = wordKeys(comment)
    if (words.length === 0) return comment
    const isProtected = await protectedWords()
    // Only words that occur in the text are sent to the speller's thread; a name may end in a genitive s.
    const written = new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]))
    return speller.correct(comment, [...written].filter(isProtected), signal)
  },

  report: (material) => digest(material),
})
