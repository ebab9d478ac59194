/** The most frequent words of each language. */
const frequentWords = {
  de: 'der die das und ist in den von mit dem ein eine des auf für nicht sich auch als wurde war aus bei nach im am wird einen einer zu noch nur wie aber',
  fr: 'le la les et est en un une des du dans pour que qui par sur avec il elle au aux sont pas plus ne se son sa ses ce cette été était d’un l’on deux mais ou où',
  en: 'the and of is in to was with for on as by from that this it are were its had has which at be one his her an not but who',
  it: 'il la le di e che un una del della con per non sono è da al alla nel nella gli più dei delle come anche era fu',
} as const

export type DetectableLanguage = keyof typeof frequentWords

const languages = Object.keys(frequentWords) as readonly DetectableLanguage[]

export const isDetectable = (language: string): language is DetectableLanguage =>
  language in frequentWords

/** Indexes of the languages that have a word. */
const languageIndexes = new Map<string, number[]>()
for (const [index, language] of languages.entries()) {
  for (const word of frequentWords[language].split(' '))
    languageIndexes.set(word, [...(languageIndexes.get(word) ?? []), index])
}

/**
 * Detects a text's language, for hyphenation and screen readers; null if there is no clear winner.
 */
export function detectLanguage(text: string): DetectableLanguage | null {
  const counts = languages.map(() => 0)
  const sample = text.slice(0, 2_000).toLowerCase()
  for (const word of sample.match(/\p{L}+/gu) ?? []) {
    for (const index of languageIndexes.get(word) ?? []) counts[index] = (counts[index] ?? 0) + 1
  }
  const maxCount = Math.max(...counts)
  const [first, second] = languages.filter((_, index) => counts[index] === maxCount)
  return second === undefined ? (first ?? null) : null
}
