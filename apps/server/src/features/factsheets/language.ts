/** The words that no text of some length does without. */
const frequent = {
  de: 'der die das und ist in den von mit dem ein eine des auf für nicht sich auch als wurde war aus bei nach im am wird einen einer zu noch nur wie aber',
  fr: 'le la les et est en un une des du dans pour que qui par sur avec il elle au aux sont pas plus ne se son sa ses ce cette été était d’un l’on deux mais ou où',
  en: 'the and of is in to was with for on as by from that this it are were its had has which at be one his her an not but who',
  it: 'il la le di e che un una del della con per non sono è da al alla nel nella gli più dei delle come anche era fu',
} as const

export type TextLanguage = keyof typeof frequent

const words = Object.entries(frequent).map(([language, list]) => ({
  language: language as TextLanguage,
  list: new Set(list.split(' ')),
}))

/** The language of a text, for hyphenation and for those who have it read aloud; null when there is too little of it. */
export function languageOf(text: string): TextLanguage | null {
  const counts = words.map(({ language }) => ({ language, count: 0 }))
  for (const word of text
    .toLowerCase()
    .slice(0, 2_000)
    .match(/\p{L}+/gu) ?? []) {
    words.forEach(({ list }, index) => {
      const found = counts[index]
      if (found && list.has(word)) found.count++
    })
  }
  const [first, second] = counts.sort((a, b) => b.count - a.count)
  return first && second && first.count > second.count ? first.language : null
}
