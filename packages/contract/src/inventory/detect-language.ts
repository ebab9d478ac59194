/** The words that no text of some length does without. */
const frequent = {
  de: 'der die das und ist in den von mit dem ein eine des auf für nicht sich auch als wurde war aus bei nach im am wird einen einer zu noch nur wie aber',
  fr: 'le la les et est en un une des du dans pour que qui par sur avec il elle au aux sont pas plus ne se son sa ses ce cette été était d’un l’on deux mais ou où',
  en: 'the and of is in to was with for on as by from that this it are were its had has which at be one his her an not but who',
  it: 'il la le di e che un una del della con per non sono è da al alla nel nella gli più dei delle come anche era fu',
} as const

/** The languages that a text is recognised in. */
export type DetectableLanguage = keyof typeof frequent

const languages = Object.keys(frequent) as readonly DetectableLanguage[]

export const isDetectable = (language: string): language is DetectableLanguage =>
  language in frequent
/** The languages that have a word, by their places. */
const places = new Map<string, number[]>()
for (const [place, language] of languages.entries()) {
  for (const word of frequent[language].split(' '))
    places.set(word, [...(places.get(word) ?? []), place])
}

/** The language of a text, for hyphenation and for those who have it read aloud; null when there is too little of it. */
export function detectLanguage(text: string): DetectableLanguage | null {
  const counts = languages.map(() => 0)
  for (const word of text
    .slice(0, 2_000)
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []) {
    for (const place of places.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1
  }
  const most = Math.max(...counts)
  const [first, second] = languages.filter((_, place) => counts[place] === most)
  return second === undefined ? (first ?? null) : null
}
