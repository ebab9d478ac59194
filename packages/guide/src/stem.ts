import type { LabelLanguage } from '@vitrine/contract'

const minStemLength = 3
/** From this length on, every ending may be removed. */
const minSafeStemLength = 4

/** Folds German 'ae', 'oe' and 'ue' like umlauts, as both spellings are typed. */
export const foldUmlautSpelling = (folded: string, language: LabelLanguage): string =>
  language === 'de' ? folded.replaceAll(/([aou])e/g, '$1') : folded

/** Creates a stemmer that removes the longest ending that leaves a stem. */
export function createStemmer(
  language: LabelLanguage,
  endings: readonly string[],
): (word: string) => string {
  if (endings.length === 0) return (word) => word
  const longest = Math.max(...endings.map((ending) => ending.length))
  const known = new Set(endings)
  // 'running' and 'stopped' have the stems 'run' and 'stop'.
  const doubledConsonant = language === 'en' ? /([bdfglmnprt])\1$/ : null
  // In other languages, short stems are usual: Italian 'casa' and 'case' share 'cas'.
  const hasFewShortStems = language === 'en' || language === 'fr' || language === 'de'
  // A longer ending, or an 'e' or 't', is more likely a part of a short word: 'site' is no form of
  // 'sit', but 'cars' is one of 'car'.
  const isLikelyPartOfStem = (ending: string) =>
    hasFewShortStems && (ending.length > 1 || ending === 'e' || ending === 't')

  return (word) => {
    if (word.length <= minStemLength || /\d/.test(word)) return word

    for (let length = Math.min(longest, word.length - minStemLength); length > 0; length--) {
      const ending = word.slice(-length)
      if (!known.has(ending)) continue

      const stem = word.slice(0, -length)
      // 'moteur' is not 'mot' with an ending.
      if (stem.length <= length) continue
      if (stem.length < minSafeStemLength && isLikelyPartOfStem(ending)) continue

      return doubledConsonant && length > 1 ? stem.replace(doubledConsonant, '$1') : stem
    }
    return word
  }
}
