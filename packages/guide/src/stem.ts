import type { LabelLanguage } from '@vitrine/contract'

const minStemLength = 3
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
  const double = language === 'en' ? /([bdfglmnprt])\1$/ : null
  const strict = language === 'en' || language === 'fr' || language === 'de'
  const endsFirmly = (word: string, length: number) =>
    strict && (length > 1 || word.endsWith('e') || word.endsWith('t'))
  return (word) => {
    if (word.length <= minStemLength || /\d/.test(word)) return word
    for (let length = Math.min(longest, word.length - minStemLength); length > 0; length--) {
      if (!known.has(word.slice(-length))) continue
      const stem = word.slice(0, -length)
      // 'moteur' is not 'mot' with an ending, nor 'site' a form of 'sit'.
      if (stem.length <= length || (stem.length < minSafeStemLength && endsFirmly(word, length)))
        continue
      return double && length > 1 ? stem.replace(double, '$1') : stem
    }
    return word
  }
}
