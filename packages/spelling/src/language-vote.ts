import {
  frequencyOf,
  type Lexicon,
  type SpellingLanguage,
  spellingLanguages,
} from './lexicon/lexicon.ts'
import { type Token, wordKey } from './tokens.ts'

export type Lexicons = Record<SpellingLanguage, Lexicon>
type Votes = Record<SpellingLanguage, number>

/** How much the words speak for each language: the more frequent a word is in one, the more. */
function votesOf(tokens: readonly Token[], lexicons: Lexicons): Votes {
  const votes: Votes = { de: 0, fr: 0, en: 0 }
  for (const { word, technical } of tokens) {
    if (technical) continue
    // 'l'huile' votes by its last part as well as its first.
    for (const part of wordKey(word).split("'")) {
      for (const language of spellingLanguages)
        votes[language] += frequencyOf(lexicons[language], part) ** 2
    }
  }
  return votes
}

const weight = (votes: Votes): number => Math.max(...Object.values(votes))

/** The language of each line; a line too short to tell speaks the language of the whole text. */
export function languageByLine(
  lines: readonly (readonly Token[])[],
  lexicons: Lexicons,
): SpellingLanguage[] {
  const all = votesOf(lines.flat(), lexicons)
  return lines.map((tokens) => {
    const own = votesOf(tokens, lexicons)
    // Four or five everyday words are enough to be sure.
    const sure = weight(own) > 800
    return leader(sure ? own : sum(own, all))
  })
}

const sum = (a: Votes, b: Votes): Votes => ({ de: a.de + b.de, fr: a.fr + b.fr, en: a.en + b.en })

const leader = (votes: Votes): SpellingLanguage =>
  spellingLanguages.reduce((best, language) => (votes[language] > votes[best] ? language : best))
